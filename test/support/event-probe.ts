import { Type } from '@sinclair/typebox'
import { type Engine, operation, plugin, Records } from 'rapport-crm'
import { ada } from './storages.ts'

/** An event as it is stored: `payload` as the log shows it, `data` as it is delivered. */
export interface Stored {
  readonly type: string
  readonly entity_type: string
  readonly entity_id: string
  readonly payload: Record<string, unknown>
  readonly data: Record<string, unknown>
}

const probe = plugin({
  name: 'event-probe',
  version: '1.0.0',
  operations: {
    eventProbe: {
      stored: operation({
        id: 'probeStoredEvents',
        summary: 'The event log as it is stored',
        scope: 'read',
        route: 'GET /probe/stored-events',
        input: Type.Object({}),
        output: Type.Array(Type.Unknown()),
        uses: { records: Records },
        async handle(_, { records }) {
          const rows = await records.db.selectFrom('events').selectAll().orderBy('id').execute()
          return rows.map(({ type, entity_type, entity_id, payload, body }) => ({
            type,
            entity_type,
            entity_id,
            payload: JSON.parse(String(payload)),
            data: JSON.parse(`{${String(body)}`).data,
          }))
        },
      }),
    },
  },
})

/** Options of an engine whose events a test reads. */
export const withEvents = { plugins: [probe] }

/** The events of an organization that the contract lists, oldest first; the general ones of record types are in `allEventsOf`. */
export async function eventsOf(engine: Engine, type?: string, organization = ada.organization): Promise<Stored[]> {
  const { eventTypes } = engine.registry
  return (await allEventsOf(engine, organization)).filter((each) =>
    type === undefined ? !eventTypes.get(each.type)?.extension : each.type === type,
  )
}

/** All events of an organization, oldest first. */
export async function allEventsOf(engine: Engine, organization = ada.organization): Promise<Stored[]> {
  const stored = engine.registry.byId.get('probeStoredEvents')
  if (!stored) throw new Error('Open the engine with `withEvents`')
  return (await engine.call(stored, {}, { ...ada, organization })) as Stored[]
}
