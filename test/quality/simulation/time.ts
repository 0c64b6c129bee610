import { setImmediate as turn } from 'node:timers/promises'

interface Moment {
  readonly at: number
  readonly act: () => void
}

const QUIET_TURNS = 3

/**
 * Virtual time: nothing passes until the simulation says so, and then as much as it says. Moments come exactly when they were
 * planned; who only waits (a machine between two looks at the database) is woken by whatever moment comes next, so that hours
 * in which nothing is due cost nothing.
 */
export class Time {
  /** Milliseconds since the simulation began; never goes back, whatever the clocks on the wall do. */
  now = 0
  readonly #moments: Moment[] = []
  readonly #waits = new Set<Moment>()
  #stirred = 0

  /** Says that something is going on: the simulation goes on only once nothing is. */
  stir(): void {
    this.#stirred += 1
  }

  /** Acts once so many milliseconds have passed; the answer forgets it. */
  after(milliseconds: number, act: () => void): () => void {
    const moment = { at: this.now + Math.max(0, milliseconds), act }
    const index = this.#moments.findLastIndex(({ at }) => at <= moment.at)
    this.#moments.splice(index + 1, 0, moment)
    return () => {
      const found = this.#moments.indexOf(moment)
      if (found >= 0) this.#moments.splice(found, 1)
    }
  }

  /** Acts at the first step of the simulation that comes so late or later; the answer forgets it. */
  wait(milliseconds: number, act: () => void): () => void {
    const wait = { at: this.now + milliseconds, act }
    this.#waits.add(wait)
    return () => this.#waits.delete(wait)
  }

  /** When the next planned moment comes. */
  get next(): number {
    return this.#moments[0]?.at ?? Number.POSITIVE_INFINITY
  }

  /** When the first of those who wait would go on by itself. */
  get nextWait(): number {
    return Math.min(...[...this.#waits].map(({ at }) => at))
  }

  /** Goes on to a moment and lets all that follows from it happen, to its end. */
  async step(to: number): Promise<void> {
    this.now = Math.max(this.now, to)
    while (this.next <= this.now) this.#moments.shift()?.act()
    for (const wait of [...this.#waits].filter(({ at }) => at <= this.now).toSorted((a, b) => a.at - b.at)) {
      this.#waits.delete(wait)
      wait.act()
    }
    await this.settle()
  }

  /** Lets everything that can go on without time do so. */
  async settle(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < QUIET_TURNS;) {
      await turn()
      quiet = before === this.#stirred ? quiet + 1 : 0
      before = this.#stirred
    }
  }
}
