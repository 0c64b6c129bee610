import type { Resolved } from '../operation/operation.ts'
import { CurrentActor } from '../operation/actor.ts'
import { OpenStreams, type Streamed } from '../operation/stream.ts'
import { Clock } from '../ports/clock.ts'
import { Units } from '../storage/units/units.ts'
import { Bus } from './bus.ts'
import type { EventLogEntry } from './schema.ts'
import { EventLog } from './service.ts'

const POLL_MS = 1000
// Commits in close succession share one read of the log.
const PAUSE_MS = 20
const PAGE = 200

interface StreamStart {
  readonly type?: string
  readonly after?: string
}

type Item = IteratorResult<Streamed<EventLogEntry>, undefined>

/** Opens streams of the event log. */
export class EventFeeds {
  static readonly uses = { units: Units, actor: CurrentActor, bus: Bus, clock: Clock, streams: OpenStreams }
  readonly #parts: Parts

  constructor({ units, actor, bus, clock, streams }: Resolved<typeof EventFeeds.uses>) {
    this.#parts = { units, actor, bus, clock, streams }
  }

  /** Streams every event after `after`, or from now on, without missing one. Throws `invalid_input` for an unknown type or cursor. */
  async open({ type, after }: StreamStart): Promise<EventFeed> {
    const { units, actor, streams } = this.#parts
    // Before the stream is counted: a call with a bad cursor or type opens none.
    const start = await units.read(actor, (resolve) => resolve(EventLog).positionFor(type, after))
    return new EventFeed(this.#parts, start, type, streams.enter(actor.organization))
  }
}

interface Parts {
  readonly units: Units
  readonly actor: CurrentActor
  readonly bus: Bus
  readonly clock: Clock
  readonly streams: OpenStreams
}

/** One open stream: reads on after each commit of this process, and once a second for commits of others. */
export class EventFeed implements AsyncIterableIterator<Streamed<EventLogEntry>> {
  readonly #parts: Parts
  readonly #type: string | undefined
  readonly #release: () => void
  readonly #ended = new AbortController()
  #entries: EventLogEntry[] = []
  #after: string
  #readAt = Number.NEGATIVE_INFINITY

  constructor(parts: Parts, after: string, type: string | undefined, release: () => void) {
    this.#parts = parts
    this.#after = after
    this.#type = type
    this.#release = release
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event; waits for it. */
  async next(): Promise<Item> {
    let data = this.#entries.shift()
    try {
      while (!data) {
        if (this.#isOver) return await this.return()
        await this.#look()
        data = this.#entries.shift()
      }
    } catch (error) {
      const over = this.#isOver
      await this.return()
      // The database closes with the engine, also while it is being read.
      if (over) return { done: true, value: undefined }
      throw error
    }
    return { done: false, value: { id: String(data.id), data } }
  }

  /** Ends the stream. */
  async return(): Promise<Item> {
    this.#ended.abort()
    this.#release()
    return { done: true, value: undefined }
  }

  get #isOver(): boolean {
    return this.#ended.signal.aborted || this.#parts.streams.closing.aborted
  }

  async #look(): Promise<void> {
    const woken = this.#wake()
    try {
      await this.#read()
      if (this.#entries.length === 0) await woken.wait()
    } finally {
      woken.stop()
    }
  }

  async #read(): Promise<void> {
    const { units, actor, clock, streams } = this.#parts
    const since = clock.now().getTime() - this.#readAt
    // A clock that stands still (in tests) needs no pause.
    if (since > 0 && since < PAUSE_MS) await clock.wait(new Date(this.#readAt + PAUSE_MS), this.#ended.signal)
    this.#readAt = clock.now().getTime()
    const page = { order: 'asc', after: this.#after, limit: PAGE, ...(this.#type !== undefined && { type: this.#type }) } as const
    const { events, next_cursor } = await streams.reads.during(units.read(actor, (resolve) => resolve(EventLog).list(page)))
    this.#entries = [...events]
    this.#after = next_cursor ?? this.#after
  }

  // Listens before the log is read, so that no commit is missed in between.
  #wake(): { wait(): Promise<void>; stop(): void } {
    const { bus, clock, streams } = this.#parts
    const woken = new AbortController()
    const wake = () => woken.abort()
    const offWake = bus.onWake((only) => only === undefined && wake())
    const ends = [this.#ended.signal, streams.closing]
    for (const each of ends) each.addEventListener('abort', wake, { once: true })
    return {
      wait: () => clock.wait(new Date(clock.now().getTime() + POLL_MS), woken.signal),
      stop() {
        offWake()
        for (const each of ends) each.removeEventListener('abort', wake)
      },
    }
  }
}
