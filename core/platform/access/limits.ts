import type { Resolved } from '../../kernel/operation/operation.ts'
import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { batched } from './batched-windows.ts'
import { Quotas } from './quotas.ts'
import { memoryWindows, tableWindows, type Window, type WindowStore } from './rate-windows.ts'

const WINDOW_MS = 60_000
const MAX_ROOMY = 10_000

// A user who signs in elsewhere comes with a credential, the user of an embedding app without one.
const isCounted = ({ via, credential }: CurrentActor) => via.type === 'api_key' || via.type === 'grant' || credential !== undefined

/** Rate limit of a key, in calls per minute, and quota of its organization; both are counted before a call does anything. */
export class Limits {
  static readonly uses = { database: Database, clock: Clock, settings: Settings, quotas: Quotas }
  readonly #uses: Resolved<typeof Limits.uses>
  readonly #windows: WindowStore
  readonly #limit: number
  readonly #counted = new WeakMap<Reply, Window>()
  /** By key whose window was not half used when last counted: when that window ends (milliseconds since 1970), and the calls until half. */
  readonly #roomy = new Map<string, { readonly expires: number; left: number }>()

  constructor(uses: Resolved<typeof Limits.uses>) {
    this.#uses = uses

    // Only one process uses an SQLite file, so its memory is enough; processes on PostgreSQL share a table.
    this.#windows = uses.database.dialect === 'sqlite' ? memoryWindows() : batched(tableWindows(uses.database))
    this.#limit = uses.settings.rateLimit
  }

  /**
   * Counts one call of a key, of a program that a user has allowed in, or of a user with a token from outside; throws `rate_limited` or `quota_exceeded`, with `retry_after` in seconds. Calls without a key, such as
   * those of the embedding app, are not counted. Sets `reply.rateLimit` to what is left. Answers the number of access changes, if the
   * same statement has read it.
   */
  async count(actor: CurrentActor, reply: Reply): Promise<number | undefined> {
    if (!isCounted(actor)) return undefined
    const { id } = actor.via
    try {
      const window = await this.#countRate(id, reply)
      await this.#uses.quotas.count(actor.organization)
      this.#note(id, window)
      return window.generation
    } catch (error) {
      this.#roomy.delete(id)
      throw error
    }
  }

  /**
   * Whether a call that is about to be counted is likely to be within its limits: fewer than half of the calls of the running window are used
   * up, with those that were asked for here since the last count. So most that are refused cost no more than being counted.
   */
  takeRoom(actor: CurrentActor): boolean {
    if (!isCounted(actor)) return true
    const room = this.#roomy.get(actor.via.id)
    if (!room || room.expires <= this.#uses.clock.now().getTime() || room.left < 1) return false
    room.left -= 1
    return true
  }

  /** Takes a call back from the rate limit, because its caller had the answer already (304); the quota still counts it. */
  async uncount(actor: CurrentActor, reply: Reply): Promise<void> {
    const counted = this.#counted.get(reply)
    const window = counted && (await this.#windows.giveBack(actor.via.id, counted.expires))
    if (window) reply.rateLimit = this.#shown(window)
  }

  // A refused call is counted, too, but does not make the window longer.
  async #countRate(key: string, reply: Reply): Promise<Window> {
    const window = await this.#windows.add(key, 1, this.#uses.clock.now().getTime(), WINDOW_MS)
    reply.rateLimit = this.#shown(window)
    if (window.points > this.#limit)
      throw new CrmError('rate_limited', `More than ${this.#limit} calls in a minute`, { retry_after: reply.rateLimit.reset })
    this.#counted.set(reply, window)
    return window
  }

  #note(key: string, { points, expires }: Window): void {
    const left = this.#limit / 2 - points
    if (left < 1) return void this.#roomy.delete(key)
    if (this.#roomy.size >= MAX_ROOMY) this.#roomy.clear()
    this.#roomy.set(key, { expires, left })
  }

  #shown({ points, expires }: Window): { limit: number; remaining: number; reset: number } {
    const seconds = Math.ceil((expires - this.#uses.clock.now().getTime()) / 1000)
    return { limit: this.#limit, remaining: Math.max(0, this.#limit - points), reset: Math.max(1, seconds) }
  }
}
