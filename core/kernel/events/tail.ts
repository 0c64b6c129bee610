import { CurrentActor } from '../operation/actor.ts'
import type { Resolved } from '../operation/operation.ts'
import { OpenStreams } from '../operation/stream.ts'
import { Clock } from '../ports/clock.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import { Units } from '../storage/units/units.ts'
import { frozen } from '../values/frozen.ts'
import { Bus } from './bus.ts'
import { NewestEvents } from './newest.ts'
import { EventLog, type Followed } from './service.ts'

const [POLL_MS, PAGE] = [1000, 200]
// Commits in close succession share one read of the log.
const PAUSE_MS = 20

/** What one read of the log brought to all that follow it. */
export interface TailPage extends Followed {
  /** The owners of the events; undefined where nobody who follows needed them. */
  readonly owners?: readonly (string | null)[]
}

/** A stream that has read the log up to its end, and now takes what is read for all. */
export interface Follower {
  /** Whose events it shows; undefined = all. */
  readonly sees: readonly string[] | undefined
  /** Takes what was read; it is all that there is after the page before. */
  take(page: TailPage): void
  /** Nothing more comes: it has to read by itself. */
  fallBehind(): void
}

/** Reads on after each commit of events, and once a second for what was not heard of, as long as somebody follows. */
export class EventTail {
  static readonly uses = { units: Units, bus: Bus, clock: Clock, streams: OpenStreams, newest: NewestEvents }
  readonly #uses: Resolved<typeof EventTail.uses>
  readonly #isOneOfMany: () => boolean
  readonly #reader: CurrentActor
  readonly #followers = new Set<Follower>()
  readonly #ended = new AbortController()
  #woken = new AbortController()
  #position: number
  #readAt = Number.NEGATIVE_INFINITY

  /** `isOneOfMany`: others read for further organizations, so that most commits bring nothing for this one. */
  constructor(uses: Resolved<typeof EventTail.uses>, isOneOfMany: () => boolean, organization: string, position: number) {
    this.#uses = uses
    this.#isOneOfMany = isOneOfMany
    this.#position = position
    const via = { type: 'system', id: 'streams', label: 'Streams' } as const
    this.#reader = new CurrentActor({ organization, user: 'streams', role: 'admin', scopes: new Set(), via })
  }

  join(follower: Follower, position: number): boolean {
    if (this.#position > position) return false
    this.#followers.add(follower)
    return true
  }

  /** True where nobody is left, so that it reads no more. */
  leave(follower: Follower): boolean {
    this.#followers.delete(follower)
    if (this.#followers.size > 0) return false
    this.#end()
    return true
  }

  /** Reads until nobody follows, the engine closes or the log cannot be read; answers who still followed. */
  async run(): Promise<readonly Follower[]> {
    const { bus, streams } = this.#uses
    const end = () => this.#end()
    const offWake = bus.onWake(({ only, tables }) => !only && (tables?.has(EventRecord.table) ?? true) && this.#woken.abort())
    streams.closing.addEventListener('abort', end, { once: true })
    if (streams.closing.aborted) end()
    try {
      while (!this.#ended.signal.aborted) await this.#round()
    } catch {
      // Each stream that is left meets the same error when it reads by itself, and tells its reader.
    } finally {
      offWake()
      streams.closing.removeEventListener('abort', end)
    }
    return [...this.#followers]
  }

  async #round(): Promise<void> {
    const { clock } = this.#uses
    const since = clock.now().getTime() - this.#readAt
    // A clock that stands still (in tests) needs no pause.
    if (since > 0 && since < PAUSE_MS) await clock.wait(new Date(this.#readAt + PAUSE_MS), this.#ended.signal)
    if (this.#ended.signal.aborted) return
    // Before the log is read, so that no commit is missed in between.
    this.#woken = new AbortController()
    this.#readAt = clock.now().getTime()
    const page = (await this.#hasNews()) ? await this.#read() : undefined
    if (page) this.#position = page.position
    if (page) for (const follower of this.#followers) follower.take(page)
    if ((page?.isLast ?? true) && !this.#ended.signal.aborted)
      await clock.wait(new Date(clock.now().getTime() + POLL_MS), this.#woken.signal)
  }

  async #hasNews(): Promise<boolean> {
    const { newest, streams } = this.#uses
    if (!this.#isOneOfMany()) return true
    return (await streams.reads.during(newest.of(this.#reader.organization))) > this.#position
  }

  async #read(): Promise<TailPage> {
    const { units, streams } = this.#uses
    const part = { after: this.#position, limit: PAGE }
    const isLimited = [...this.#followers].some(({ sees }) => sees !== undefined)
    const reading = units.read(this.#reader, async (resolve): Promise<TailPage> => {
      const log = resolve(EventLog)
      return isLimited ? await log.followWithOwners(part) : await log.follow(part)
    })
    const page = await streams.reads.during(reading)
    // One entry goes to all streams: a reader that changed it would change it for the others.
    return { ...page, events: page.events.map(frozen) }
  }

  #end(): void {
    this.#ended.abort()
    this.#woken.abort()
  }
}
