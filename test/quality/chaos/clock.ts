import { Clock } from 'rapport-crm'

/** A wall clock that is ahead, so that leases of others have already ended. */
export class EarlyClock extends Clock {
  readonly #aheadMs: number

  constructor(aheadMs: number) {
    super()
    this.#aheadMs = aheadMs
  }

  override now(): Date {
    return new Date(super.now().getTime() + this.#aheadMs)
  }
}
