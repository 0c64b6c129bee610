import { v7 } from 'uuid'
import { Clock } from './clock.ts'

/** Port: record ids, UUIDv7 in strictly rising order within a process, so that ids sort by creation on both databases. */
export class Ids {
  static readonly inject = [Clock] as const
  readonly #clock: Clock
  #last = 0
  #sequence = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  next(): string {
    const now = this.#clock.now().getTime()
    this.#sequence = now === this.#last ? this.#sequence + 1 : 0
    this.#last = now
    return v7({ msecs: now, seq: this.#sequence })
  }
}
