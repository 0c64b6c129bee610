import { CompiledQuery, type Kysely } from 'kysely'
import { enqueue } from '../connection/statement-queue.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'

// Which record types a unit of work relies on already.
const guarded = new WeakMap<Unit, Set<string>>()

/**
 * Spares writes of records without custom values the look-up of definitions, where none say anything of such records: the process believes
 * so until it learns better, and PostgreSQL is told with the write to fail if it is not so. The unit of work runs again then, and asks. Nobody
 * waits for the answer before the end of the transaction. SQLite answers a look-up as fast as it could be told anything.
 */
export class RuleGuard {
  readonly #db: Kysely<Tables>
  readonly #unit: Unit
  readonly #dialect: DialectName
  readonly #prefix: string
  /** The organizations and record types of which definitions say more, as far as this process knows. */
  readonly #ruled: Set<string>

  constructor(db: Kysely<Tables>, unit: Unit, { dialect, prefix, ruled }: { dialect: DialectName; prefix: string; ruled: Set<string> }) {
    this.#db = db
    this.#unit = unit
    this.#dialect = dialect
    this.#prefix = prefix
    this.#ruled = ruled
  }

  /** Whether new records of this table may be written without a look at the definitions; the transaction fails if it turns out that not. */
  spares(table: string): boolean {
    // A rehearsal is not run again.
    if (this.#dialect !== 'postgresql' || !this.#db.isTransaction || this.#unit.numbers) return false
    const name = this.#nameOf(table)
    if (this.#ruled.has(name)) return false
    const known = guarded.get(this.#unit) ?? new Set<string>()
    guarded.set(this.#unit, known)
    if (known.has(table)) return true
    known.add(table)
    const { organization } = this.#unit.actor
    const statement = CompiledQuery.raw(`/* advisory */ select "${this.#prefix}property_guard"($1, $2)`, [organization, table])
    enqueue(this.#db, this.#dialect, statement).catch(() => this.#ruled.add(name))
    return true
  }

  /** What a look at the definitions has shown. */
  learn(table: string, isRuled: boolean): void {
    this.#ruled[isRuled ? 'add' : 'delete'](this.#nameOf(table))
  }

  #nameOf(table: string): string {
    return JSON.stringify([this.#unit.actor.organization, table])
  }
}
