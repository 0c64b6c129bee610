/** Lets so many at once, the others after them in the order in which they came. */
export class Line {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce = 1) {
    this.#free = atOnce
  }

  async turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
