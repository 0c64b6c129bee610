import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { type Api, CrmError, operation, plugin, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Contact } from '../../../core/crm/contacts/entity.ts'
import { ContactService } from '../../../core/crm/contacts/service.ts'
import { EventRecord } from '../../../core/kernel/storage/schema/event-record.ts'
import { describeEveryStorage } from '../../support/storages.ts'

interface Logged {
  readonly type: string
  readonly entity_id: string
  readonly payload: Record<string, unknown>
}

// A door for the test: writes that fail late, sets, and the log as it is stored.
const probe = plugin({
  name: 'probe',
  version: '1.0.0',
  operations: {
    probe: {
      failLate: operation({
        id: 'probeFailLate',
        summary: 'Change a contact, then fail',
        scope: 'write',
        route: 'POST /probe/fail',
        input: Type.Object({ id: Type.String(), title: Type.String() }),
        output: Type.Null(),
        uses: { contacts: ContactService },
        async handle({ id, title }, { contacts, reply }): Promise<null> {
          await contacts.update(id, { title }, reply)
          await contacts.create({ email: 'never@there.test' }, reply)
          throw new CrmError('conflict', 'Too late')
        },
      }),
      changeAll: operation({
        id: 'probeChangeAll',
        summary: 'Change every contact as a set',
        scope: 'write',
        route: 'POST /probe/all',
        input: Type.Object({ title: Type.String(), fail: Type.Boolean() }),
        output: Type.Integer(),
        uses: { records: Records },
        async handle({ title, fail }, { records }) {
          const rows = await records.db.selectFrom('contacts').selectAll().where('deleted_at', 'is', null).execute()
          const before = rows.map((row) => records.codec(Contact).fromRow(row) as unknown as Contact)
          const changed = await records.update(
            Contact,
            before.map((each) => ({ before: each, changes: { title } })),
          )
          if (fail) throw new CrmError('conflict', 'Too late')
          return changed
        },
      }),
      log: operation({
        id: 'probeLog',
        summary: 'The event log',
        scope: 'read',
        route: 'GET /probe/log',
        input: Type.Object({}),
        output: Type.Array(Type.Unknown()),
        uses: { records: Records },
        async handle(_, { records }) {
          const rows = await records.db.selectFrom(EventRecord.table).selectAll().orderBy('id').execute()
          return rows.map((row) => ({
            ...row,
            payload: JSON.parse(String(row['payload'])),
            body: JSON.parse(`{"id":"evt_1",${String(row['body'])}`),
          }))
        },
      }),
    },
  },
})

const step = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    email: fc.constantFrom('a@one.test', 'b@one.test', 'c@two.test', 'd@gmail.com'),
    title: fc.constantFrom('CEO', 'CTO'),
  }),
  fc.record({
    do: fc.constant('update' as const),
    at: fc.nat(5),
    title: fc.constantFrom('CEO', 'CTO', null),
    stage: fc.constantFrom('new', 'won', null),
    tags: fc.subarray(['x', 'y']),
  }),
  fc.record({ do: fc.constant('delete' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('restore' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('failLate' as const), at: fc.nat(5), title: fc.constantFrom('CEO', 'X') }),
  fc.record({ do: fc.constant('changeAll' as const), title: fc.constantFrom('CEO', 'CTO'), fail: fc.boolean() }),
  fc.record({ do: fc.constant('invalid' as const) }),
)

const watched = ['title', 'pipeline_stage', 'tags', 'company', 'company_id', 'primary_email'] as const
type Snapshot = Awaited<ReturnType<Api['contacts']['list']>>['contacts'][number]

describeEveryStorage('events are the changes, always', (open) => {
  it('over any sequence of writes, sets and failures', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { api, engine } = await open({ plugins: [probe] })
        const crm = api as Api & {
          probe: { failLate(input: object): Promise<null>; changeAll(input: object): Promise<number>; log(): Promise<Logged[]> }
        }
        const expected: [type: string, id: string][] = []
        for (const each of steps) {
          const before = await snapshot(crm)
          await run(crm, each, before).catch((error) => {
            if (!(error instanceof CrmError)) throw error
          })
          const after = await snapshot(crm)
          expected.push(...eventsBetween(before, after))
        }
        const log = await crm.probe.log()
        const seen = log.filter(({ type }) => type.startsWith('contact.'))
        expect(seen.map(({ type, entity_id }) => `${type} ${entity_id}`).toSorted()).toEqual(
          expected.map((each) => each.join(' ')).toSorted(),
        )
        for (const { type, entity_id, payload, body } of log as (Logged & { body: { type: string; data: { record: { id: string } } } })[]) {
          expect(body.type).toBe(type)
          expect(body.data).toMatchObject({ ...payload, record: { id: entity_id } })
        }
        await engine.close()
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

async function run(crm: any, each: any, before: Map<string, Snapshot>): Promise<void> {
  const id = [...before.keys()][each.at ?? 0]
  if (each.do === 'create') await crm.contacts.create({ email: each.email, title: each.title })
  else if (each.do === 'invalid') await crm.contacts.create({ email: 'x', nonsense: 1 })
  else if (each.do === 'changeAll') await crm.probe.changeAll({ title: each.title, fail: each.fail })
  else if (!id) return
  else if (each.do === 'update') await crm.contacts.update({ id, title: each.title, pipeline_stage: each.stage, tags: each.tags })
  else if (each.do === 'delete') await crm.contacts.delete({ id })
  else if (each.do === 'restore') await crm.contacts.restore({ id })
  else await crm.probe.failLate({ id, title: each.title })
}

async function snapshot(crm: Api): Promise<Map<string, Snapshot>> {
  const [live, deleted] = [await crm.contacts.list({ limit: 200 }), await crm.contacts.list({ limit: 200, deleted: 'only' })]
  return new Map([...live.contacts, ...deleted.contacts].map((each) => [each.id, each]))
}

// An oracle of its own: what the contract says of the difference between two states.
function eventsBetween(before: Map<string, Snapshot>, after: Map<string, Snapshot>): [string, string][] {
  return [...after].flatMap(([id, now]): [string, string][] => {
    const then = before.get(id)
    if (!then) return [['contact.created', id]]
    if (!then.deleted_at && now.deleted_at) return [['contact.deleted', id]]
    if (then.deleted_at && !now.deleted_at) return [['contact.restored', id]]
    const changed = watched.filter((field) => JSON.stringify(then[field]) !== JSON.stringify(now[field]))
    return [
      ...(changed.includes('pipeline_stage') ? [['contact.stage_changed', id] as [string, string]] : []),
      ...(changed.includes('tags') ? [['contact.tags_changed', id] as [string, string]] : []),
      ...(changed.length > 0 ? [['contact.property_changed', id] as [string, string]] : []),
    ]
  })
}
