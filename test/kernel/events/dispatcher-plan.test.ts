import pg from 'pg'
import { Engine } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { ada } from '../../support/storages.ts'

afterEach(() => vi.restoreAllMocks())

it('events that wait on PostgreSQL are looked up one by one, however many there seem to be', async () => {
  const [url, schema] = [inject('postgresUrl'), `${inject('postgresRun')}_dispatcher`]
  // Each connection keeps the one that it finds when it is made.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const engine = (await Engine.open({ storage: postgresql({ url, schema }) })) as Engine
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await engine.as(ada).contacts.create({ email: 'first@x.example' })
    await engine.tick()
    const texts = query.mock.calls.map(([asked]: readonly unknown[]) =>
      typeof asked === 'string' ? asked : String(Reflect.get(asked as object, 'text')),
    )
    const marking = texts.find((text) => text.startsWith('with "taken" as (update'))
    query.mockRestore()
    const records = Array.from({ length: 2000 }, (_, at) => ({ email: `p${at}@x.example` }))
    for (let from = 0; from < records.length; from += 500)
      await engine.as(ada).contacts.bulkUpsert({ records: records.slice(from, from + 500) })
    // As PostgreSQL may see it at any time: none was dispatched yet.
    await client.query(`set search_path = ${schema}`)
    await client.query('analyze events; analyze event_dispatches')
    const { rows } = await client.query<Record<string, string>>(`explain (generic_plan, costs off) ${marking}`)
    const plan = rows.map((each) => each['QUERY PLAN']).join('\n')
    expect(plan).toContain('using events_pkey')
    expect(plan).not.toContain('Seq Scan')
  } finally {
    await engine.close()
    await client.query(`drop schema ${schema} cascade`)
    await client.end()
  }
})
