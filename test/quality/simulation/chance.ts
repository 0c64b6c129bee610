/** Random numbers by a seed, so that every run can be repeated. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  of<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.next() * choices.length)]
    if (choice === undefined) throw new Error('There is nothing to choose from')
    return choice
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.whole(0, 255)))
  }
}
