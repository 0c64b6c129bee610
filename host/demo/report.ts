/** Prints what happened and whether it was as promised. */
export class Report {
  #kept = 0
  #broken = 0

  title(text: string): void {
    console.log(`\n${text}`)
  }

  line(text: string): void {
    console.log(`    ${text}`)
  }

  /** Reports a promise of the README as kept or broken. */
  promise(text: string, kept: boolean): void {
    if (kept) this.#kept += 1
    else this.#broken += 1
    console.log(`  ${kept ? 'yes' : 'NO!'} ${text}`)
  }

  /** The exit code. */
  end(): number {
    const broken = this.#broken > 0 ? `, ${this.#broken} were NOT` : ''
    console.log(`\n${this.#kept} promises were kept${broken}.`)
    return this.#broken > 0 ? 1 : 0
  }
}
