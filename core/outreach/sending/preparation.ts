import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ContactAddresses } from '../emails/contact-addresses.ts'
import { Email } from '../emails/entity.ts'
import { type Bodies, bodyMakers } from '../emails/followers.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { OutreachSecrets } from '../secrets/outreach-secrets.ts'
import { hasWithdrawn } from '../suppressions/consents.ts'
import { decorate, type Ready } from './decorate.ts'

/** By the ids of messages, their bodies as they are stored, and as they are sent. */
export interface Prepared {
  readonly bodies: ReadonlyMap<string, Bodies>
  readonly ready: ReadonlyMap<string, Ready>
}

type Readers = Awaited<ReturnType<ContactAddresses['people']>>

/** Finds what messages are made of, in the unit of work that begins to send them. */
export class Preparation {
  static readonly uses = {
    records: Records,
    registry: Registry,
    services: Services,
    settings: Settings,
    addresses: ContactAddresses,
    secrets: OutreachSecrets,
  }
  readonly #uses: Resolved<typeof Preparation.uses>

  constructor(uses: Resolved<typeof Preparation.uses>) {
    this.#uses = uses
  }

  /** Bodies as they were stored, or as somebody makes them. */
  async bodies(emails: readonly Email[]): Promise<ReadonlyMap<string, Bodies>> {
    const { registry, services } = this.#uses
    const found = new Map<string, Bodies>()
    for (const { id, html, text } of emails) if (html !== null || text !== null) found.set(id, { html, text })
    const others = emails.filter(({ id }) => !found.has(id))
    if (others.length === 0) return found
    for (const make of registry.attached(bodyMakers)) for (const [id, bodies] of await make(services).make(others)) found.set(id, bodies)
    // A message of one's own may be empty.
    for (const { id, campaign_id } of others) if (!found.has(id) && campaign_id === null) found.set(id, { html: null, text: '' })
    return found
  }

  /** Bodies as they are stored, and as they are sent. */
  async of(emails: readonly Email[], mailbox: Mailbox): Promise<Prepared> {
    const people = this.#people(emails)
    const [bodies] = await Promise.all([this.bodies(emails), people])
    return { bodies, ready: await this.ready(emails, bodies, mailbox, { people: await people }) }
  }

  /** Bodies with their links, pixel and ways to unsubscribe; without links and pixel that count unless `isTracked`. */
  async ready(
    emails: readonly Email[],
    bodies: ReadonlyMap<string, Bodies>,
    mailbox: Mailbox,
    { isTracked = true, people }: { readonly isTracked?: boolean; readonly people?: Readers | undefined } = {},
  ): Promise<ReadonlyMap<string, Ready>> {
    const { secrets, settings } = this.#uses
    const byId = people ?? (await this.#people(emails))
    const secret = await secrets.of('links')
    const base = mailbox.tracking_domain === null ? settings.publicUrl : `https://${mailbox.tracking_domain}`
    return new Map(
      emails.flatMap((email) => {
        const own = bodies.get(email.id)
        const person = byId.get(email.lead_id ?? '')
        const tracked = isTracked && base !== '' && !hasWithdrawn(person, 'tracking')
        if (!own) return []
        const inbox = mailbox.imap === null ? undefined : mailbox.address
        const language = person?.language ?? null
        return [[email.id, decorate(email, own, { secret, base, language, tracked, inbox, returnPath: mailbox.return_path })] as const]
      }),
    )
  }

  #people(emails: readonly Email[]): Promise<Readers> {
    return this.#uses.addresses.people(new Set(emails.flatMap(({ lead_id }) => lead_id ?? [])))
  }

  /** The Message-IDs of those that these answer. */
  async answered(emails: readonly Email[]): Promise<ReadonlyMap<string, string | null>> {
    const ids = emails.flatMap(({ reply_to_email_id }) => reply_to_email_id ?? [])
    if (ids.length === 0) return new Map()
    const { records } = this.#uses
    const rows = await records.whole.columnsOf(Email, ['id', 'message_id'], ids)
    return new Map(rows.map(({ id, message_id }) => [id, message_id]))
  }
}
