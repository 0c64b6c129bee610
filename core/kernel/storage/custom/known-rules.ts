import { ownNames } from '../connection/table-prefix.ts'
import { Property } from './property.ts'

/**
 * After so many milliseconds what is known is read again: a process that does no background work tells nobody, and a connection that is lost
 * tells nothing.
 */
export const KNOWN_MS = 1000

/**
 * For which organizations and record types definitions say something of new records, or of changes that leave custom values alone, as far as
 * this process knows. While it hears of every commit that changes definitions, those that say nothing are read again only once in a second.
 */
export class KnownRules {
  /** Those that say something. */
  readonly ruled = new Set<string>()
  readonly #freeUntil = new Map<string, number>()
  #isTold: boolean
  #changes = 0

  /** `isTold`: from the beginning for an SQLite file, which no other process changes. */
  constructor(isTold: boolean) {
    this.#isTold = isTold
  }

  /** Whether this process hears of every change. */
  get isTold(): boolean {
    return this.#isTold
  }

  /** How many changes were told: what was read before the last one may be out of date. */
  get changes(): number {
    return this.#changes
  }

  /** Whether definitions are known to say nothing. */
  isFree(name: string): boolean {
    return (this.#freeUntil.get(name) ?? 0) > performance.now()
  }

  /** What definitions say that were read when so many changes had been told. */
  learn(name: string, isRuled: boolean, since: number): void {
    this.ruled[isRuled ? 'add' : 'delete'](name)
    if (!isRuled && since === this.#changes) this.#freeUntil.set(name, performance.now() + KNOWN_MS)
  }

  /** Somebody has written these tables, or any. */
  heard(tables: ReadonlySet<string> | undefined): void {
    if (tables && !tables.has(Property.table)) return
    this.#changes += 1
    this.#freeUntil.clear()
  }

  /** Hears of the commits of other processes, with the names of tables in the database, and hands them on. */
  hearing(prefix: string, next: (tables: ReadonlySet<string> | undefined) => void): typeof next {
    return (tables) => {
      this.heard(tables && ownNames(tables, prefix))
      next(tables)
    }
  }

  /** From now on other processes tell of their changes; what was known before may be out of date. */
  tell(): void {
    this.#isTold = true
    this.heard(undefined)
  }
}
