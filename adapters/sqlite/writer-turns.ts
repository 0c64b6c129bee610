// Short units that one of a long call lets go first, before it has its turn.
const MOST_PASSED = 100
// As long as a transaction of an app may take.
const LONGEST_MS = 30_000

const BUSY =
  'Another transaction of this process has been open for more than 30 s. A call that is made in a transaction of the app needs it: engine.as(actor, { transaction })'

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

  /**
   * Waits until no other unit has it. Throws `SQLITE_BUSY` after 30 s: whoever waits for it in a transaction that has it would wait for ever.
   */
  async take(isLong: boolean): Promise<void> {
    if (this.#taken) await this.#waited(isLong ? this.#long : this.#short)
    this.#taken = true
  }

  #waited(line: (() => void)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(next), 1)
        reject(Object.assign(new Error(BUSY), { code: 'SQLITE_BUSY' }))
      }, LONGEST_MS)
      line.push(next)
    })
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
