import fc from 'fast-check'
import type { Actor, AnyOperation } from 'rapport-crm'
import { expect, it } from 'vitest'
import { type Input, Made } from '../../quality/fuzz/requests.ts'
import { valuesOf } from '../../quality/fuzz/values.ts'
import { plantEverywhere } from '../privacy/everywhere.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { tablesOf, withTables } from './tables.ts'

const MARK = 'a word of acme alone'
const eve: Actor = { ...ada, organization: 'evil', user: 'eve@evil.test' }
/** Inputs with which each operation is tried. */
const TRIES = 2

describeStorages(
  'an organization',
  (open) => {
    it('learns nothing of another one and changes nothing in it, by any operation, even with known ids', async () => {
      const { engine, api, clock } = await open(withTables)
      const { id } = await api.contacts.create({ email: 'ann@acme.test', first_name: MARK })
      await plantEverywhere(engine, { id, text: MARK, now: clock.now() })
      const before = theirs(await tablesOf(engine))
      const ids = Object.values(before).flatMap((rows) => rows.map((row) => String(row['id'])))
      const known = new Made()
      for (const [table, rows] of Object.entries(before))
        for (const row of rows) known.add({ id: table, route: `GET /${table.replaceAll('_', '-')}` } as unknown as AnyOperation, row)
      const operations = engine.registry.list.filter((each) => each.scope !== 'public' && !each.id.startsWith('probe'))
      const leaks: string[] = []
      for (const operation of operations)
        for (const [at, value] of fc.sample(valuesOf(operation.input), { seed: 11, numRuns: TRIES }).entries()) {
          const input = known.resolve(value, operation) as Input
          const named = { ...input, ...('id' in input && { id: ids[(at * 7) % ids.length] }) }
          const said = await engine.call(operation, named, eve).then(shown, (error: Error) => shown({ ...error, message: error.message }))
          if (said.includes(MARK)) leaks.push(`${operation.id} ${JSON.stringify(named)}`)
        }
      for (let round = 0; round < 5; round += 1) await engine.tick()
      expect(leaks).toEqual([])
      expect(changes(before, theirs(await tablesOf(engine)))).toEqual([])
    }, 120_000)
  },
  ['SQLite memory', 'PostgreSQL'],
)

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const shown = async (answer: unknown): Promise<string> => {
  // What comes piece by piece is a file, or a stream that has no end: an export of their own at most.
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
    await (answer as { return?(): Promise<unknown> }).return?.()
    return ''
  }
  return JSON.stringify(answer) ?? ''
}

/** What is no longer as it was, by table: the whole of both would bury it. */
const changes = (before: Rows, after: Rows): readonly string[] =>
  Object.entries(after).flatMap(([table, rows]) => {
    const [was, is] = [before[table] ?? [], rows].map((each) => each.map((row) => JSON.stringify(row)))
    const gone = was!.filter((row) => !is!.includes(row)).map((row) => `${table} lost ${row}`)
    return [...gone, ...is!.filter((row) => !was!.includes(row)).map((row) => `${table} got ${row}`)]
  })

/** The rows of the organization whose data it is. */
function theirs(tables: Rows): Rows {
  // Written behind the calls, of which background work is one.
  const aside = new Set(['api_calls', 'events', 'event_dispatches'])
  const own = Object.entries(tables).filter(([table]) => !aside.has(table))
  return Object.fromEntries(own.map(([table, rows]) => [table, rows.filter((row) => row['user_from'] === 'acme')]))
}
