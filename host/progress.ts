const WIDTH = 30

/** A progress bar; prints nothing unless the output is a terminal. */
export class ProgressBar {
  readonly #total: number
  readonly #out: NodeJS.WriteStream
  readonly #what: string

  /** `what` names what is counted. */
  constructor(total: number, out: NodeJS.WriteStream = process.stderr, what = 'records') {
    this.#total = total
    this.#out = out
    this.#what = what
  }

  show(done: number): void {
    if (!this.#out.isTTY) return
    this.#out.write(`\r${barOf(done, this.#total, this.#what)}`)
    // The counts replace the bar.
    if (done >= this.#total) this.#out.write('\r\u001B[K')
  }
}

/** `[#####-----]  50 %  2,500 of 5,000 records`. */
export function barOf(done: number, total: number, what = 'records'): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${String(Math.round(share * 100)).padStart(3)} %  ${counts}`
}
