import { CrmError } from '../../kernel/operation/errors.ts'

// Argon2id by the minimum of OWASP: 19 MiB and two passes, some 30 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Of a password that nobody knows, with the same cost: who has no account waits as long as who has one.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1ccUqU+l+VorOkQYh7iOXA$kygHOCXSedWSNgwB3mWWLmb8QjtPr0A3qsqHC9MdnRM'
// Each takes 19 MiB and one of the four threads of Node, which files and names need, too.
const AT_ONCE = 2
const MOST_WAITING = 200

/** Hashes and verifies passwords in threads of Node, a few at once. */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** What is stored of a password. */
  async hash(password: string): Promise<string> {
    return await this.#inTurn(async () => (await load()).hash(password, COST))
  }

  /** Whether a password is the one; without a hash it takes the same time and is not. */
  async verify(hash: string | undefined, password: string): Promise<boolean> {
    const isIt = await this.#inTurn(async () => (await load()).verify(hash ?? NOBODY, password))
    return isIt && hash !== undefined
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#wait()
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING)
      throw new CrmError('unavailable', 'Too many people sign in at the moment; try again', { retry_after: 2 })
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }
}

// Loaded by the first who signs in, because most engines open without anybody doing so.
const load = () => import('@node-rs/argon2')
