import { setImmediate as turn } from 'node:timers/promises'
import type { Bus } from './kernel/events/bus.ts'
import type { BackgroundLoop } from './kernel/operation/background-loop.ts'
import { earliest } from './kernel/operation/schema/moments.ts'
import type { Clock } from './kernel/ports/clock.ts'
import type { Logger } from './kernel/ports/logger.ts'

const POLL_MS = 1000
// A reason of its own saves the error with a stack that every abort would construct.
const WOKEN = 'woken'
// Milliseconds in which work in flight may finish when the engine closes; a host usually has 10 s.
const RELEASE_MS = 8000

/** The background work of one engine: the loops that its features declare, each woken by commits. */
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

  /** Whether the loops run. */
  get started(): boolean {
    return this.#loops !== undefined
  }

  /** Does everything that is due now and waits for it; returns when the next is due. */
  async tick(): Promise<Date | null> {
    for (;;) {
      const next = await this.#round()
      const finished = await this.#finish()
      if (!finished && !(next && next <= this.#clock.now())) return next
    }
  }

  /** Starts one loop for each kind of work, so that a slow one does not delay the others. */
  start(): void {
    this.#loops ??= Promise.all(this.#jobs.map((job) => this.#loop(job)))
  }

  /** Ends the loops; work in flight finishes, or is aborted after some seconds. */
  async stop(): Promise<void> {
    this.#stopped.abort()
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
      const forget = this.#bus.onWake((only = job) => only === job && woken.abort(WOKEN))
      const poll = this.#clock.now().getTime() + POLL_MS
      // Everything that is ready in this turn of the event loop shares one round, and so its commits.
      await turn()
      const started = this.#clock.now().getTime()
      const next = await job.run(new Date(started)).catch((error: unknown) => {
        this.#logger.error('Background work failed and will be repeated', { error })
        return null
      })
      if (!signal.aborted) await this.#clock.wait(new Date(Math.min(poll, next?.getTime() ?? poll)), woken.signal)
      forget()
      // Commits in close succession share one round; a clock that stands still (in tests) needs no pause.
      const since = this.#clock.now().getTime() - started
      if (since > 0 && since < (job.pauseMs ?? 0)) await this.#clock.wait(new Date(started + (job.pauseMs ?? 0)), signal)
    }
  }

  // One round of each kind of work, which does not wait for what it starts.
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
