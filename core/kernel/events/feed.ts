import type { Resolved } from '../operation/operation.ts'
import { AccessWatch, type LongLived } from './access-watch.ts'
import { CurrentActor } from '../operation/actor.ts'
import type { CrmError } from '../operation/errors.ts'
import { OpenStreams, type Streamed } from '../operation/stream.ts'
import { isSeenBy } from '../storage/schema/visibility.ts'
import { Units } from '../storage/units/units.ts'
import { frozen } from '../values/frozen.ts'
import type { EventLogEntry } from './schema.ts'
import { EventLog, type Followed } from './service.ts'
import type { Follower, TailPage } from './tail.ts'
import { EventTails } from './tails.ts'

const PAGE = 200
/** Entries that wait for a slow reader; when there are more, its stream reads the log by itself, page by page as they are taken. */
const MAX_WAITING = 2 * PAGE

interface StreamStart {
  readonly type?: string
  readonly after?: string
}

type Item = IteratorResult<Streamed<EventLogEntry>, undefined>

/** Opens streams of the event log. */
export class EventFeeds {
  static readonly uses = { units: Units, actor: CurrentActor, tails: EventTails, streams: OpenStreams, access: AccessWatch }
  readonly #parts: Parts

  constructor({ units, actor, tails, streams, access }: Resolved<typeof EventFeeds.uses>) {
    this.#parts = { units, actor, tails, streams, access }
  }

  /** Streams every event after `after`, or from now on, without missing one. Throws `invalid_input` for an unknown type or cursor. */
  async open({ type, after }: StreamStart): Promise<EventFeed> {
    const { units, actor, streams } = this.#parts
    // Before the stream is counted: a call with a bad cursor or type opens none.
    const start = await units.read(actor, (resolve) => resolve(EventLog).positionFor(type, after))
    return new EventFeed(this.#parts, start, type, streams.enter(actor))
  }
}

interface Parts {
  readonly units: Units
  readonly actor: CurrentActor
  readonly tails: EventTails
  readonly streams: OpenStreams
  readonly access: AccessWatch
}

/**
 * One open stream. It reads the log by itself until it has come to the end, page by page as its reader takes them, and from there on
 * takes what is read once for all streams of the organization. A reader that is too slow for that falls back to pages of its own.
 * It throws `unauthenticated` or `insufficient_scope` once its caller may no longer read the log, and goes on with what the caller sees
 * then when their visibility changes.
 */
export class EventFeed implements AsyncIterableIterator<Streamed<EventLogEntry>>, Follower, LongLived {
  readonly scope = 'read'
  readonly #parts: Parts
  readonly #type: string | undefined
  readonly #release: () => void
  readonly #unwatch: () => void
  #actor: CurrentActor
  /** Number of times that the caller began to see other records. */
  #views = 0
  #reason: CrmError | undefined
  #waiting: EventLogEntry[] = []
  /** Everything up to this number is in `#waiting` or was taken. */
  #position: number
  /** The number of the last event that was taken. */
  #taken: number
  #follows = false
  #isEnded = false
  #news = Promise.withResolvers<void>()

  constructor(parts: Parts, position: number, type: string | undefined, release: () => void) {
    this.#parts = parts
    this.#actor = parts.actor
    this.#position = position
    this.#taken = position
    this.#type = type
    this.#release = release
    this.#unwatch = parts.access.watch(this)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  get actor(): CurrentActor {
    return this.#actor
  }

  get sees(): readonly string[] | undefined {
    return this.#actor.sees
  }

  /** The next event; waits for it. */
  async next(): Promise<Item> {
    let data = this.#waiting.shift()
    try {
      while (!data) {
        if (this.#reason) throw this.#reason
        if (this.#isOver) return await this.return()
        await (this.#follows ? this.#wait() : this.#read())
        data = this.#waiting.shift()
      }
    } catch (error) {
      const reason = this.#reason
      const over = reason === undefined && this.#isOver
      await this.return()
      this.#reason = undefined
      // The database closes with the engine, also while it is being read.
      if (over) return { done: true, value: undefined }
      throw reason ?? error
    }
    this.#taken = data.id
    return { done: false, value: { id: String(data.id), data } }
  }

  /** Ends the stream. */
  async return(): Promise<Item> {
    this.#end()
    return { done: true, value: undefined }
  }

  renewed(actor: CurrentActor): void {
    const { sees } = this.#actor
    this.#actor = actor
    if (JSON.stringify(sees) === JSON.stringify(actor.sees)) return
    // What waits was chosen for what the caller saw before.
    this.#views += 1
    this.#waiting = []
    this.#position = this.#taken
    this.fallBehind()
  }

  ended(reason: CrmError): void {
    this.#reason = reason
    this.#waiting = []
    this.#end()
  }

  take(page: TailPage): void {
    if (page.position <= this.#position) return
    // Read before this stream joined, for others that see everything.
    if (this.sees && !page.owners) return this.fallBehind()
    const isMine = ({ id, type }: EventLogEntry, at: number) =>
      id > this.#position && (this.#type === undefined || type === this.#type) && isSeenBy(page.owners?.[at] ?? null, this.sees)
    const mine = page.events.filter(isMine)
    if (this.#waiting.length + mine.length > MAX_WAITING) return this.fallBehind()
    this.#waiting.push(...mine)
    this.#position = page.position
    this.#news.resolve()
  }

  fallBehind(): void {
    if (this.#follows) this.#parts.tails.leave(this.#actor.organization, this)
    this.#follows = false
    this.#news.resolve()
  }

  get #isOver(): boolean {
    return this.#isEnded || this.#parts.streams.closing.aborted
  }

  #end(): void {
    this.#isEnded = true
    this.fallBehind()
    this.#unwatch()
    this.#release()
  }

  async #wait(): Promise<void> {
    const { closing } = this.#parts.streams
    this.#news = Promise.withResolvers<void>()
    const wake = () => this.#news.resolve()
    closing.addEventListener('abort', wake, { once: true })
    await this.#news.promise
    closing.removeEventListener('abort', wake)
  }

  async #read(): Promise<void> {
    const { units, tails, streams } = this.#parts
    const [views, actor] = [this.#views, this.#actor]
    const part = { type: this.#type, after: this.#position, limit: PAGE }
    const page = await streams.reads.during(units.read(actor, (resolve): Promise<Followed> => resolve(EventLog).follow(part)))
    if (this.#isEnded || this.#views !== views) return
    // As `EventTail` gives them: whether an entry may be changed does not depend on who read it.
    this.#waiting.push(...page.events.map(frozen))
    this.#position = page.position
    if (page.isLast) this.#follows = tails.join(actor.organization, this, this.#position)
  }
}
