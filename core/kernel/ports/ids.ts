import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import type { Resolved } from '../operation/operation.ts'
import { Clock } from './clock.ts'

const ID_BYTES = 16
// Randomness is asked for many ids at once: a batch makes tens of thousands.
const POOL_IDS = 256

/** Port: record ids, UUIDv7 in strictly rising order within a process, so that ids sort by creation on both databases. */
export class Ids {
  static readonly uses = { clock: Clock }
  readonly #clock: Clock
  #last = 0
  #sequence = 0
  readonly #pool = new Uint8Array(ID_BYTES * POOL_IDS)
  #used = POOL_IDS

  constructor({ clock }: Resolved<typeof Ids.uses>) {
    this.#clock = clock
  }

  /** The next id, greater than all before it. */
  next(): string {
    const now = this.#clock.now().getTime()
    this.#sequence = now === this.#last ? this.#sequence + 1 : 0
    this.#last = now
    return v7({ msecs: now, seq: this.#sequence, random: this.#random() })
  }

  #random(): Uint8Array {
    if (this.#used === POOL_IDS) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    const from = ID_BYTES * this.#used++
    return this.#pool.subarray(from, from + ID_BYTES)
  }
}
