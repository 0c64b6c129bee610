/** Work that is under way, so that what it works with ends after it. */
export class InFlightCalls {
  #count = 0
  #waiting: (() => void)[] = []

  /** Counts as under way until `work` has ended, one way or the other. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#count += 1
    try {
      return await work
    } finally {
      this.#count -= 1
      if (this.#count === 0) for (const each of this.#waiting.splice(0)) each()
    }
  }

  /** Answers when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
