import type { Static } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import { ContactService } from '../../crm/contacts/service.ts'
import { allIdsOf } from '../../records/record-type/merged-ids.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { listFor, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import type { Fields } from '../../kernel/operation/schema/fields.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ofPeople, WorkflowRun } from '../../automation/workflows/entity.ts'
import { Enrollment } from './entity.ts'
import { type ContactEnrollment, type EnrollmentList, type Enrollments, unfinished } from './schema.ts'

type Shown = Static<typeof ContactEnrollment>
type Query = Static<typeof EnrollmentList>

/** The sequences and workflows that a contact is or was in. */
export class EnrollmentHistory {
  static readonly uses = { records: Records, contacts: ContactService }
  readonly #uses: Resolved<typeof EnrollmentHistory.uses>

  constructor(uses: Resolved<typeof EnrollmentHistory.uses>) {
    this.#uses = uses
  }

  /**
   * Both types in one list, newest first, including those of contacts that were merged into this one. Throws `not_found`, and
   * `invalid_input` (`/cursor`) for a cursor of another list.
   */
  async list(query: Query): Promise<Static<typeof Enrollments>> {
    const { limit = 50, type, cursor } = query
    const ids = allIdsOf(await this.#uses.contacts.get(query.id))
    const list = listFor('enrollments of a contact', { id: ids[0], type, state: query.state })
    const from = cursor === undefined ? null : readPlace(list, cursor, placeOf)
    const own = type === 'workflow' ? [] : await this.#page(Enrollment, 'lead_id', ids, query, from)
    const runs = type === 'sequence' ? [] : await this.#page(WorkflowRun, 'contact_id', ids, query, from, ofPeople)
    const all = [...own.map(ofSequence), ...runs.map(ofWorkflow)]
    const found = all.toSorted((a, b) => (keyOf(a) > keyOf(b) ? -1 : 1))
    const last = found.length > limit ? found[limit - 1] : undefined
    const next = last && writePlace(list, [last.started_at, last.id])
    return { enrollments: found.slice(0, limit), next_cursor: next ?? null }
  }

  // Reads no more of each type than the page can show.
  async #page<F extends Fields>(
    entity: EntityTable<F>,
    contact: string,
    ids: readonly string[],
    { state, limit = 50 }: Query,
    from: Place | null,
    only?: Expression<SqlBool>,
  ) {
    const codec = this.#uses.records.codec(entity)
    const isOpen = sql<SqlBool>`status in (${sql.join([...unfinished])})`
    const conditions: Expression<SqlBool>[] = [this.#uses.records.anyOf(entity, contact, ids)]
    if (only) conditions.push(only)
    if (state) conditions.push(state === 'active' ? isOpen : sql<SqlBool>`not ${isOpen}`)
    if (from) conditions.push(sql<SqlBool>`(started_at, id) < (${codec.toColumn('started_at', from.at)}, ${from.id})`)
    let rows = this.#uses.records.db.selectFrom(entity.table).selectAll()
    for (const each of conditions) rows = rows.where(each)
    const found = await rows
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    return found.map((row) => codec.fromRow(row))
  }
}

interface Place {
  readonly at: Date
  readonly id: string
}

const keyOf = ({ started_at, id }: Shown) => `${started_at} ${id}`
const time = (at: Date | null) => at && at.toISOString()

function ofSequence(each: Enrollment): Shown {
  const { id, sequence_id, sequence_version: version, status, current_step, enrolled_by, enrolled_via, reason, history } = each
  const times = { started_at: each.started_at.toISOString(), next_run_at: time(each.next_run_at), finished_at: time(each.finished_at) }
  const who = { enrolled_by, enrolled_via, event_id: null, waiting_for: null }
  return { id, type: 'sequence', sequence_id, workflow_id: null, version, status, current_step, ...times, ...who, reason, history }
}

function ofWorkflow(run: WorkflowRun): Shown {
  const { id, workflow_id, workflow_version: version, status, cursor: current_step, waiting_for, event_id, end_reason: reason } = run
  const times = { started_at: run.started_at.toISOString(), next_run_at: time(run.wake_at), finished_at: time(run.ended_at) }
  const who = { enrolled_by: null, enrolled_via: null, event_id: event_id === null ? null : Number(event_id), waiting_for }
  return { id, type: 'workflow', sequence_id: null, workflow_id, version, status, current_step, ...times, ...who, reason, history: [] }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function placeOf([at, id]: readonly unknown[]): Place | undefined {
  if (typeof at !== 'string' || typeof id !== 'string') return undefined
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at))
  return isTime && UUID.test(id) ? { at: new Date(at), id } : undefined
}
