/** Counts the calls in flight, so that what they use is closed after the last of them. */
export class InFlightCalls {
  #count = 0
  #waiting: (() => void)[] = []

  /** Counts `work` as in flight until it settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#count += 1
    try {
      return await work
    } finally {
      this.#count -= 1
      if (this.#count === 0) for (const each of this.#waiting.splice(0)) each()
    }
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
