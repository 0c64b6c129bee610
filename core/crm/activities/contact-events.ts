import { contactEvents } from '../contacts/events.ts'
import type { Contact } from '../contacts/entity.ts'
import { presentContact } from '../contacts/schema.ts'
import { draftOf, type EventDraft } from '../../kernel/storage/schema/event-draft.ts'
import type { Unit } from '../../kernel/storage/schema/unit.ts'
import type { Activity } from './entity.ts'

// Characters of the body that an event carries: enough to recognize it, without the whole mail in every webhook.
const SNIPPET = 200

/** Types of the events that an activity makes of its contact, in their order. */
export function contactEventTypes({ type, direction }: Pick<Activity, 'type' | 'direction'>): string[] {
  if (type === 'note') return ['contact.note_added']
  if (type === 'meeting') return ['contact.meeting_booked']
  if (type !== 'email' && type !== 'linkedin' && type !== 'whatsapp') return []
  const [received, sent] = type === 'email' ? ['email_received', 'email_sent'] : ['message_received', 'message_sent']
  if (direction === 'in') return [`contact.${received}`, 'contact.replied']
  return direction === 'out' ? [`contact.${sent}`] : []
}

/** These events, with the contact as it is now; `nth` is the number of e-mails that were sent to it, this one included. */
export function contactDrafts(activity: Activity, contact: Contact, nth: number, unit: Unit): EventDraft[] {
  const { id, type, subject, body, channel, owner_email } = activity
  const record = JSON.stringify(presentContact(contact, unit.now))
  const data = {
    ...contactEvents.summary(contact),
    activity_id: id,
    subject,
    snippet: body?.slice(0, SNIPPET) ?? null,
    ...(channel && { channel }),
    ...(type === 'email' && { in_copy: 'false', mailbox: owner_email?.toLowerCase() ?? null }),
    ...(type === 'email' && activity.direction === 'out' && { nth }),
  }
  return contactEventTypes(activity).map((event) => draftOf(event, { type: 'contact', id: contact.id }, data, record, unit))
}
