import { setImmediate as turn } from 'node:timers/promises'
import type { Bus, WakeUp } from './kernel/events/bus.ts'
import type { BackgroundLoop } from './kernel/operation/background-loop.ts'
import { earliest } from './kernel/operation/schema/moments.ts'
import type { Clock } from './kernel/ports/clock.ts'
import type { Logger } from './kernel/ports/logger.ts'
import { untraced } from './kernel/telemetry/tracing.ts'
import type { Database } from './kernel/storage/units/database.ts'

const POLL_MS = 1000
// A reason of its own saves the error with a stack that every abort would construct.
const WOKEN = 'woken'
// Milliseconds in which work in flight may finish when the engine closes; a host usually has 10 s.
const RELEASE_MS = 8000

/** What background work is done with. */
export interface Surroundings {
  readonly clock: Clock
  readonly bus: Bus
  readonly logger: Logger
  readonly database: Pick<Database, 'seen'>
}

/** What is known of a loop since its last round. */
interface Looked {
  /** When it was looked at, and when it asked to be looked at again. */
  at: Date | null
  next: Date | null
  /** Rounds that have ended. */
  rounds: number
  /** Something has happened since that may have made work for it. */
  woken: boolean
}

/** The background work of one engine: the loops that its features declare, each woken by the commits that it watches. */
export class Background {
  readonly #jobs: readonly BackgroundLoop[]
  readonly #clock: Clock
  readonly #bus: Bus
  readonly #logger: Logger
  readonly #database: Surroundings['database']
  readonly #looked: ReadonlyMap<BackgroundLoop, Looked>
  readonly #deaf: () => void
  readonly #stopped = new AbortController()
  #seen: string | undefined
  #loops: Promise<unknown> | undefined

  constructor(jobs: readonly BackgroundLoop[], { clock, bus, logger, database }: Surroundings) {
    this.#jobs = jobs
    this.#clock = clock
    this.#bus = bus
    this.#logger = logger
    this.#database = database
    this.#looked = new Map(jobs.map((job) => [job, { at: null, next: null, rounds: 0, woken: true }]))
    this.#deaf = bus.onWake((wakeUp) => {
      for (const [job, looked] of this.#looked) if (concerns(wakeUp, job)) looked.woken = true
    })
  }

  /** Whether the loops run. */
  get started(): boolean {
    return this.#loops !== undefined
  }

  /** Does everything that is due now and waits for it; returns when the next is due. */
  async tick(): Promise<Date | null> {
    for (;;) {
      await this.#lookAround()
      const next = await this.#round()
      const finished = await this.#finish()
      if (!finished && !(next && next <= this.#clock.now())) return next
    }
  }

  /** Starts one loop for each kind of work, so that a slow one does not delay the others. */
  start(): void {
    this.#loops ??= untraced(() => Promise.all(this.#jobs.map((job) => this.#loop(job))))
  }

  /** Ends the loops; work in flight finishes, or is aborted after some seconds. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#deaf()
    this.#bus.wake()
    await this.#loops
    const [gone, late] = [new AbortController(), new AbortController()]
    void this.#clock.wait(new Date(this.#clock.now().getTime() + RELEASE_MS), gone.signal).then(() => late.abort())
    // A database that is down must not block the shutdown: what is not stored is repeated when its lease ends.
    await this.#finish(late.signal).catch((error: unknown) =>
      this.#logger.error('Results of work in flight could not be stored', { error }),
    )
    gone.abort()
  }

  async #loop(job: BackgroundLoop): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const woken = new AbortController()
      const forget = this.#bus.onWake((wakeUp) => concerns(wakeUp, job) && woken.abort(WOKEN))
      const poll = this.#clock.now().getTime() + POLL_MS
      // Everything that is ready in this turn of the event loop shares one round, and so its commits.
      await turn()
      const started = this.#clock.now().getTime()
      const next = await job.run(new Date(started)).catch((error: unknown) => {
        this.#logger.error('Background work failed and will be repeated', { loop: job.constructor.name, error })
        return null
      })
      if (!signal.aborted) await this.#clock.wait(new Date(Math.min(poll, next?.getTime() ?? poll)), woken.signal)
      forget()
      // Commits in close succession share one round; a clock that stands still (in tests) needs no pause.
      const since = this.#clock.now().getTime() - started
      if (since > 0 && since < (job.pauseMs ?? 0)) await this.#clock.wait(new Date(started + (job.pauseMs ?? 0)), signal)
    }
  }

  // What other processes commit wakes nobody here: where something was committed at all, each loop looks for itself.
  async #lookAround(): Promise<void> {
    const seen = await this.#database.seen()
    if (seen !== this.#seen) for (const looked of this.#looked.values()) looked.woken = true
    this.#seen = seen
  }

  // One round of each kind of work that may have any, which does not wait for what it starts.
  async #round(): Promise<Date | null> {
    for (const job of this.#jobs) {
      const looked = this.#looked.get(job)
      if (!looked || !(looked.woken || isDue(looked, this.#clock.now()) || !job.watches?.length)) continue
      looked.woken = false
      const [at, { rounds }] = [this.#clock.now(), looked]
      try {
        const next = await job.run(at)
        // The round of a tick at the same time may know of work that this one saw in the hands of the other.
        looked.next = looked.rounds === rounds ? next : earliest([looked.next, next])
        looked.at = at
        looked.rounds += 1
      } catch (error) {
        looked.woken = true
        throw error
      }
    }
    return earliest([...this.#looked.values()].map(({ next }) => next))
  }

  async #finish(signal?: AbortSignal): Promise<boolean> {
    const finished = await Promise.all(this.#jobs.map((job) => job.finish?.(signal) ?? false))
    return finished.includes(true)
  }
}

/** Whether this may have made work for a loop. */
function concerns({ only, tables }: WakeUp, job: BackgroundLoop): boolean {
  if (only) return only === job
  return !tables || !job.watches || job.watches.some(({ table }) => tables.has(table))
}

// As loops that run do: when its work is due, and a second after the last look; a clock that was put back says nothing.
function isDue({ at, next }: Looked, now: Date): boolean {
  if (next && next <= now) return true
  return at === null || now < at || now.getTime() - at.getTime() >= POLL_MS
}
