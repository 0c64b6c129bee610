import assert from 'node:assert/strict'
import { migrationsOf, type RecordType } from 'rapport-crm'
import type { RecordTypeScenario } from '../record-type-kit.ts'
import type { KitDatabase } from './databases.ts'
import { Desk } from './desk.ts'
import { SampleRecords } from './records.ts'

/** A plugin is added to a database that has records already: its migrations run once, and what was there stays. */
export async function grows(database: KitDatabase, type: RecordType, scenario: RecordTypeScenario): Promise<void> {
  const { plugin, requires = [] } = scenario
  const plugins = [...requires, ...(plugin ? [plugin] : [])]
  const records = new SampleRecords(type, scenario)
  await database.with(async (storage) => {
    const company = await Desk.with(storage(), requires, (desk) => desk.done('POST', '/companies', { name: 'Was there before' }))
    const record = await Desk.with(storage(), plugins, async (desk) => {
      const now = await desk.done('GET', `/companies/${String(company['id'])}`)
      // A plugin may add figures to it.
      for (const [name, value] of Object.entries(company)) assert.deepEqual(now[name], value, `${name} of a record of before is as it was`)
      return await records.made(desk)
    })
    const states = await migrationsOf({ storage: storage(), plugins })
    const own = new Set((plugin?.migrations ?? []).map(({ name }) => name))
    const found = states.filter(({ name }) => own.has(name))
    assert.equal(found.length, own.size, 'each migration of the plugin is known')
    assert.deepEqual(
      found.filter(({ state }) => state !== 'done').map(({ name }) => name),
      [],
      'no migration of the plugin is left',
    )
    await Desk.with(storage(), plugins, async (desk) => {
      assert.equal((await desk.done('GET', `${records.path}/${record.id}`))['id'], record.id, 'a record is there after a restart')
    })
  })
}
