import { Type } from '@sinclair/typebox'
import { type Actor, type Engine, operation, plugin, Records, scopes } from 'rapport-crm'
import { expect, test } from 'vitest'
import { isSeenBy } from '../../../core/kernel/storage/schema/visibility.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { plant, plantSent, shareRules } from '../../platform/access/planted.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { withWriter } from '../../support/writing.ts'

const bob: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }

type Seen = Readonly<Record<string, readonly string[]>>

const output = Type.Record(Type.String(), Type.Array(Type.String()))
const probe = plugin({
  name: 'owner-probe',
  version: '1.0.0',
  operations: {
    ownerProbe: {
      listed: operation({
        id: 'probeListed',
        summary: 'Ids of the rows that the caller sees, by table',
        scope: 'read',
        route: 'GET /probe/listed',
        input: Type.Object({}),
        output,
        uses: { database: Database, records: Records },
        async handle(_, { database, records }) {
          const ids: Record<string, string[]> = {}
          for (const { table } of database.visibility.entities)
            ids[table] = (await records.db.selectFrom(table).select('id').execute()).map(({ id }) => String(id)).toSorted()
          return ids
        },
      }),
      owned: operation({
        id: 'probeOwned',
        summary: 'The same, judged by the owner of each row',
        scope: 'read',
        route: 'GET /probe/owned',
        input: Type.Object({}),
        output,
        uses: { database: Database, records: Records },
        async handle(_, { database, records: { whole, unit } }) {
          const ids: Record<string, string[]> = {}
          for (const { table } of database.visibility.entities) {
            const owner = database.visibility.ownerOf(table, table).as('row_owner')
            const rows = await whole.db.selectFrom(table).select(['id', owner]).execute()
            ids[table] = rows.flatMap(({ id, row_owner }) => (isSeenBy(row_owner, unit.actor.sees) ? [String(id)] : [])).toSorted()
          }
          return ids
        },
      }),
    },
  },
})

describeStorages('the owner of a row', (open) => {
  test('says of every table what the condition of visibility says', async () => {
    const { engine, api } = await open({ plugins: [probe, ...withWriter.plugins] })
    await api.users.invite({ email: bob.user, visibility: 'own' })
    const rules = await shareRules(api)
    const own = { ...rules, ...(await plant(api, engine.as(bob), bob.user, 'mine', 5, rules)) }
    await plantSent(engine, bob.user, 'mine', own)
    const hers = await plant(api, api, ada.user, 'hers', 777_333, own)
    await plantSent(engine, ada.user, 'hers', hers, own['contacts'])
    await engine.tick()
    const [listed, owned, all] = [
      await ask(engine, 'probeListed', bob),
      await ask(engine, 'probeOwned', bob),
      await ask(engine, 'probeOwned', ada),
    ]
    expect(owned).toEqual(listed)
    const telling = Object.keys(all).filter((table) => (listed[table]?.length ?? 0) > 0 && all[table]!.length > listed[table]!.length)
    expect(telling).toEqual(expect.arrayContaining(['contacts', 'deals', 'events', 'quotes', 'activities']))
  })
})

const ask = async (engine: Engine, id: string, actor: Actor) => (await engine.call(engine.registry.byId.get(id)!, {}, actor)) as Seen
