import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

type Query = (this: pg.Client, ...asked: unknown[]) => unknown

/** Holds statements on their way to PostgreSQL until something else is done; nothing of the engine knows of it. */
export class Gates {
  /** Statements since it was armed. */
  count = 0
  /** Asked for each statement, with its number: what is to be done before it is sent. */
  before: ((number: number) => Promise<void> | undefined) | undefined
  /** Told of each statement when it is sent. */
  sees: ((client: pg.Client, sql: string, values: readonly unknown[]) => void) | undefined
  readonly #restore: () => void
  readonly #held = new WeakMap<pg.Client, Promise<void>>()
  readonly #aside = new AsyncLocalStorage<true>()

  constructor() {
    // One of several overloads, all of which it passes on.
    const client = pg.Client.prototype as unknown as { query: Query }
    const { query } = client
    const held = (each: pg.Client) => this.#hold(each)
    const sees = (each: pg.Client, asked: unknown[]) => this.#see(each, asked)
    client.query = function (...asked) {
      const pass = () => {
        sees(this, asked)
        return query.apply(this, asked)
      }
      const wait = held(this)
      return wait ? wait.then(pass) : pass()
    }
    this.#restore = () => (client.query = query)
  }

  /** Does something whose statements are neither counted nor held. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    return this.#aside.run(true, work)
  }

  /** The driver as it was. */
  end(): void {
    this.#restore()
  }

  // What comes behind a statement that is held must not overtake it.
  #hold(client: pg.Client): Promise<void> | undefined {
    if (this.#aside.getStore()) return undefined
    const ahead = this.#held.get(client)
    const act = this.before?.((this.count += 1))
    if (!ahead && !act) return undefined
    const wait = Promise.all([ahead, act]).then(() => undefined)
    this.#held.set(client, wait)
    const over = () => {
      if (this.#held.get(client) === wait) this.#held.delete(client)
    }
    wait.then(over, over)
    return wait
  }

  #see(client: pg.Client, [asked, values]: unknown[]): void {
    if (this.#aside.getStore() || !this.sees) return
    const { text = '', values: own } = typeof asked === 'string' ? { text: asked, values } : (asked as pg.QueryConfig)
    this.sees(client, text, Array.isArray(own) ? own : [])
  }
}
