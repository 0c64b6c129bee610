import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Contact } from './entity.ts'
import { Consents } from './consents.ts'
import { ContactService } from './service.ts'
import type { ConsentInput, ConsentRecord } from './consent-schema.ts'

type Shown = Static<typeof ConsentRecord>

/** The consents of one contact by topic, with their proofs. */
export class ConsentLog {
  static readonly uses = { contacts: ContactService, consents: Consents }
  readonly #uses: Resolved<typeof ConsentLog.uses>

  constructor(uses: Resolved<typeof ConsentLog.uses>) {
    this.#uses = uses
  }

  /** All consents of a contact, in the order of their topics; throws `not_found`. */
  async list(id: string): Promise<Shown[]> {
    const { consents } = await this.#uses.contacts.get(id)
    return Object.entries(consents)
      .map(([topic, consent]) => ({ topic, ...consent }))
      .toSorted((a, b) => (a.topic < b.topic ? -1 : 1))
  }

  /**
   * Stores what a contact says about a topic. The same consent with the same proof changes nothing, not even the time; the event
   * `contact.unsubscribed` is written once. Throws `not_found`.
   */
  async set({ id, topic, state, source, text_version }: Static<typeof ConsentInput>): Promise<Shown> {
    if (state === 'unsubscribed') await this.#uses.consents.withdraw({ id, topic, ...(source !== undefined && { source }) })
    const contact: Contact = await this.#uses.contacts.forChange(id)
    const known = contact.consents[topic]
    const stated = {
      state,
      source: source ?? known?.source ?? contact.created_via,
      text_version: text_version ?? known?.text_version ?? null,
    }
    if (known && known.state === state && known.source === stated.source && known.text_version === stated.text_version)
      return { topic, ...known }
    const consent = { ...stated, at: this.#uses.consents.now.toISOString() }
    this.#uses.contacts.change(contact, { consents: { ...contact.consents, [topic]: consent } })
    return { topic, ...consent }
  }

  /** As `set`, and has those who follow consents do what follows of it. */
  async say(input: Static<typeof ConsentInput>): Promise<Shown> {
    const shown = await this.set(input)
    const contact: Contact = await this.#uses.contacts.forChange(input.id)
    await this.#uses.consents.follow({ contact, topic: input.topic, state: input.state, source: input.source ?? null })
    return shown
  }
}
