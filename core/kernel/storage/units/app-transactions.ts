import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely } from 'kysely'
import { CrmError } from '../../operation/errors.ts'
import { actsAfter, answered } from '../connection/statement-queue.ts'
import type { JoinedTransaction, Storage } from '../connection/storage.ts'
import type { Tables } from '../schema/tables.ts'
import { Line } from '../../values/line.ts'
import { AppTransaction, undoable } from './app-transaction.ts'
import type { OpenTransaction } from './transaction.ts'

// Where an async context stands: in a transaction of the app, and there perhaps in a part of it already.
interface Place {
  readonly transaction: AppTransaction
  readonly isPart: boolean
}

type Work<T> = (transaction: AppTransaction) => Promise<T>

/**
 * The transactions of the embedding app that are open in this process. All calls of the engine in the async context of one are a part
 * of it; contexts that outlast their transaction are outside again.
 */
export class AppTransactions {
  readonly #storage: Storage
  readonly #kysely: () => Kysely<Tables>
  readonly #open: Line
  readonly #places = new AsyncLocalStorage<Place | undefined>()
  readonly #joined = new WeakMap<object, Promise<AppTransaction>>()

  /** `kysely` answers a query builder outside of transactions. */
  constructor(storage: Storage, kysely: () => Kysely<Tables>) {
    this.#storage = storage
    this.#kysely = kysely
    // Calls within a transaction read keys and limits on another connection, so one is always left.
    this.#open = new Line(Math.max(1, (storage.connections ?? 2) - 1))
  }

  /** The transaction of this async context; throws `conflict` where it was given up while the app still works in it. */
  get current(): AppTransaction | undefined {
    const transaction = this.#places.getStore()?.transaction
    if (!transaction || transaction.isOver) return undefined
    transaction.refuseGivenUp()
    return transaction
  }

  /**
   * Runs work of the app in a transaction, of which what the engine is asked meanwhile is a part: all of it is committed, or nothing. Inside
   * of another one it is nested: if it fails and the app goes on, it is undone alone. `limit` resolves when it has taken too long.
   */
  async run<T>(work: Work<T>, limit: () => Promise<CrmError>): Promise<T> {
    const outer = this.current
    if (outer) return await outer.part((db) => this.#inside(new AppTransaction(db, { outer }), work))
    return await this.#open.turn(async () => {
      const begun = this.#kysely().startTransaction()
      // On SQLite, what says how it is used has it begin by itself: others, who have ended already, need not wait for the app.
      const db: OpenTransaction = await (this.#storage.dialect === 'sqlite' ? begun.setAccessMode('read write') : begun).execute()
      const transaction = new AppTransaction(db)
      try {
        const value = await this.#limited(transaction, work, limit)
        await db.commit().execute()
        for (const act of transaction.onCommit) act()
        return value
      } catch (error) {
        if (!db.isCommitted && !db.isRolledBack)
          await db
            .rollback()
            .execute()
            .catch(() => undefined)
        throw error
      }
    })
  }

  /** Runs work in a transaction that the app has begun on a handle of its own, and ends itself. */
  async join<T>(handle: unknown, work: Work<T>): Promise<T> {
    const joined = await this.#storage.joined?.(handle)
    if (!joined)
      throw new CrmError('invalid_input', 'This is no open transaction of the database of the engine', {
        errors: [{ path: '/transaction', code: 'not_allowed', message: 'must be an open transaction on the same database' }],
      })
    const known = this.#joined.get(joined.key)
    return await this.within(await (known ?? this.#opened(joined)), work)
  }

  // Calls at once share it: it is known before its connection has answered.
  #opened({ key, dialect, around, onEnd }: JoinedTransaction): Promise<AppTransaction> {
    const opening = new Kysely<Tables>({ dialect })
      .startTransaction()
      .execute()
      .then((db) => {
        const transaction = new AppTransaction(db, { around })
        onEnd((committed) => {
          this.#joined.delete(key)
          transaction.end()
          if (committed) for (const act of transaction.onCommit) act()
        })
        return transaction
      })
    this.#joined.set(key, opening)
    opening.catch(() => this.#joined.delete(key))
    return opening
  }

  /** Runs `work` in the context of a transaction, or of that which is nested in it and is open here. */
  async within<T>(transaction: AppTransaction, work: Work<T>): Promise<T> {
    const here = this.current
    if (here?.isWithin(transaction)) return await work(here)
    if (transaction.isOver) throw new CrmError('conflict', 'The transaction is over')
    return await this.#places.run({ transaction, isPart: false }, () => work(transaction))
  }

  /** Runs one call as a part of the transaction of this async context; just runs it where there is none, or in a part already. */
  part<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current
    if (!transaction || this.#places.getStore()?.isPart) return work()
    return transaction.part(() => this.#places.run({ transaction, isPart: true }, work))
  }

  /** Runs a unit of work: in the transaction of this async context, after the units before it, or without one. */
  unit<T>(work: (db: OpenTransaction | undefined) => Promise<T>): Promise<T> {
    const transaction = this.current
    return transaction ? transaction.unit(() => work(transaction.db)) : work(undefined)
  }

  /** Does something across organizations in a savepoint of the transaction; what it wants done after the commit is done after that of the app. */
  async undoable<T>(transaction: OpenTransaction, work: (inner: OpenTransaction) => Promise<T>): Promise<T> {
    return await undoable(transaction, 'rapport_unit', async (inner) => {
      const value = await work(inner)
      await answered(inner)
      this.afterCommit(actsAfter(inner))
      return value
    })
  }

  /** Does what a process keeps in its memory once what belongs to it is committed: at once, or with the transaction of the app. */
  afterCommit(acts: readonly (() => void)[]): void {
    const transaction = this.current
    if (transaction) transaction.onCommit.push(...acts)
    else for (const act of acts) act()
  }

  /** Does what belongs to a call and not to the transaction in which it is made, where the database has further connections. */
  beside<T>(work: () => Promise<T>): Promise<T> {
    return this.#storage.dialect === 'sqlite' ? work() : this.outside(work)
  }

  /** Runs what opens transactions of its own; throws `conflict` within one, for which it would wait. */
  async apart<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.current) throw new CrmError('conflict', `${name} opens transactions of its own: call it before or after the transaction`)
    return await work()
  }

  /** Runs what belongs to the process and to no transaction, such as what starts a timer. */
  outside<T>(work: () => T): T {
    return this.#places.getStore() ? this.#places.exit(work) : work()
  }

  async #limited<T>(transaction: AppTransaction, work: Work<T>, limit: () => Promise<CrmError>): Promise<T> {
    const working = this.#inside(transaction, work)
    const given = await Promise.race([working.then((value) => ({ value })), limit().then((refusal) => ({ refusal }))])
    if ('value' in given) return given.value
    transaction.giveUp(given.refusal)
    working.catch(() => undefined)
    await transaction.idle()
    throw given.refusal
  }

  async #inside<T>(transaction: AppTransaction, work: Work<T>): Promise<T> {
    try {
      return await this.#places.run({ transaction, isPart: false }, () => work(transaction))
    } finally {
      // Calls for which the app has not waited are part of it, too.
      await transaction.idle()
      transaction.end()
    }
  }
}
