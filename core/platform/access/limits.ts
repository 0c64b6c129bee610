import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Database } from '../../kernel/storage/database.ts'
import { batched } from './batched-windows.ts'
import { Quotas } from './quotas.ts'
import { memoryWindows, tableWindows, WindowLimiter } from './rate-windows.ts'

// The contract counts requests per minute (8.1).
const WINDOW_SECONDS = 60

/** Rate limit of a key and quota of its organisation (contract 8.1), counted before a call does anything. */
export class Limits {
  static readonly inject = [Database, Clock, Settings, Quotas] as const
  readonly #limiter: WindowLimiter
  readonly #quotas: Quotas
  readonly #limit: number
  readonly #counted = new WeakMap<Reply, RateLimiterRes>()

  constructor(database: Database, clock: Clock, settings: Settings, quotas: Quotas) {
    // One process holds an SQLite file, so its memory is enough; processes on PostgreSQL share a table.
    const windows = database.dialect === 'sqlite' ? memoryWindows() : batched(tableWindows(database))
    this.#limit = settings.rateLimit
    this.#limiter = new WindowLimiter({ store: windows, points: settings.rateLimit, duration: WINDOW_SECONDS }, clock)
    this.#quotas = quotas
  }

  /**
   * Counts one call of a key; throws `rate_limited` or `quota_exceeded`, with `retry_after` in seconds. Calls without a key, such as
   * those of the embedding app, are not counted. `reply.rateLimit` says what is left.
   */
  async count(actor: CurrentActor, reply: Reply): Promise<void> {
    if (actor.via.type !== 'api_key') return
    await this.#countRate(actor.via.id, reply)
    await this.#quotas.count(actor.organization)
  }

  /** Counts a call as none against the rate limit, because its caller had the answer already; the quota counts what was asked (8.1). */
  async uncount(actor: CurrentActor, reply: Reply): Promise<void> {
    const counted = this.#counted.get(reply)
    const left = counted && (await this.#limiter.giveBack(actor.via.id, counted))
    if (left) reply.rateLimit = this.#shown(left)
  }

  async #countRate(key: string, reply: Reply): Promise<void> {
    try {
      const counted = await this.#limiter.consume(key)
      this.#counted.set(reply, counted)
      reply.rateLimit = this.#shown(counted)
    } catch (error) {
      if (error instanceof Error) throw error
      reply.rateLimit = this.#shown(error as RateLimiterRes)
      throw new CrmError('rate_limited', `More than ${this.#limit} calls in a minute`, { retry_after: reply.rateLimit.reset })
    }
  }

  #shown({ remainingPoints, msBeforeNext }: RateLimiterRes) {
    return { limit: this.#limit, remaining: Math.max(0, remainingPoints), reset: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
  }
}
