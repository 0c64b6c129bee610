import { sql } from 'kysely'
import { Contact } from '../contacts/entity.ts'
import { Deal } from '../deals/entity.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { contactDrafts, contactEventTypes } from './contact-events.ts'
import { Activity } from './entity.ts'

// Types that are a contact with somebody; a note or a task tells of none.
const contacting: readonly string[] = ['call', 'meeting', 'email', 'linkedin', 'whatsapp']

/** What follows from new activities: their records know when they were last active, and contacts have events unless this is history. */
export async function follow(records: Records, activities: readonly Activity[], backfill: boolean): Promise<void> {
  const past = activities.filter(({ at }) => at.getTime() <= records.unit.now.getTime())
  await touch(records, Contact, 'last_activity_at', latest(past, 'lead_id'))
  await touch(
    records,
    Contact,
    'last_contacted_at',
    latest(
      past.filter(({ type }) => contacting.includes(type)),
      'lead_id',
    ),
  )
  await touch(records, Deal, 'last_activity_at', latest(past, 'deal_id'))
  await countReplies(records, activities)
  if (!backfill) await report(records, activities)
}

/** The newest time of each record that these activities are about. */
function latest(activities: readonly Activity[], field: 'lead_id' | 'deal_id'): Map<string, Date> {
  const times = new Map<string, Date>()
  for (const { [field]: id, at } of activities) if (id && (times.get(id)?.getTime() ?? 0) < at.getTime()) times.set(id, at)
  return times
}

// Kept by the engine for itself: no new version and no event, as a record is not changed by what happens around it.
async function touch(records: Records, entity: EntityTable, field: string, times: ReadonlyMap<string, Date>): Promise<void> {
  const codec = records.codec(entity)
  for (const [id, time] of times) {
    const value = codec.toColumn(field, time)
    await records.db
      .updateTable(entity.table)
      .set({ [field]: value })
      .where('id', '=', id)
      .where((eb) => eb.or([eb(field, 'is', null), eb(field, '<', value)]))
      .execute()
  }
}

/** Counters rise without a new version, as `touch` does; history that is loaded counts as well. */
async function countReplies(records: Records, activities: readonly Activity[]): Promise<void> {
  const replies = activities.filter(({ type, direction, lead_id }) => type === 'email' && direction === 'in' && lead_id)
  for (const [id, { length }] of Map.groupBy(replies, ({ lead_id }) => lead_id)) {
    const counted = { total_email_replies: sql`total_email_replies + ${sql.lit(length)}` }
    await records.db.updateTable(Contact.table).set(counted).where('id', '=', id).execute()
  }
}

/** Events of the contacts, for the activities that are one; none of a contact that the caller does not see. */
async function report(records: Records, activities: readonly Activity[]): Promise<void> {
  const telling = activities.filter((each) => each.lead_id && contactEventTypes(each).length > 0)
  const contacts = new Map(
    (await records.findBy(Contact, 'id', new Set(telling.map(({ lead_id }) => lead_id)))).map((each) => [each.id, each]),
  )
  const sent = await sentTo(records, telling)
  const drafts = telling.flatMap((each) => {
    const contact = contacts.get(each.lead_id ?? '')
    return contact ? contactDrafts(each, contact, sent.get(each.id) ?? 0, records.unit) : []
  })
  if (drafts.length > 0) await records.append(drafts)
}

/** Of each e-mail that went to a contact, which one it was. */
async function sentTo(records: Records, activities: readonly Activity[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  for (const { id, type, direction, lead_id, at } of activities) {
    if (type !== 'email' || direction !== 'out') continue
    const time = records.codec(Activity).toColumn('at', at)
    const row = await records.db
      .selectFrom(Activity.table)
      .select(sql<number>`count(*)`.as('number'))
      .where('lead_id', '=', lead_id)
      .where('type', '=', 'email')
      .where('direction', '=', 'out')
      .where('at', '<=', time)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    numbers.set(id, Number(row?.number ?? 0))
  }
  return numbers
}
