import { CompiledQuery, type Kysely } from 'kysely'
import { enqueue } from '../connection/statement-queue.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'
import type { KnownRules } from './known-rules.ts'

// Which record types a unit of work relies on already.
const guarded = new WeakMap<Unit, Set<string>>()

/**
 * Spares writes of records without custom values the look-up of definitions, where none say anything of such records. A process that is told
 * of all changes knows that (`KnownRules`). Another one believes so until it learns better, and PostgreSQL is to fail the write if it is not so:
 * the unit of work runs again then, and asks. Nobody waits for the answer before the end of the transaction. A part of a transaction of the
 * app always looks.
 */
export class RuleGuard {
  readonly #db: Kysely<Tables>
  readonly #unit: Unit
  readonly #dialect: DialectName
  readonly #prefix: string
  readonly #known: KnownRules

  constructor(db: Kysely<Tables>, unit: Unit, { dialect, prefix, known }: { dialect: DialectName; prefix: string; known: KnownRules }) {
    this.#db = db
    this.#unit = unit
    this.#dialect = dialect
    this.#prefix = prefix
    this.#known = known
  }

  /** Whether new records of this table may be written without a look at the definitions; the transaction fails if it turns out that not. */
  spares(table: string): boolean {
    const name = this.#nameOf(table)
    if (this.#unit.isJoined) return false
    if (this.#known.isTold) return this.#known.isFree(name)
    // A rehearsal (`numbers`) is not run again.
    if (this.#dialect !== 'postgresql' || !this.#db.isTransaction || this.#unit.numbers || this.#known.ruled.has(name)) return false
    const relied = guarded.get(this.#unit) ?? new Set<string>()
    if (relied.has(table)) return true
    guarded.set(this.#unit, relied.add(table))
    const sql = `/* advisory */ select "${this.#prefix}property_guard"($1, $2)`
    enqueue(this.#db, this.#dialect, CompiledQuery.raw(sql, [this.#unit.actor.organization, table])).catch(() =>
      this.#known.ruled.add(name),
    )
    return true
  }

  /** To be called before a look at the definitions; what is answered takes what it has shown. */
  look(table: string): (isRuled: boolean) => unknown {
    const { changes } = this.#known
    return (isRuled) => this.#unit.isJoined || this.#known.learn(this.#nameOf(table), isRuled, changes)
  }

  #nameOf(table: string): string {
    return JSON.stringify([this.#unit.actor.organization, table])
  }
}
