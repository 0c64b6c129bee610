import { type Kysely, sql, type SqlBool } from 'kysely'
import type { DispatchedEvent, EventConsumer } from '../../kernel/feature/event-consumer.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { systemActor } from '../../automation/workflows/runs/actor.ts'
import { Enrollment } from './entity.ts'
import { type ExitReason, openStates, SequenceExits } from './exits.ts'
import { Sequence } from './sequence-entity.ts'
import { TaskSteps } from './task-steps.ts'

/** An event as far as exits need it. */
export type ExitEvent = Pick<DispatchedEvent, 'type' | 'entity_type' | 'entity_id' | 'payload' | 'created_at'>

/** The event types that may end enrollments. */
export const exitEvents: readonly string[] = [
  'contact.replied',
  'contact.meeting_booked',
  'contact.lifecycle_changed',
  'contact.unsubscribed',
  'contact.email_bounced',
  'contact.property_changed',
  'contact.deleted',
  'deal.created',
]

/** The contacts that events are about: of a deal those who take part in it. */
async function contactsOf(records: Records, events: readonly ExitEvent[]): Promise<(event: ExitEvent) => readonly string[]> {
  const ids = new Set(events.flatMap(({ entity_type, entity_id }) => (entity_type === 'deal' ? [entity_id] : [])))
  const deals = await records.columnsOf(Deal, ['id', 'primary_lead_id', 'contacts'], ids)
  const people = new Map(
    deals.map(({ id, primary_lead_id, contacts }) => [
      id,
      [...new Set([...(primary_lead_id === null ? [] : [primary_lead_id]), ...contacts.map(({ lead_id }) => lead_id)])],
    ]),
  )
  return ({ entity_type, entity_id }) => (entity_type === 'contact' ? [entity_id] : (people.get(entity_id) ?? []))
}

/** Why an event ends enrollments in a sequence; undefined where it does not. */
export function exitOf({ type, payload }: ExitEvent, { exit_on, topic }: Pick<Sequence, 'exit_on' | 'topic'>): ExitReason | undefined {
  const said = membersOf(JSON.parse(payload))
  if (type === 'contact.deleted') return 'contact_deleted'
  if (type === 'contact.email_bounced') return 'bounced'
  if (type === 'contact.replied') return (exit_on.reply ?? true) ? 'replied' : undefined
  if (type === 'contact.meeting_booked') return (exit_on.meeting_booked ?? true) ? 'meeting_booked' : undefined
  // From another topic they may well unsubscribe.
  if (type === 'contact.unsubscribed')
    return (exit_on.unsubscribed ?? true) && ([null, undefined, 'all', topic] as unknown[]).includes(said['topic'])
      ? 'unsubscribed'
      : undefined
  if (type === 'deal.created') return exit_on.deal_created ? 'deal_created' : undefined
  if (type === 'contact.lifecycle_changed')
    return exit_on.lifecycle_stage?.some((each) => each === said['to']) ? 'lifecycle_stage' : undefined
  const changed = said['changed']
  return type === 'contact.property_changed' && Array.isArray(changed) && changed.includes('do_not_contact') ? 'do_not_contact' : undefined
}

/** Ends enrollments when an event gives the reason, and goes on behind tasks that are done, in the transaction that marks the events as processed. */
export class SequenceDispatch implements EventConsumer {
  static readonly uses = { database: Database, ids: Ids }
  readonly #uses: Resolved<typeof SequenceDispatch.uses>

  constructor(uses: Resolved<typeof SequenceDispatch.uses>) {
    this.#uses = uses
  }

  async consume(events: readonly DispatchedEvent[], tables: Kysely<Tables>, now: Date): Promise<void> {
    const { database, ids } = this.#uses
    for (const [organization, own] of Map.groupBy(events, ({ user_from }) => user_from)) {
      const records = database.recordsWithin(tables, { actor: new CurrentActor(systemActor(organization)), now })
      const leaving = own.filter(({ type }) => exitEvents.includes(type))
      if (leaving.length > 0) await new SequenceExits({ records, ids }).end(await exitsBy(records, leaving))
      const tasks = own.filter(({ type }) => /^task\.(completed|deleted|updated)$/.test(type))
      if (tasks.length > 0) await new TaskSteps({ records, ids }).settle(tasks.map(({ entity_id }) => entity_id))
    }
  }
}

/** Which open enrollments these events end, and why: of each the first event. Other states than the open ones are those that are asked for. */
export async function exitsBy(
  records: Records,
  events: readonly ExitEvent[],
  states: readonly string[] = openStates,
): Promise<ReadonlyMap<string, ExitReason>> {
  const reasonsOfMerges = await mergedAway(records, events, states)
  const contacts = await contactsOf(records, events)
  const about = events.flatMap((event) => contacts(event).map((contact) => ({ contact, event })))
  const byContact = Map.groupBy(about, ({ contact }) => contact)
  const reasons = new Map<string, ExitReason>(reasonsOfMerges)
  if (byContact.size === 0) return reasons
  const open = await records.columns(Enrollment, ['id', 'lead_id', 'sequence_id', 'started_at'], (query) =>
    query.where(records.anyOf(Enrollment, 'lead_id', byContact.keys())).where(sql<SqlBool>`status in (${sql.join([...states])})`),
  )
  const sequences = new Map(
    (await records.findBy(Sequence, 'id', new Set(open.map(({ sequence_id }) => sequence_id)))).map((each) => [each.id, each]),
  )
  for (const { id, lead_id, sequence_id, started_at } of open) {
    const rules = sequences.get(sequence_id) ?? { exit_on: {}, topic: '' }
    for (const { event } of byContact.get(lead_id) ?? []) {
      const reason = event.created_at >= started_at ? exitOf(event, rules) : undefined
      // The flag can be taken away as well.
      if (!reason || (reason === 'do_not_contact' && !(await isLeftAlone(records, lead_id)))) continue
      reasons.set(id, reason)
      break
    }
  }
  return reasons
}

// A contact that another has taken in is deleted by that, and what it was in names the other by then: its runs still name it, and end.
async function mergedAway(
  records: Records,
  events: readonly ExitEvent[],
  states: readonly string[],
): Promise<ReadonlyMap<string, ExitReason>> {
  const deleted = events.flatMap(({ type, entity_id }) => (type === 'contact.deleted' ? [entity_id] : []))
  if (deleted.length === 0) return new Map()
  const runs = await records.columns(WorkflowRun, ['id'], (query) =>
    query.where('entity_type', '=', 'contact').where(records.anyOf(WorkflowRun, 'entity_id', deleted)),
  )
  const open = await records.columnsOf(
    Enrollment,
    ['id', 'status'],
    runs.map(({ id }) => id),
  )
  return new Map(open.flatMap(({ id, status }) => (states.includes(status) ? [[id, 'contact_deleted'] as const] : [])))
}

async function isLeftAlone(records: Records, id: string): Promise<boolean> {
  const { do_not_contact } =
    (await records.db.selectFrom('contacts').select('do_not_contact').where('id', '=', id).executeTakeFirst()) ?? {}
  return Boolean(do_not_contact)
}
