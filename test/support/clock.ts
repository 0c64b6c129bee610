import { Clock } from 'rapport-crm'

const units = { ms: 1, second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }
type Unit = Exclude<keyof typeof units, 'ms'>

/** Milliseconds, or a text such as `'90 seconds'`, `'1 day'`, `'2.5 hours'`. */
export type Span = number | `${number} ${Unit | `${Unit}s`}`

interface Waiter {
  readonly until: number
  wake(): void
}

/** A clock that stands still until it is advanced; give it to `ports`, or let `testEngine` do so. */
export class TestClock extends Clock {
  readonly #waiters = new Set<Waiter>()
  #now: number

  constructor(start: Date | string = '2026-01-15T09:00:00.000Z') {
    super()
    this.#now = new Date(start).getTime()
    if (Number.isNaN(this.#now)) throw new RangeError(`"${start}" is not a date`)
  }

  override now(): Date {
    return new Date(this.#now)
  }

  override wait(until: Date, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted || until.getTime() <= this.#now) return resolve()
      const waiter = { until: until.getTime(), wake }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', wake, { once: true })
      const waiters = this.#waiters
      function wake(): void {
        waiters.delete(waiter)
        signal.removeEventListener('abort', wake)
        resolve()
      }
    })
  }

  /** Advances the time and wakes waiting code in order; returns the new time. */
  advance(span: Span): Date {
    return this.set(new Date(this.#now + millisecondsOf(span)))
  }

  /** Advances to a moment; a clock never goes back. */
  set(moment: Date | string): Date {
    const time = new Date(moment).getTime()
    if (!(time >= this.#now)) throw new RangeError('A test clock never goes back')
    this.#now = time
    const due = [...this.#waiters].filter(({ until }) => until <= time)
    for (const { wake } of due.toSorted((a, b) => a.until - b.until)) wake()
    return this.now()
  }
}

function millisecondsOf(span: Span): number {
  if (typeof span === 'number') return span
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) (second|minute|hour|day|week)s?$/.exec(span) ?? []
  if (unit === '') throw new RangeError(`"${span}" is not a span of time such as '90 seconds' or '1 day'`)
  return Number(amount) * units[unit as Unit]
}

/** A clock of which the steady time is the test's, too. */
export class SteadyClock extends TestClock {
  override steady(): number {
    return this.now().getTime()
  }
}
