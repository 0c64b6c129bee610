import { CrmError } from 'rapport-crm'

const MAX_REQUESTS = 1000
const MAX_WAIT_MS = 1000
// Where fewer have arrived together it was one of them that took long, or another process: the next is not refused for it.
const FEW = 20
const RETRY_AFTER = 1

/** A request that is let in. */
export interface Admitted {
  /** Does not count the request as long as `work` waits for its client. */
  waiting<T>(work: () => Promise<T>): Promise<T>
  leave(): void
}

/**
 * Lets in as many requests as are answered soon, and refuses the others at once: under more load than a process can bear, waiting helps
 * nobody. Too many are under way; or, where each is done before the next is read (as on SQLite), too many have arrived together: those
 * that have waited in their sockets for longer than a second are refused.
 */
export class Admission {
  readonly #most: number
  #inside = 0
  /** When the event loop began to read the requests that have arrived; undefined once it has read them all. */
  #reading: number | undefined
  /** Requests that it has read since. */
  #read = 0

  constructor(most: number = MAX_REQUESTS) {
    this.#most = most
  }

  /** Throws `unavailable` (with `retry_after`) when too many requests are under way, or wait in their sockets. */
  enter(fromSocket = false): Admitted {
    if (this.#inside >= this.#most || (fromSocket && this.#waited() > MAX_WAIT_MS && this.#read > FEW))
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

  // The event loop reads all sockets that have something before it goes on: what it comes to last has been there since it began.
  #waited(): number {
    const now = performance.now()
    if (this.#reading === undefined) {
      this.#reading = now
      this.#read = 0
      setImmediate(() => (this.#reading = undefined))
    }
    this.#read += 1
    return now - this.#reading
  }
}
