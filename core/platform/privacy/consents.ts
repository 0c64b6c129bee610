import type { Static } from '@sinclair/typebox'
import type { Contact } from '../../crm/contacts/entity.ts'
import { Consents } from '../../crm/contacts/consents.ts'
import { ContactService } from '../../crm/contacts/service.ts'
import type { ConsentInput, ConsentRecord } from './schema.ts'

type Shown = Static<typeof ConsentRecord>

/** The consents of one contact by topic, with their proofs. */
export class ConsentLog {
  static readonly inject = [ContactService, Consents] as const
  readonly #contacts: ContactService
  readonly #consents: Consents

  constructor(contacts: ContactService, consents: Consents) {
    this.#contacts = contacts
    this.#consents = consents
  }

  /** All topics of a contact, by name; throws `not_found`. */
  async list(id: string): Promise<Shown[]> {
    const { consents } = await this.#contacts.get(id)
    return Object.entries(consents)
      .map(([topic, consent]) => ({ topic, ...consent }))
      .toSorted((a, b) => (a.topic < b.topic ? -1 : 1))
  }

  /**
   * Stores what a contact says about a topic. The same consent with the same proof changes nothing, not even the time; the event
   * `contact.unsubscribed` is written once. Throws `not_found`.
   */
  async set({ id, topic, state, source, text_version }: Static<typeof ConsentInput>): Promise<Shown> {
    if (state === 'unsubscribed') await this.#consents.withdraw({ id, topic, ...(source !== undefined && { source }) })
    const contact: Contact = await this.#contacts.forChange(id)
    const known = contact.consents[topic]
    const given = {
      state,
      source: source ?? known?.source ?? contact.created_via,
      text_version: text_version ?? known?.text_version ?? null,
    }
    if (known && known.state === state && known.source === given.source && known.text_version === given.text_version)
      return { topic, ...known }
    const consent = { ...given, at: this.#consents.now.toISOString() }
    this.#contacts.change(contact, { consents: { ...contact.consents, [topic]: consent } })
    return { topic, ...consent }
  }
}
