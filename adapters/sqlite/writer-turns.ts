// Short units that one of a long call lets go first, before it has its turn.
const MOST_PASSED = 100

/** Who has the connection that writes, and who waits for it: units of long calls let the others go first, up to a number. */
export class WriterTurns {
  readonly #short: (() => void)[] = []
  readonly #long: (() => void)[] = []
  #passed = 0
  #taken = false

  /** Whether somebody has it. */
  get taken(): boolean {
    return this.#taken
  }

  /** Waits until no other unit has it. */
  async take(isLong: boolean): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => (isLong ? this.#long : this.#short).push(resolve))
    this.#taken = true
  }

  /** Hands it to the next. */
  give(): void {
    const isLong = this.#short.length === 0 || (this.#long.length > 0 && this.#passed >= MOST_PASSED)
    this.#passed = isLong ? 0 : this.#passed + 1
    const next = (isLong ? this.#long : this.#short).shift()
    if (next) next()
    else this.#taken = false
  }
}
