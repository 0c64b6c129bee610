import { CompiledQuery, type Kysely } from 'kysely'
import { enqueue } from '../connection/statement-queue.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'
import type { KnownRules } from './known-rules.ts'

/** Of which writes definitions may say something: of `new` records without custom values, of `changes` of other fields alone. */
export type Ruled = 'new' | 'changes'

const guards = { new: 'property_guard', changes: 'formula_guard' } as const

// Which record types a unit of work relies on already.
const guarded = new WeakMap<Unit, Set<string>>()

/**
 * Spares writes that name no custom values the look-up of definitions, where none say anything of such writes. A process that is told
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

  /** Whether this table may be written without a look at the definitions; the transaction fails if it turns out that not. */
  spares(table: string, writes: Ruled): boolean {
    const name = this.#nameOf(table, writes)
    if (this.#unit.isJoined) return false
    if (this.#known.isTold) return this.#known.isFree(name)
    // A rehearsal (`numbers`) is not run again.
    if (this.#dialect !== 'postgresql' || !this.#db.isTransaction || this.#unit.numbers || this.#known.ruled.has(name)) return false
    const relied = guarded.get(this.#unit) ?? new Set<string>()
    if (relied.has(name)) return true
    guarded.set(this.#unit, relied.add(name))
    const sql = `/* advisory */ select "${this.#prefix}${guards[writes]}"($1, $2)`
    enqueue(this.#db, this.#dialect, CompiledQuery.raw(sql, [this.#unit.actor.organization, table])).catch(() =>
      this.#known.ruled.add(name),
    )
    return true
  }

  /** To be called before a look at the definitions; what is answered takes what it has shown. */
  look(table: string): (isRuled: Readonly<Record<Ruled, boolean>>) => void {
    const { changes: since } = this.#known
    return (isRuled) => {
      if (this.#unit.isJoined) return
      this.#known.learn(this.#nameOf(table, 'new'), isRuled.new, since)
      this.#known.learn(this.#nameOf(table, 'changes'), isRuled.changes, since)
    }
  }

  #nameOf(table: string, writes: Ruled): string {
    return JSON.stringify([this.#unit.actor.organization, table, writes])
  }
}
