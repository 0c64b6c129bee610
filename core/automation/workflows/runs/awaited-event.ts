import { sql, type SqlBool } from 'kysely'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { isWaiting } from '../../../kernel/storage/writing/waiting-events.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { EnrolledIds } from '../enrollment/candidates.ts'
import { namedByEvents } from '../enrollment/event-records.ts'
import { type RunMemory, type WorkflowRun, WorkflowWait } from '../entity.ts'
import { subjectNames } from './subjects.ts'

type Wait = NonNullable<RunMemory['wait']>

const PAGE = 200
// The order of ids is that of times, but for transactions that were open at once.
const OPEN_MS = 60_000

/** Whether an event of this type can only concern the record that it is about, and none that it names. */
export function isOwnEvent(type: string): boolean {
  return type.startsWith('contact.') || type.startsWith('company.')
}

/** Whether an event is about another record of the kind that a run is for: what happens to another quote of the contact concerns none of this one. */
export function isAboutAnother(
  run: Pick<WorkflowRun, 'entity_type' | 'entity_id'>,
  event: Pick<EventRecord, 'entity_type' | 'entity_id'>,
): boolean {
  return event.entity_type === run.entity_type && event.entity_id !== run.entity_id
}

/**
 * Whether an event that names these records concerns a run. One that names a contact concerns the company's own runs, and not those of
 * other contacts of the company.
 */
export function concerns(
  run: Pick<WorkflowRun, 'contact_id' | 'deal_id' | 'company_id'>,
  { contact_id, deal_id, company_id }: Pick<EnrolledIds, 'contact_id' | 'deal_id' | 'company_id'>,
): boolean {
  if (contact_id !== null && contact_id === run.contact_id) return true
  if (deal_id !== null && deal_id === run.deal_id) return true
  return company_id !== null && company_id === run.company_id && (run.contact_id === null || contact_id === null)
}

/**
 * The first event for which a run waits: of its records or naming them, not before the wait began and not after its end. Looked up, because
 * what came while the step was being committed found nobody who waited. What the run did itself before, and what started it, is none.
 */
export async function awaitedEvent(records: Records, types: RecordTypes, run: WorkflowRun, wait: Wait): Promise<EventRecord | undefined> {
  const type = wait.event_type ?? ''
  const found = [...(await own(records, run, wait)), ...(isOwnEvent(type) ? [] : await naming(records, types, run, wait))]
  return found.toSorted((left, right) => left.id - right.id)[0]
}

async function own(records: Records, run: WorkflowRun, wait: Wait): Promise<readonly EventRecord[]> {
  const ids = subjectNames(run).map((name) => name.slice(name.indexOf(':') + 1))
  const rows = await eligible(records, run, wait)
    .where(records.anyOf(EventRecord, 'entity_id', ids))
    .orderBy('id')
    .limit(1)
    .execute()
  return rows.map((row) => records.codec(EventRecord).fromRow(row))
}

async function naming(records: Records, types: RecordTypes, run: WorkflowRun, wait: Wait): Promise<readonly EventRecord[]> {
  const codec = records.codec(EventRecord)
  const noted = await records.columns(WorkflowWait, ['event_id'], (query) =>
    query.where('run_id', '=', run.id).where('event_id', 'is not', null),
  )
  const ids = noted.flatMap(({ event_id }) => event_id ?? [])
  const candidates =
    ids.length > 0
      ? (
          await eligible(records, run, wait)
            .where(records.anyOf(EventRecord, 'id', ids))
            .execute()
        ).map((row) => codec.fromRow(row))
      : []
  // The dispatcher notes them, unless it came before the wait was committed or has not come yet.
  if (!wait.looked) candidates.push(...(await recent(records, run, wait)))
  if (records.unit.now >= new Date(wait.until)) {
    const rows = await eligible(records, run, wait).where(isWaiting).orderBy('id').limit(PAGE).execute()
    candidates.push(...rows.map((row) => codec.fromRow(row)))
  }
  const named = await namedByEvents(records, types, candidates)
  return candidates.filter((event) => {
    const ids = named.get(event.id)
    return ids !== undefined && concerns(run, ids) && !isAboutAnother(run, event)
  })
}

// Backwards through what has happened since, which is what one transaction takes.
async function recent(records: Records, run: WorkflowRun, wait: Wait): Promise<EventRecord[]> {
  const codec = records.codec(EventRecord)
  const found: EventRecord[] = []
  const oldest = new Date(new Date(wait.since).getTime() - OPEN_MS)
  for (let before: number | undefined; ;) {
    const page = records
      .from(EventRecord)
      .selectAll()
      .where('type', '=', wait.event_type ?? '')
    const rows = await (before === undefined ? page : page.where('id', '<', codec.toColumn('id', before)))
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute()
    const events = rows.map((row) => codec.fromRow(row))
    found.push(...events.filter((each) => isEligible(each, run, wait)))
    const last = events.at(-1)
    if (!last || events.length < PAGE || last.created_at < oldest) return found
    before = last.id
  }
}

function isEligible({ id, step, created_at }: EventRecord, run: WorkflowRun, { since, until }: Wait): boolean {
  const isTime = created_at >= new Date(since) && created_at <= new Date(until)
  return isTime && id !== Number(run.event_id) && !step?.startsWith(`${run.id}:`)
}

function eligible(records: Records, run: WorkflowRun, { since, until, event_type }: Wait) {
  const codec = records.codec(EventRecord)
  const at = (text: string) => codec.toColumn('created_at', new Date(text))
  return records
    .from(EventRecord)
    .selectAll()
    .where('type', '=', event_type ?? '')
    .where('id', '<>', codec.toColumn('id', Number(run.event_id ?? 0)))
    .where(sql<SqlBool>`(step is null or step not like ${`${run.id}:%`})`)
    .where(sql<SqlBool>`created_at >= ${at(since)}`)
    .where(sql<SqlBool>`created_at <= ${at(until)}`)
}
