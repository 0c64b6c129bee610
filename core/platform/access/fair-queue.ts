import type { Clock } from '../../kernel/ports/clock.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { limits } from '../../kernel/operation/limits.ts'

/** How many work at once, and whose work counts for more. */
export interface FairQueueOptions {
  /** Places, at least 1. */
  readonly places: number
  /** Of an organization: with 2 it gets twice the time of one with 1; above 0 (default 1). */
  readonly weightOf?: (organization: string) => number
  readonly clock: Clock
}

/** How a call waits for its place. */
export interface Entering {
  /** Aborted when nobody waits for the call any longer. */
  readonly signal?: AbortSignal | undefined
  /** Waits as long as it takes, behind any number of others. */
  readonly patient?: boolean
}

// A client that waits for longer gives up.
const LONGEST_MS = 30_000
// Seconds.
const RETRY_AFTER = 5

/**
 * Gives a few places to many organizations. Where all are taken, the next one goes to the organization that has had the least time in them,
 * by its weight, so that what one sends without end waits behind another's first call. Within an organization the first to come is first.
 */
export class FairQueue {
  readonly #places: number
  readonly #weightOf: (organization: string) => number
  readonly #clock: Clock
  readonly #lines = new Map<string, Line>()
  #taken = 0
  /** What the organization that was served last had had: one that comes back begins there, and makes up for no time in which it did not ask. */
  #level = 0

  constructor({ places, weightOf = () => 1, clock }: FairQueueOptions) {
    this.#places = places
    this.#weightOf = weightOf
    this.#clock = clock
  }

  /**
   * Waits for a place, and answers what gives it back (once). Throws the reason of the signal once that is aborted, and `unavailable` (with
   * `retry_after`) where too many calls of the organization wait already or none becomes free in time, unless the caller is `patient`.
   */
  async enter(organization: string, { signal, patient = false }: Entering = {}): Promise<() => void> {
    let line = this.#lines.get(organization)
    if (!line) this.#lines.set(organization, (line = new Line(this.#weightOf(organization), this.#level)))
    return this.#taken < this.#places ? this.#begin(line) : await this.#wait(line, { signal, patient })
  }

  #begin(line: Line): () => void {
    const now = this.#clock.steady()
    this.#taken += 1
    this.#level = Math.max(this.#level, line.hadAt(now))
    const work = line.begin(now)
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      line.end(work, this.#clock.steady())
      this.#taken -= 1
      this.#next()
    }
  }

  async #wait(line: Line, { signal, patient = false }: Entering): Promise<() => void> {
    signal?.throwIfAborted()
    if (!patient && line.waiting.size >= limits.heavy_calls_waiting.value) throw busy()
    if (line.isIdle) line.had = Math.max(line.had, this.#level)
    const over = new AbortController()
    const leave = () => over.abort()
    let place: (() => void) | undefined
    const begin = () => {
      place = this.#begin(line)
      leave()
    }
    line.waiting.add(begin)
    signal?.addEventListener('abort', leave, { once: true })
    for (let waits = true; waits; waits = patient && !over.signal.aborted)
      await this.#clock.wait(new Date(this.#clock.now().getTime() + LONGEST_MS), over.signal)
    signal?.removeEventListener('abort', leave)
    line.waiting.delete(begin)
    if (place) return place
    signal?.throwIfAborted()
    throw busy()
  }

  #next(): void {
    const now = this.#clock.steady()
    let next: Line | undefined
    for (const [organization, line] of this.#lines) {
      if (line.isIdle && line.had <= this.#level) this.#lines.delete(organization)
      else if (line.waiting.size > 0 && !(next && next.hadAt(now) <= line.hadAt(now))) next = line
    }
    const [begin] = next?.waiting ?? []
    if (!next || !begin) return
    next.waiting.delete(begin)
    begin()
  }
}

/** The calls of one organization. */
class Line {
  /** What makes those begin that wait, in the order in which they came. */
  readonly waiting = new Set<() => void>()
  /** Milliseconds of places that it has had, by its weight. */
  had: number
  readonly #weight: number
  readonly #working = new Set<{ readonly since: number }>()

  constructor(weight: number, had: number) {
    this.#weight = weight
    this.had = had
  }

  get isIdle(): boolean {
    return this.waiting.size === 0 && this.#working.size === 0
  }

  /** With what is under way. */
  hadAt(now: number): number {
    let milliseconds = 0
    for (const { since } of this.#working) milliseconds += now - since
    return this.had + milliseconds / this.#weight
  }

  begin(now: number): { readonly since: number } {
    const work = { since: now }
    this.#working.add(work)
    return work
  }

  end(work: { readonly since: number }, now: number): void {
    this.#working.delete(work)
    this.had += (now - work.since) / this.#weight
  }
}

function busy(): CrmError {
  return new CrmError('unavailable', 'Other large calls are under way; send this one again later, or in smaller parts', {
    retry_after: RETRY_AFTER,
  })
}
