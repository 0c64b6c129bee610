import { CompiledQuery, type Kysely } from 'kysely'
import { sendAhead } from '../connection/statement-queue.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'

// A unit of work that is about more keys takes them all: the server has room for few thousand locks of all its sessions.
const MOST_KEYS = 32

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Taken {
  readonly alone: boolean
  readonly sent: Promise<void>
}

// Names that a unit of work has locked already.
const taken = new WeakMap<Unit, Map<string, Taken>>()

/**
 * Locks by name, in one organization and until the unit of work ends, for what no lock of a row can keep: that a value which is written now
 * means the same when it is committed, and that what is not there is made once. Who relies on something shares its name before reading it,
 * who changes it holds the name alone. Names are locked before rows, so that two units cannot wait for each other crosswise; where they
 * do, one of them runs again. A lock is sent with the read behind it and costs no round trip of its own. SQLite has one writer at a time, who
 * needs none.
 */
export class NamedLocks {
  readonly #db: Kysely<Tables>
  readonly #unit: Unit
  readonly #dialect: DialectName
  readonly #prefix: string

  constructor(db: Kysely<Tables>, unit: Unit, dialect: DialectName, prefix: string) {
    this.#db = db
    this.#unit = unit
    this.#dialect = dialect
    this.#prefix = prefix
  }

  /** What is read from now on under these names stays so until the unit of work ends; nothing outside of one, where nothing follows from a read. */
  async share(...names: string[]): Promise<void> {
    await this.#take(names, false)
  }

  /** From now on nobody else relies on what has these names, nor changes it; waits for the units of work that do. */
  async hold(...names: string[]): Promise<void> {
    await this.#take(names, true)
  }

  /**
   * From now on nobody else makes a record of this type with one of these values of a field that finds it; answers whether somebody may have
   * until now, so that they are to be looked for again.
   */
  async holdKeys(object: string, field: string, values: Iterable<string>): Promise<boolean> {
    const names = [...new Set(values)].map((value) => `${object}.${field}=${value}`)
    if (names.length === 0 || !this.#isShared) return false
    const all = `${object}.keys`
    if (names.length > MOST_KEYS) await this.hold(all)
    else {
      await this.share(all)
      await this.hold(...names)
    }
    return true
  }

  /**
   * These records, which a write is going to name, are neither merged nor changed until the unit of work ends, as a foreign key would keep them;
   * to be asked for before they are read.
   */
  async keep(table: string, ids: Iterable<unknown>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => typeof id === 'string' && UUID.test(id)).toSorted()
    if (wanted.length === 0 || !this.#isShared) return
    const { organization } = this.#unit.actor
    // By the ids alone, see `OrganizationFilter`.
    const rows = `select 1 from "${this.#prefix}${table}" where "id" = any($1::uuid[]) and "user_from" is not distinct from $2 order by "id" for key share`
    await sendAhead(this.#db, CompiledQuery.raw(rows, [wanted, organization]))
  }

  get #isShared(): boolean {
    return this.#dialect === 'postgresql' && this.#db.isTransaction
  }

  // Resolves when the locks are asked for, before whatever is asked next.
  async #take(names: readonly string[], alone: boolean): Promise<void> {
    if (!this.#isShared) return
    const known = taken.get(this.#unit) ?? new Map<string, Taken>()
    taken.set(this.#unit, known)
    const isEnough = (name: string) => known.get(name)?.alone === true || (known.has(name) && !alone)
    const wanted = [...new Set(names)].filter((name) => !isEnough(name)).toSorted()
    if (wanted.length > 0) {
      const keys = wanted.map((name) => `${this.#unit.actor.organization}/${name}`)
      const sent = sendAhead(this.#db, CompiledQuery.raw(statement(this.#prefix, alone), [keys]))
      for (const name of wanted) known.set(name, { alone, sent })
    }
    for (const name of names) await known.get(name)?.sent
  }
}

// Of another space than the locks of users (`access-guard.ts`) and, by a table of the engine, than those of other engines in the database.
const statement = (prefix: string, alone: boolean) =>
  `/* advisory */ select pg_advisory_xact_lock${alone ? '' : '_shared'}(hashtextextended("name", '"${prefix}access_generation"'::regclass::oid::bigint)) from unnest($1::text[]) "name"`
