const WIDTH = 30

/** A progress bar; prints nothing unless the output is a terminal. */
export class ProgressBar {
  readonly #total: number
  readonly #out: NodeJS.WriteStream

  constructor(total: number, out: NodeJS.WriteStream = process.stderr) {
    this.#total = total
    this.#out = out
  }

  show(done: number): void {
    if (!this.#out.isTTY) return
    this.#out.write(`\r${barOf(done, this.#total)}`)
    // The counts replace the bar.
    if (done >= this.#total) this.#out.write('\r\u001B[K')
  }
}

/** `[#####-----]  50 %  2,500 of 5,000 records`. */
export function barOf(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} records`
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${String(Math.round(share * 100)).padStart(3)} %  ${counts}`
}
