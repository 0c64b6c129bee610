import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Closed, Id, Text } from '../../kernel/operation/schema/schema.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { type ConsentChange, consentFollowers } from './consent-followers.ts'
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
  static readonly uses = { contacts: ContactService, records: Records, registry: Registry, services: Services }
  readonly #uses: Resolved<typeof Consents.uses>

  constructor(uses: Resolved<typeof Consents.uses>) {
    this.#uses = uses
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /**
   * Withdraws the consent of a contact for one topic or for all, with the event `contact.unsubscribed`; repeated, it changes nothing.
   * Throws `not_found`, and `version_mismatch` under `If-Match`.
   */
  async withdraw({ id, topic = 'all', source }: Static<typeof Unsubscription>, reply?: Reply): Promise<Contact> {
    const contact = await this.#uses.contacts.forChange(id, reply)
    if (contact.consents[topic]?.state === 'unsubscribed') return contact
    const { unit } = this.#uses.records
    const consent = { state: 'unsubscribed', at: unit.now.toISOString(), source: source ?? unit.actor.createdVia, text_version: null }
    this.#uses.contacts.change(contact, { consents: { ...contact.consents, [topic]: consent } })
    const data = { ...contactEvents.summary(contact), topic, source: consent.source }
    const record = JSON.stringify(presentContact(contact, unit.now))
    await this.#uses.records.append([draftOf('contact.unsubscribed', { type: 'contact', id: contact.id }, data, record, unit)])
    return contact
  }

  /** As `withdraw`, and has those who follow consents do what follows of it. */
  async unsubscribe(input: Static<typeof Unsubscription>, reply?: Reply): Promise<Contact> {
    const contact = await this.withdraw(input, reply)
    await this.follow({ contact, topic: input.topic ?? 'all', state: 'unsubscribed', source: input.source ?? null })
    return contact
  }

  /** Has those who follow consents do what follows of one that a caller has set. */
  async follow(change: ConsentChange): Promise<void> {
    const { registry, services } = this.#uses
    for (const make of registry.attached(consentFollowers)) await make(services).said(change)
  }
}
