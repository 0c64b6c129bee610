import type { Resolved } from '../../kernel/operation/operation.ts'
import { amongGiven } from '../../kernel/storage/records/any-of.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { inParts } from '../../kernel/storage/writing/chunks.ts'
import { People, type Permission } from '../people/people.ts'
import { comparedAddress, hashOf, wholeDomain } from './address.ts'
import { Suppression, type SuppressionKind } from './entity.ts'

/** Who is to get a message. */
export interface Recipient {
  readonly address: string
  /** Null where nobody is known; a contact with this address is then found. */
  readonly contact_id: string | null
}

/** What a message is: a personal one, marketing, or what the engine must say, such as the confirmation of a subscription. */
export type Purpose = 'personal' | 'marketing' | 'system'

/** The topic of marketing that names none. */
export const DEFAULT_TOPIC = 'marketing'

type Block = Pick<Suppression, 'hash' | 'kind' | 'topic'>

/** Whether people may be written to. */
export class Consents {
  static readonly uses = { records: Records, people: People }
  readonly #records: Records
  readonly #people: People

  constructor({ records, people }: Resolved<typeof Consents.uses>) {
    this.#records = records.whole
    this.#people = people
  }

  /**
   * For each recipient, in a few statements, the first reason why nothing may be sent, or null: `no_email` (no valid address), `archived`
   * (the contact was deleted), `do_not_contact`, `bounced`, `complained`, `manual`; for marketing also `unsubscribed`, from its topic
   * (`marketing` when null) or from everything.
   */
  async judge(recipients: readonly Recipient[], purpose: Purpose, topic: string | null): Promise<readonly (string | null)[]> {
    const addresses = recipients.map(({ address }) => comparedAddress(address))
    const hashes = addresses.map((each) => (each === undefined ? [] : [hashOf(each), hashOf(wholeDomain(each))]))
    const [people, blocks] = await Promise.all([this.#permissionsOf(recipients), this.#blocksOf(new Set(hashes.flat()))])
    const wanted = topic ?? DEFAULT_TOPIC
    return addresses.map((address, at) => {
      if (address === undefined) return 'no_email'
      const person = people[at]
      if (person?.deleted_at) return 'archived'
      if (person?.do_not_contact) return 'do_not_contact'
      const own = (hashes[at] ?? []).flatMap((hash) => blocks.get(hash) ?? [])
      const blocked = hardKinds.find((kind) => own.some((each) => each.kind === kind))
      if (blocked) return blocked
      return purpose === 'marketing' && (hasWithdrawn(person, wanted) || isUnsubscribed(own, wanted)) ? 'unsubscribed' : null
    })
  }

  async #blocksOf(hashes: ReadonlySet<string>): Promise<ReadonlyMap<string, Block[]>> {
    const records = this.#records
    const rows = await inParts(hashes, (part) =>
      records.rows<Block>('suppressions by hash', [records.dialect === 'postgresql' ? part : JSON.stringify(part)], (db, place) =>
        db
          .selectFrom(Suppression.table)
          .select(['hash', 'kind', 'topic'])
          .where(amongGiven('hash', 'text', place, records.dialect))
          // These columns are texts, which both drivers answer as they are.
          .$castTo<Block>(),
      ),
    )
    return Map.groupBy(rows, ({ hash }) => hash)
  }

  /** What each recipient has said: the contact of the id; else who has the address. */
  async #permissionsOf(recipients: readonly Recipient[]): Promise<readonly (Permission | undefined)[]> {
    const loose = recipients.flatMap(({ contact_id, address }) => (contact_id === null ? [folded(address)] : []))
    const byAddress = await this.#people.idsByAddress(loose)
    const ids = recipients.map(({ contact_id, address }) => contact_id ?? byAddress.get(folded(address)))
    const known = await this.#people.permissions(ids.filter((each) => each !== undefined))
    return ids.map((id) => (id === undefined ? undefined : known.get(id)))
  }
}

const folded = (address: string) => address.trim().toLowerCase()
const hardKinds = ['bounced', 'complained', 'manual'] satisfies readonly SuppressionKind[]

function isUnsubscribed(blocks: readonly Block[], topic: string): boolean {
  return blocks.some((each) => each.kind === 'unsubscribed' && (each.topic === null || each.topic === topic))
}

/** Whether a contact has withdrawn the consent to a topic, to all e-mails or to everything. */
export function hasWithdrawn(contact: Pick<Permission, 'consents'> | undefined, topic: string): boolean {
  return ['all', 'email', topic].some((each) => contact?.consents[each]?.state === 'unsubscribed')
}
