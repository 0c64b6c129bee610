import { Clock } from 'rapport-crm'

/** A clock that is set to a moment of the past and goes on from there, so that records are as old as they claim to be. */
export class PastClock extends Clock {
  #offset = 0

  override now(): Date {
    return new Date(Date.now() + this.#offset)
  }

  /** Goes on from this moment. */
  setTo(moment: Date): void {
    this.#offset = moment.getTime() - Date.now()
  }
}
