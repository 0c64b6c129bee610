import { CrmError, type Clock } from 'rapport-crm'

// A search takes up to 30 ms of the processor, and anyone may ask for one.
const [ALL, EACH] = [20, 10]
const KEPT = 500

/**
 * Keeps the searches of strangers from taking the time of the process: 20 a second, of which one address gets 10. What was asked lately is
 * answered again at no cost.
 */
export class LimitedSearch<T> {
  readonly #search: (text: string) => Promise<T>
  readonly #clock: Pick<Clock, 'now'>
  readonly #answers = new Map<string, Promise<T>>()
  readonly #asked = new Map<string | undefined, number>()
  #second = 0
  #all = 0

  constructor(search: (text: string) => Promise<T>, clock: Pick<Clock, 'now'>) {
    this.#search = search
    this.#clock = clock
  }

  /** The places that the text is about; throws `rate_limited`. */
  async find(text: string, address: string | undefined): Promise<T> {
    const known = this.#answers.get(text)
    if (!known) this.#count(address)
    const answer = known ?? this.#search(text)
    this.#answers.delete(text)
    this.#answers.set(text, answer)
    if (this.#answers.size > KEPT) this.#answers.delete(this.#answers.keys().next().value ?? '')
    return await answer
  }

  #count(address: string | undefined): void {
    const second = Math.floor(this.#clock.now().getTime() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#all = 0
      this.#asked.clear()
    }
    const own = (this.#asked.get(address) ?? 0) + 1
    // Without its address a caller cannot be told from others.
    if (this.#all === ALL || (address !== undefined && own > EACH))
      throw new CrmError('rate_limited', 'Too many searches at once; ask again in a second', { retry_after: 1 })
    this.#all += 1
    this.#asked.set(address, own)
  }
}
