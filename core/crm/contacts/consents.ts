import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Closed, Id, Text } from '../../kernel/operation/schema.ts'
import { draftOf } from '../../kernel/storage/event-draft.ts'
import { Records } from '../../kernel/storage/records.ts'
import type { Contact } from './entity.ts'
import { contactEvents } from './events.ts'
import { presentContact } from './schema.ts'
import { ContactService } from './service.ts'

/** Input of `POST /contacts/{id}/unsubscribe`; without a topic it is `all`. */
export const Unsubscription = Closed({
  id: Id(),
  topic: Type.Optional(Text(100, { minLength: 1, description: 'Topic to unsubscribe from; everything when left out' })),
  source: Type.Optional(Text(255, { description: 'Where this was said: a form, a call, a letter' })),
})

/** Which messages contacts agreed to receive, by topic. */
export class Consents {
  static readonly inject = [ContactService, Records] as const
  readonly #contacts: ContactService
  readonly #records: Records

  constructor(contacts: ContactService, records: Records) {
    this.#contacts = contacts
    this.#records = records
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#records.unit.now
  }

  /**
   * Withdraws the consent of a contact for one topic or for all, with the event `contact.unsubscribed`; repeated, it changes nothing.
   * Throws `not_found`, and `version_mismatch` under `If-Match`.
   */
  async withdraw({ id, topic = 'all', source }: Static<typeof Unsubscription>, reply?: Reply): Promise<Contact> {
    const contact = await this.#contacts.forChange(id, reply)
    if (contact.consents[topic]?.state === 'unsubscribed') return contact
    const { unit } = this.#records
    const consent = { state: 'unsubscribed', at: unit.now.toISOString(), source: source ?? unit.actor.createdVia, text_version: null }
    this.#contacts.change(contact, { consents: { ...contact.consents, [topic]: consent } })
    const data = { ...contactEvents.summary(contact), topic, source: consent.source }
    const record = JSON.stringify(presentContact(contact, unit.now))
    await this.#records.append([draftOf('contact.unsubscribed', { type: 'contact', id: contact.id }, data, record, unit)])
    return contact
  }
}
