/** Counts the messages of one process that are on their way, by mailbox. */
export class InFlight {
  readonly #byMailbox = new Map<string, number>()
  #all = 0

  /** Those of all mailboxes. */
  get all(): number {
    return this.#all
  }

  /** Those of one mailbox. */
  of(mailbox: string): number {
    return this.#byMailbox.get(mailbox) ?? 0
  }

  /** One more. */
  occupy(mailbox: string): void {
    this.#all += 1
    this.#byMailbox.set(mailbox, this.of(mailbox) + 1)
  }

  /** One less. */
  release(mailbox: string): void {
    const left = this.of(mailbox) - 1
    this.#all -= 1
    if (left > 0) this.#byMailbox.set(mailbox, left)
    else this.#byMailbox.delete(mailbox)
  }
}
