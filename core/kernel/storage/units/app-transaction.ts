import type { CrmError } from '../../operation/errors.ts'
import { answered, close, settled } from '../connection/statement-queue.ts'
import type { Around } from '../connection/storage.ts'
import { Line } from '../../values/line.ts'
import type { OpenTransaction } from './transaction.ts'

const PART = 'rapport_part'

/** A transaction in which the app's own statements and calls of the engine are committed together. */
export class AppTransaction {
  /** Its connection. */
  readonly db: OpenTransaction
  /** The transaction in which it is nested. */
  readonly outer: AppTransaction | undefined
  /** Done once the outermost transaction has committed. */
  readonly onCommit: (() => void)[]
  readonly #around: Around | undefined
  readonly #parts = new Line()
  readonly #units = new Line()
  #refusal: CrmError | undefined
  #over = false

  constructor(db: OpenTransaction, { around, outer }: { readonly around?: Around | undefined; readonly outer?: AppTransaction } = {}) {
    this.db = db
    this.outer = outer
    this.onCommit = outer?.onCommit ?? []
    this.#around = around
  }

  /** Whether the app's work in it has ended. */
  get isOver(): boolean {
    return this.#over
  }

  /** Whether it is this transaction or nested in it. */
  isWithin(other: AppTransaction): boolean {
    return this === other || this.outer?.isWithin(other) === true
  }

  /** Does a part, after those before it: a part that fails is undone alone, and the transaction goes on without it. */
  async part<T>(work: (db: OpenTransaction) => Promise<T>): Promise<T> {
    return await this.#parts.turn(async () => {
      this.refuseGivenUp()
      const acts = this.onCommit.length
      try {
        return await undoable(this.db, PART, async (inner) => {
          await this.#around?.before(this.db)
          const value = await work(inner)
          await this.#around?.after(this.db)
          return value
        })
      } catch (error) {
        this.onCommit.length = acts
        throw error
      }
    })
  }

  /** Does a unit of work of a part, after those before it. */
  async unit<T>(work: () => Promise<T>): Promise<T> {
    return await this.#units.turn(work)
  }

  /** Resolves when no part is under way. */
  async idle(): Promise<void> {
    await this.#parts.turn(async () => undefined)
  }

  /** Says that it is going to be undone although the app still works in it: from now on every call is refused. */
  giveUp(refusal: CrmError): void {
    this.#refusal = refusal
  }

  /** Throws where it, or the one around it, was given up. */
  refuseGivenUp(): void {
    if (this.#refusal) throw this.#refusal
    this.outer?.refuseGivenUp()
  }

  /** Says that the app's work in it has ended. */
  end(): void {
    this.#over = true
    close(this.db)
  }
}

/** Does something in a savepoint: where it fails, what it wrote is undone, and the transaction goes on. */
export async function undoable<T>(db: OpenTransaction, name: string, work: (inner: OpenTransaction) => Promise<T>): Promise<T> {
  const inner: OpenTransaction = await db.savepoint(name).execute()
  try {
    const value = await work(inner)
    await answered(inner)
    await inner.releaseSavepoint(name).execute()
    return value
  } catch (error) {
    await settled(inner)
    // Where the connection is lost, its transaction is as well: the cause is what matters.
    await undone(inner, name).catch(() => undefined)
    throw error
  } finally {
    close(inner)
  }
}

async function undone(inner: OpenTransaction, name: string): Promise<void> {
  await inner.rollbackToSavepoint(name).execute()
  await inner.releaseSavepoint(name).execute()
}
