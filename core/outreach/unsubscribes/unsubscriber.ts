import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Consents } from '../../crm/contacts/consents.ts'
import { EmailChanges } from '../emails/changes.ts'
import { Email } from '../emails/entity.ts'
import { isGenuine, readToken } from '../links/tokens.ts'
import { People } from '../people/people.ts'
import { OutreachSecrets } from '../secrets/outreach-secrets.ts'
import { DEFAULT_TOPIC } from '../suppressions/consents.ts'
import { Suppressions } from '../suppressions/service.ts'
import { unsubscribeFollowers } from './followers.ts'
import type { Choice } from './page.ts'

/** Stores that people do not want messages any more, with all that follows from it, in one unit of work. */
export class Unsubscriber {
  static readonly uses = {
    records: Records,
    people: People,
    consents: Consents,
    suppressions: Suppressions,
    secrets: OutreachSecrets,
    changes: EmailChanges,
    registry: Registry,
    services: Services,
  }
  readonly #uses: Resolved<typeof Unsubscriber.uses>

  constructor(uses: Resolved<typeof Unsubscriber.uses>) {
    this.#uses = uses
  }

  /**
   * As `withdraw` from the topic, by the token of a message of this organization that came back by mail at a time, which may be long ago; false
   * where it is none.
   */
  async withdrawByToken(token: string, source: string, at: Date): Promise<boolean> {
    const named = readToken(token)
    const secret = await this.#uses.secrets.find('links')
    const { organization } = this.#uses.records.unit.actor
    if (named?.kind !== 'unsubscribe' || !secret || !isGenuine(secret, organization, named)) return false
    await this.withdraw(named.id, 'topic', source, at)
    return true
  }

  /**
   * Withdraws the consent of whom a message went to, for its topic or for everything: of the contact, or who has taken it in by a merge, with
   * the event `contact.unsubscribed`; and suppresses the address. Said again, it changes nothing; `at` is when it was said, unless now: who has
   * subscribed since then stays so.
   */
  async withdraw(emailId: string, choice: Choice, source: string, at?: Date): Promise<void> {
    const { people, consents, suppressions, changes, registry, services } = this.#uses
    const records = this.#uses.records.whole
    const [email] = await records.findBy(Email, 'id', [emailId], { lock: true })
    if (!email) return
    const topic = choice === 'all' ? null : (email.topic ?? DEFAULT_TOPIC)
    const person = email.lead_id === null ? undefined : (await people.find([email.lead_id])).get(email.lead_id)
    const consent = person?.consents[topic ?? 'all']
    if (at && consent?.state === 'subscribed' && new Date(consent.at) > at) return
    if (person) await consents.withdraw({ id: person.id, topic: topic ?? 'all', source })
    const address = email.to[0]?.toLowerCase() ?? person?.primary_email ?? null
    const by = { kind: 'unsubscribed', topic, source, email_id: email.id } as const
    if (address !== null) await suppressions.add([{ ...by, value: address }])
    if (email.unsubscribed_at === null) {
      const unsubscribed_at = records.unit.now
      await records.update(Email, [{ before: email, changes: { unsubscribed_at } }])
      await changes.tell([{ email: { ...email, unsubscribed_at }, to: 'unsubscribed' }])
    }
    const who = { contact_id: person?.id ?? null, address, topic, email_id: email.id }
    for (const make of registry.attached(unsubscribeFollowers)) await make(services).unsubscribed(who)
  }
}
