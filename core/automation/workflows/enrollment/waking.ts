import { type Kysely, sql, type SqlBool } from 'kysely'
import type { DispatchedEvent } from '../../../kernel/feature/event-consumer.ts'
import type { Ids } from '../../../kernel/ports/ids.ts'
import { anyOf } from '../../../kernel/storage/records/any-of.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Codec, type DialectName } from '../../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import { WorkflowRun, WorkflowWait } from '../entity.ts'
import { isAboutAnother, isOwnEvent } from '../runs/awaited-event.ts'
import { RunState } from '../runs/run-state.ts'
import { RunWriter } from '../runs/run-writer.ts'
import { namedByEvents } from './event-records.ts'

type Event = DispatchedEvent

/** Runs that wait for one of these events of their own records. */
export async function waitingFor(events: readonly Event[], tables: Kysely<Tables>, dialect: DialectName): Promise<readonly string[]> {
  const bySubject = Map.groupBy(events, ({ user_from, entity_type, entity_id }) => `${user_from} ${entity_type}:${entity_id}`)
  const subjects = new Set(events.map(({ entity_type, entity_id }) => `${entity_type}:${entity_id}`))
  const waits = await tables
    .selectFrom(WorkflowWait.table)
    .select(['run_id', 'subject', 'event_type', 'user_from'])
    .where(anyOf('user_from', 'text', [...new Set(events.map(({ user_from }) => user_from))], dialect))
    .where(anyOf('subject', 'text', [...subjects], dialect))
    .execute()
  return waits
    .filter(({ user_from, subject, event_type }) =>
      (bySubject.get(`${String(user_from)} ${String(subject)}`) ?? []).some(({ type }) => event_type === null || event_type === type),
    )
    .map(({ run_id }) => String(run_id))
}

/** Runs that wait for one of these events, which name their records without being about them; the waits note the event. */
export async function waitingForNamed(records: Records, types: RecordTypes, events: readonly Event[]): Promise<readonly string[]> {
  const others = events.filter(({ type }) => !isOwnEvent(type))
  if (others.length === 0) return []
  const named = await namedByEvents(records, types, others)
  const bySubject = new Map<string, { readonly event: Event; readonly ofContact: boolean }[]>()
  for (const event of others) {
    const { contact_id, deal_id, company_id } = named.get(event.id) ?? {}
    for (const [type, id] of Object.entries({ contact: contact_id, deal: deal_id, company: company_id })) {
      if (!id || event.entity_id === id) continue
      const name = `${type}:${id}`
      bySubject.set(name, [...(bySubject.get(name) ?? []), { event, ofContact: type === 'company' && Boolean(contact_id) }])
    }
  }
  if (bySubject.size === 0) return []
  const waits = await records.findBy(WorkflowWait, 'subject', bySubject.keys())
  const met = waits.flatMap((wait) => {
    const found = (bySubject.get(wait.subject) ?? []).find(({ event: { type, created_at } }) =>
      wait.event_type === null ? true : type === wait.event_type && created_at >= wait.registered_at,
    )
    return found ? [{ wait, ...found }] : []
  })
  const runs = await runsOf(records, new Set(met.map(({ wait }) => wait.run_id)))
  const meant = met.filter(({ wait, event, ofContact }) => {
    const run = runs.get(wait.run_id)
    // Of a company's contacts, their events are no events of the others.
    return run !== undefined && !(ofContact && run.contact_id !== null) && !isAboutAnother(run, event)
  })
  await note(records, meant)
  return meant.map(({ wait }) => wait.run_id)
}

async function runsOf(records: Records, ids: ReadonlySet<string>) {
  const rows = await records.columnsOf(WorkflowRun, ['id', 'contact_id', 'entity_type', 'entity_id'], ids)
  return new Map(rows.map((run) => [run.id, run]))
}

// The first event counts.
async function note(records: Records, met: readonly { readonly wait: WorkflowWait; readonly event: Event }[]): Promise<void> {
  const awaited = met.filter(({ wait }) => wait.event_type !== null && wait.event_id === null)
  await records.update(
    WorkflowWait,
    awaited.map(({ wait, event }) => ({ before: wait, changes: { event_id: event.id } })),
  )
}

/** Makes runs that wait due; whether what they wait for has come, they see when they are carried on. */
export async function wake(runs: readonly string[], tables: Kysely<Tables>, dialect: DialectName, now: Date): Promise<void> {
  if (runs.length === 0) return
  const at = Codec.of(WorkflowRun.fields, dialect).toColumn('wake_at', now)
  const meant = tables
    .selectFrom(WorkflowRun.table)
    .select('id')
    .where(anyOf('id', 'uuid', [...new Set(runs)], dialect))
    .where('status', '=', 'waiting')
    .where(sql<SqlBool>`(wake_at is null or wake_at > ${at})`)
  await tables
    .updateTable(WorkflowRun.table)
    .set({ wake_at: at })
    // In the order of their ids, so that two dispatchers never wait for each other.
    .where('id', 'in', dialect === 'postgresql' ? meant.orderBy('id').forUpdate() : meant)
    .execute()
}

/** Ends the runs of records that these events delete; one that a deletion has started goes on with what its event says. */
export async function endDeleted(records: Records, ids: Ids, events: readonly Event[]): Promise<void> {
  const deleted = events.filter(({ type, entity_type }) => type === `${entity_type}.deleted`)
  if (deleted.length === 0) return
  const query = records
    .from(WorkflowRun)
    .selectAll()
    .where(
      records.anyOf(
        WorkflowRun,
        'entity_id',
        deleted.map(({ entity_id }) => entity_id),
      ),
    )
    .where('ended_at', 'is', null)
    .orderBy('id')
  const rows = await (records.dialect === 'postgresql' ? query.forUpdate() : query).execute()
  const states = rows
    .map((row) => records.codec(WorkflowRun).fromRow(row))
    .filter(({ entity_type, entity_id, started_at, memory }) =>
      deleted.some(
        (each) =>
          each.entity_type === entity_type &&
          each.entity_id === entity_id &&
          started_at <= each.created_at &&
          memory.event?.type !== each.type,
      ),
    )
    .map((run) => new RunState(run))
  if (states.length === 0) return
  for (const state of states) state.end('cancelled', 'record_deleted', records.unit.now)
  await new RunWriter({ records, ids }).write(states)
}
