import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RawAnswer } from '../../kernel/operation/schema/page.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { targetOf } from '../links/target.ts'
import { PublicSecrets } from '../secrets/public-secrets.ts'
import { EmailHit } from './entity.ts'
import { HitLog } from './hit-log.ts'
import { BURST_MS } from './judgement.ts'
import { isAhead, suspicionOf } from './machines.ts'
import { networkHash } from './network.ts'
import { type PublicMessage, PublicMessages } from './public-messages.ts'

/** A request of a public route of messages. */
export interface Hit {
  readonly token: string
  readonly method?: string
  readonly agent?: string
  readonly ip?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Hits of one message that are kept; further ones are answered and not stored. */
const MOST_HITS = 1_000
// The smallest image that all mail programs show: one transparent point.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const unkept = { 'cache-control': 'no-store, no-cache, private, max-age=0', 'referrer-policy': 'no-referrer' } as const

/** Pixels and links of messages, as strangers ask for them. */
export class PublicHits {
  static readonly uses = {
    messages: PublicMessages,
    secrets: PublicSecrets,
    log: HitLog,
    database: Database,
    clock: Clock,
    ids: Ids,
    logger: Logger,
  }
  readonly #uses: Resolved<typeof PublicHits.uses>

  constructor(uses: Resolved<typeof PublicHits.uses>) {
    this.#uses = uses
  }

  /** The pixel, always the same, whatever the token is and whether the hit could be stored. */
  async open(hit: Hit): Promise<RawAnswer> {
    try {
      const message = await this.#uses.messages.find(hit.token, 'open')
      if (message) await this.#store(message, hit, null)
    } catch (error) {
      this.#uses.logger.error('An open of a message could not be stored', { error })
    }
    const headers = { ...unkept, 'cross-origin-resource-policy': 'cross-origin' }
    return { status: 200, media: 'image/gif', content: PIXEL, headers }
  }

  /** Leads on to the address that is stored for the link, and nowhere else; 404 where the token names none. */
  async click(hit: Hit): Promise<RawAnswer> {
    const message = await this.#uses.messages.find(hit.token, 'click')
    const link = message?.links.find(({ index }) => index === message.index)
    const location = link && targetOf(link.url)
    if (!message || location === undefined)
      return { status: 404, media: 'text/plain; charset=utf-8', content: 'There is no such link.\n', headers: unkept }
    await this.#store(message, hit, message.index)
    return { status: 302, media: 'text/plain; charset=utf-8', content: '', headers: { ...unkept, location } }
  }

  async #store({ id: email_id, user_from }: PublicMessage, hit: Hit, link_index: number | null): Promise<void> {
    if (await this.#isFull(user_from, email_id)) return
    const { clock, ids, log, secrets } = this.#uses
    const at = clock.now()
    const secret = await secrets.find(user_from, 'links')
    await log.add({
      id: ids.next(),
      user_from,
      email_id,
      kind: link_index === null ? 'open' : 'click',
      link_index,
      at,
      due_at: new Date(at.getTime() + BURST_MS),
      network: secret ? networkHash(secret, hit.ip) : null,
      suspicion: suspicionOf({ ...hit, ahead: isAhead(hit.headers ?? {}) }) ?? null,
      verdict: null,
      reason: null,
    })
  }

  // Whoever has a token can ask with it as often as they like.
  async #isFull(organization: string, email_id: string): Promise<boolean> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(EmailHit.table)
      .select('id')
      .where('user_from', '=', organization)
      .where('email_id', '=', email_id)
      .orderBy('at')
      .offset(MOST_HITS - 1)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}
