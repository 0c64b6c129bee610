import { setImmediate as turn } from 'node:timers/promises'
import type { Bus } from './kernel/events/bus.ts'
import type { BackgroundLoop } from './kernel/operation/background-loop.ts'
import { earliest } from './kernel/operation/moments.ts'
import type { Clock } from './kernel/ports/clock.ts'
import type { Logger } from './kernel/ports/logger.ts'

const POLL_MS = 1000
// Without a reason of its own, every wake-up would make an error with its stack.
const WOKEN = 'woken'
// What is under way when the engine closes has this long to end by itself; a host has 10 s in all.
const RELEASE_MS = 8000

/** The background work of one engine: fan-out, deliveries, overdue tasks, retention and whatever jobs features bring. */
export class Background {
  readonly #jobs: readonly BackgroundLoop[]
  readonly #clock: Clock
  readonly #bus: Bus
  readonly #logger: Logger
  readonly #stopped = new AbortController()
  #loops: Promise<unknown> | undefined

  constructor(jobs: readonly BackgroundLoop[], clock: Clock, bus: Bus, logger: Logger) {
    this.#jobs = jobs
    this.#clock = clock
    this.#bus = bus
    this.#logger = logger
  }

  get started(): boolean {
    return this.#loops !== undefined
  }

  /** Does all that is due now, to its end; answers when the next is due. */
  async tick(): Promise<Date | null> {
    for (;;) {
      const next = await this.#round()
      const finished = await this.#finish()
      if (!finished && !(next && next <= this.#clock.now())) return next
    }
  }

  /** A loop for each job, woken by commits: one that is slow keeps no other waiting. */
  start(): void {
    this.#loops ??= Promise.all(this.#jobs.map((job) => this.#loop(job)))
  }

  /** Ends the loops; what is under way ends by itself or is released. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#bus.wake()
    await this.#loops
    const [gone, late] = [new AbortController(), new AbortController()]
    void this.#clock.wait(new Date(this.#clock.now().getTime() + RELEASE_MS), gone.signal).then(() => late.abort())
    // A database that cannot be reached must not keep the rest from closing: what is not stored is taken over when its lease ends.
    await this.#finish(late.signal).catch((error: unknown) => this.#logger.error('What was under way could not be stored', { error }))
    gone.abort()
  }

  async #loop(job: BackgroundLoop): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const woken = new AbortController()
      const forget = this.#bus.onWake((only = job) => only === job && woken.abort(WOKEN))
      const poll = this.#clock.now().getTime() + POLL_MS
      // Whatever is ready in this turn of the event loop shares one round, and so its commits.
      await turn()
      const started = this.#clock.now().getTime()
      const next = await job.run(new Date(started)).catch((error: unknown) => {
        this.#logger.error('Background work failed; it is tried again', { error })
        return null
      })
      if (!signal.aborted) await this.#clock.wait(new Date(Math.min(poll, next?.getTime() ?? poll)), woken.signal)
      forget()
      // Commits that follow each other closely are one round's work; a clock that stands still has no pause to take.
      const since = this.#clock.now().getTime() - started
      if (since > 0 && since < (job.pauseMs ?? 0)) await this.#clock.wait(new Date(started + (job.pauseMs ?? 0)), signal)
    }
  }

  // One turn of every job, none of which waits for what it starts.
  async #round(): Promise<Date | null> {
    const due: (Date | null)[] = []
    for (const job of this.#jobs) due.push(await job.run(this.#clock.now()))
    return earliest(due)
  }

  async #finish(signal?: AbortSignal): Promise<boolean> {
    const finished = await Promise.all(this.#jobs.map((job) => job.finish?.(signal) ?? false))
    return finished.includes(true)
  }
}
