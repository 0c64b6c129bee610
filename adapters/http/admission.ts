import { CrmError } from 'rapport-crm'

const MAX_REQUESTS = 1000
const RETRY_AFTER = 1

/** A request that is let in. */
export interface Admitted {
  /** Does not count the request as long as `work` waits for its client. */
  waiting<T>(work: () => Promise<T>): Promise<T>
  leave(): void
}

/** Lets in as many requests as are answered soon, and refuses the others at once: under more load than a process can bear, waiting helps nobody. */
export class Admission {
  readonly #most: number
  #inside = 0

  constructor(most: number = MAX_REQUESTS) {
    this.#most = most
  }

  /** Throws `unavailable` (with `retry_after`) when too many requests are under way. */
  enter(): Admitted {
    if (this.#inside >= this.#most)
      throw new CrmError('unavailable', 'This host has more to do than it can; send this one again later', { retry_after: RETRY_AFTER })
    this.#inside += 1
    return {
      waiting: async (work) => {
        this.#inside -= 1
        try {
          return await work()
        } finally {
          this.#inside += 1
        }
      },
      leave: () => void (this.#inside -= 1),
    }
  }
}
