import { sql, type SqlBool } from 'kysely'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { project } from '../../kernel/storage/records/project.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Contact } from '../contacts/entity.ts'
import { Deal } from '../deals/entity.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import { contactDrafts, contactEventTypes } from './contact-events.ts'
import { Activity } from './entity.ts'

// Types by which somebody talks with a contact; notes and tasks are not.
const contacting: ReadonlySet<string> = new Set(['call', 'meeting', 'email', 'linkedin', 'whatsapp'])

/**
 * Applies what new activities mean for their contacts and deals: when they were last active, how often they replied, and the events of
 * contacts, which `backfill` leaves out because it loads history.
 */
export async function applyConsequences(records: Records, activities: readonly Activity[], backfill: boolean): Promise<void> {
  const past = activities.filter(({ at }) => at.getTime() <= records.unit.now.getTime())
  const talks = past.filter(({ type }) => contacting.has(type))
  await raiseTime(records, Contact, 'last_activity_at', latest(past, 'lead_id'))
  await raiseTime(records, Contact, 'last_contacted_at', latest(talks, 'lead_id'))
  await raiseTime(records, Deal, 'last_activity_at', latest(past, 'deal_id'))
  await countReplies(records, activities)
  if (!backfill) await appendContactEvents(records, activities)
}

/** The newest time of the activities of each record. */
function latest(activities: readonly Activity[], field: 'lead_id' | 'deal_id'): Map<string, Date> {
  const times = new Map<string, Date>()
  for (const { [field]: id, at } of activities) if (id && (times.get(id)?.getTime() ?? 0) < at.getTime()) times.set(id, at)
  return times
}

/** Raises a time of each record to this one, unless it is later already. */
async function raiseTime(records: Records, entity: EntityTable, field: string, times: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, time] of times) {
    const stored = records.codec(entity).toColumn(field, time)
    const when = sql<SqlBool>`(${sql.ref(field)} is null or ${sql.ref(field)} < ${stored})`
    await project(records, entity, { where: { id }, when, set: { [field]: time } })
  }
}

/** Counts the e-mails that contacts answered, those of loaded history as well. */
async function countReplies(records: Records, activities: readonly Activity[]): Promise<void> {
  const replies = activities.filter(({ type, direction, lead_id }) => type === 'email' && direction === 'in' && lead_id)
  for (const [id, { length }] of Map.groupBy(replies, ({ lead_id }) => lead_id ?? ''))
    await project(records, Contact, { where: { id }, set: { total_email_replies: sql`total_email_replies + ${sql.lit(length)}` } })
}

/** Appends the events that activities are for their contacts; none for a contact that the caller may not see. */
async function appendContactEvents(records: Records, activities: readonly Activity[]): Promise<void> {
  const telling = activities.filter((each) => each.lead_id && contactEventTypes(each).length > 0)
  const found = await records.findBy(Contact, 'id', new Set(telling.map(({ lead_id }) => lead_id)))
  const contacts = new Map(found.map((each) => [each.id, each]))
  const ordinals = await sentOrdinals(records, telling)
  const drafts = await mapInTurns(telling, (each) => {
    const contact = contacts.get(each.lead_id ?? '')
    return contact ? contactDrafts(each, contact, ordinals.get(each.id) ?? 0, records.unit) : []
  })
  if (drafts.some((each) => each.length > 0)) await records.append(drafts.flat())
}

/** Of each e-mail that was sent to a contact, its number among them. */
async function sentOrdinals(records: Records, activities: readonly Activity[]): Promise<Map<string, number>> {
  const ordinals = new Map<string, number>()
  for (const { id, type, direction, lead_id, at } of activities) {
    if (type !== 'email' || direction !== 'out') continue
    const row = await records.db
      .selectFrom(Activity.table)
      .select(sql<number>`count(*)`.as('number'))
      .where('lead_id', '=', lead_id)
      .where('type', '=', 'email')
      .where('direction', '=', 'out')
      .where('at', '<=', records.codec(Activity).toColumn('at', at))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    ordinals.set(id, Number(row?.number ?? 0))
  }
  return ordinals
}
