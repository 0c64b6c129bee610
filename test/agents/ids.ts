import { type Clock, Ids } from 'rapport-crm'

const DIGITS = 12

/** Ids that count instead of being random, so that the same calls make records of the same ids. */
export class CountingIds extends Ids {
  readonly #now: Clock['now']
  #last = 0

  constructor(clock: Clock) {
    super({ clock })
    this.#now = () => clock.now()
  }

  override next(): string {
    const time = this.#now().getTime().toString(16).padStart(DIGITS, '0')
    this.#last += 1
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${this.#last.toString(16).padStart(DIGITS, '0')}`
  }
}
