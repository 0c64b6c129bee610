import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { comparedAddress, comparedValue, hashOf } from './address.ts'
import { Suppression, type SuppressionKind } from './entity.ts'
import { type SuppressionCreate, suppressionFilters, type SuppressionList, suppressionSorts } from './schema.ts'

/** What is to be suppressed. */
export interface Suppressed {
  /** An address or `*@domain`. */
  readonly value: string
  readonly kind: SuppressionKind
  /** Only of the kind `unsubscribed`; null or left out blocks all marketing. */
  readonly topic?: string | null
  readonly reason?: string | null
  readonly source?: string | null
  readonly email_id?: string | null
}

/** The addresses and domains to which nothing is sent. */
export class Suppressions {
  static readonly uses = { records: Records, ids: Ids }
  readonly #records: Records
  readonly #ids: Ids

  constructor({ records, ids }: Resolved<typeof Suppressions.uses>) {
    // What is suppressed concerns everybody who sends, whatever records they may see.
    this.#records = records.whole
    this.#ids = ids
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#records.unit.now
  }

  /** One page, the newest first. */
  list(query: Static<typeof SuppressionList>) {
    return this.#rows().list(query)
  }

  /**
   * Suppresses one address or domain; what is suppressed for the same reason already is answered as it is. Throws `invalid_input` for what
   * is neither address nor domain, and for a topic of another kind than `unsubscribed`.
   */
  async create({ kind = 'manual', ...given }: SuppressionCreate, reply: Reply): Promise<Suppression> {
    if (comparedValue(given.value) === undefined)
      throw invalid('/value', 'invalid_format', `"${given.value}" is neither an e-mail address nor *@ and a domain`)
    if (given.topic && kind !== 'unsubscribed')
      throw invalid('/topic', 'not_allowed', 'Only the kind unsubscribed can be limited to a topic: leave topic out')
    const { added, known } = await this.add([{ ...given, kind }])
    if (added.length === 0) reply.matched('value')
    const [row] = [...added, ...known]
    if (!row) throw new CrmError('internal_error', 'The suppression was not stored')
    return row
  }

  /**
   * Suppresses any number of addresses and domains, in few statements, as lists of other systems are brought along. Those that are
   * suppressed already stay as they are (`known`); what is neither address nor domain is left out (`invalid`).
   */
  async add(
    entries: readonly Suppressed[],
  ): Promise<{ readonly added: Suppression[]; readonly known: Suppression[]; readonly invalid: string[] }> {
    const { unit } = this.#records
    const wanted = new Map<string, Suppression>()
    const refused: string[] = []
    for (const { value: given, kind, topic = null, reason = null, source = null, email_id = null } of entries) {
      const value = comparedValue(given)
      if (value === undefined) {
        refused.push(given)
        continue
      }
      const [hash, own] = [hashOf(value), kind === 'unsubscribed' ? topic : null]
      const key = keyOf(hash, kind, own)
      if (wanted.has(key)) continue
      const who = { user_from: unit.actor.organization, created_by: unit.actor.user, created_at: unit.now }
      wanted.set(key, { id: this.#ids.next(), ...who, value, hash, kind, topic: own, reason, source, email_id, key })
    }
    const known = await this.#records.findBy(Suppression, 'key', wanted.keys())
    for (const { key } of known) wanted.delete(key)
    const added = [...wanted.values()]
    if (added.length > 0) await this.#records.insert(Suppression, added)
    return { added, known, invalid: refused }
  }

  /** Removes one, which the audit log tells; throws `not_found`. */
  async delete(id: string): Promise<void> {
    await this.#rows().get(id, { lock: true })
    await this.#records.remove(Suppression, [id])
  }

  /**
   * Lifts what an address was unsubscribed from, because its owner has confirmed a new subscription: of the topic and of everything.
   * Answers how many were lifted.
   */
  async lift(address: string, topic: string): Promise<number> {
    const compared = comparedAddress(address)
    if (compared === undefined) return 0
    const hash = hashOf(compared)
    const keys = [keyOf(hash, 'unsubscribed', topic), keyOf(hash, 'unsubscribed', null)]
    const found = await this.#records.findBy(Suppression, 'key', keys)
    if (found.length > 0)
      await this.#records.remove(
        Suppression,
        found.map(({ id }) => id),
      )
    return found.length
  }

  #rows() {
    return new Rows(this.#records, Suppression, 'suppression', { filters: suppressionFilters, sorts: suppressionSorts })
  }
}

const keyOf = (hash: string, kind: SuppressionKind, topic: string | null) => `${hash} ${kind} ${topic ?? ''}`
