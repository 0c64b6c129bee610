import { Type } from '@sinclair/typebox'
import { type Engine, operation, plugin, Records } from 'rapport-crm'
import { ada } from '../../support/storages.ts'

type Row = Readonly<Record<string, unknown>>

/** A door to the tables that tell what workflows did. */
export const traceProbe = plugin({
  name: 'workflow-traces',
  version: '1.0.0',
  operations: {
    workflowTraces: {
      read: operation({
        id: 'probeWorkflowTraces',
        summary: 'Rows of a table as they are stored',
        scope: 'read',
        route: 'GET /probe/workflow-traces',
        input: Type.Object({ table: Type.String() }),
        output: Type.Array(Type.Unknown()),
        uses: { records: Records },
        handle: ({ table }, { records }) => records.db.selectFrom(table).selectAll().execute(),
      }),
    },
  },
})

/** The rows of a table of one organization. */
export async function rowsOf(engine: Engine, table: string, organization = ada.organization): Promise<readonly Row[]> {
  const read = engine.registry.byId.get('probeWorkflowTraces')
  if (!read) throw new Error('Open the engine with `traceProbe`')
  return (await engine.call(read, { table }, { ...ada, organization })) as readonly Row[]
}

/** A value as JSON without what differs from one time to the next: ids, times, numbers of records. */
export function plain(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?/g, '@')
    .replaceAll(/lab\.\d+/g, 'lab')
}

/** What is left behind for a record: its runs, what they did, the events and the keys of calls; sorted, without what differs by chance. */
export async function traceOf(engine: Engine, record: string, since: number): Promise<string[]> {
  const runs = (await rowsOf(engine, 'workflow_runs')).filter(({ entity_id }) => entity_id === record)
  const own = new Set(runs.map(({ id }) => id))
  const ofRuns = async (table: string) => (await rowsOf(engine, table)).filter(({ run_id }) => own.has(run_id))
  // Time tells of deals, too, but that of earlier lives.
  const events = (await rowsOf(engine, 'events')).filter(({ id, type }) => Number(id) > since && type !== 'deal.rotting')
  const queue = await rowsOf(engine, 'event_dispatches')
  const waiting = new Set(queue.filter(({ processed_at }) => processed_at === null).map(({ position }) => position))
  return [
    ...runs.map(({ status, end_reason, seq, cause_chain, cursor }) => plain(['run', status, end_reason, seq, said(cause_chain), cursor])),
    ...(await ofRuns('workflow_steps')).map(({ seq, path, type, status, reason, input, output, error }) =>
      plain(['step', seq, path, type, status, reason, said(input), said(output), said(error)]),
    ),
    ...(await ofRuns('workflow_effects')).map(({ key, action, status }) => plain(['call', key, action, status])),
    ...(await ofRuns('workflow_waits')).map(({ subject, event_type }) => plain(['wait', subject, event_type])),
    ...events.map(({ position, type, payload, step, cause_chain }) =>
      plain(['event', type, said(payload), step, said(cause_chain), !waiting.has(position)]),
    ),
  ].toSorted()
}

/** The number of the newest event. */
export async function lastEvent(engine: Engine): Promise<number> {
  return Math.max(0, ...(await rowsOf(engine, 'events')).map(({ id }) => Number(id)))
}

// JSON as either database answers it.
function said(value: unknown): unknown {
  return typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value
}
