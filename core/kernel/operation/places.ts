/** Counts what is held at once under each name, and gives out so many places and no more. */
export class Places {
  readonly #most: number
  readonly #held = new Map<string, number>()
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Places that are taken under all names together. */
  get taken(): number {
    return this.#taken
  }

  /** Takes a place and answers what gives it back, once; undefined when there is none. */
  take(name: string): (() => void) | undefined {
    const held = this.#held.get(name) ?? 0
    if (held >= this.#most) return undefined
    this.#held.set(name, held + 1)
    this.#taken += 1
    let holds = true
    return () => {
      if (holds) this.#leave(name)
      holds = false
    }
  }

  #leave(name: string): void {
    const held = (this.#held.get(name) ?? 1) - 1
    this.#taken -= 1
    if (held > 0) this.#held.set(name, held)
    else this.#held.delete(name)
  }
}
