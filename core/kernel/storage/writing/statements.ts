import type { DialectName } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'

// Records of one type are written with the same columns again and again.
const known = new Map<string, string>()
const SHAPES = 1000

/** A table, and its primary key where that is not `id`. */
type Keyed = Pick<EntityTable, 'table' | 'key'>

/**
 * Statements that write sets, written out instead of built: a set has few shapes, and building a statement of 50 columns
 * costs more than running it.
 */
export class Statements {
  readonly #dialect: DialectName
  readonly #prefix: string

  constructor(dialect: DialectName, prefix: string) {
    this.#dialect = dialect
    this.#prefix = prefix
  }

  /** Takes the values of so many rows, one after the other, behind `before` other parameters. */
  insert(table: string, columns: readonly string[], rows: number, before = 0): string {
    // SQLite is sent sets of a few sizes (`recurring`), PostgreSQL those of any.
    if (rows !== 1 && this.#dialect === 'postgresql') return this.#insert(table, columns, rows, before)
    return this.#once(`insert ${table} ${before} ${rows} ${columns.join()}`, () => this.#insert(table, columns, rows, before))
  }

  #once(shape: string, build: () => string): string {
    const name = `${this.#dialect} ${this.#prefix} ${shape}`
    const sql = known.get(name) ?? build()
    if (known.size < SHAPES) known.set(name, sql)
    return sql
  }

  #insert(table: string, columns: readonly string[], rows: number, before: number): string {
    const values = Array.from(
      { length: rows },
      (_, row) => `(${columns.map((_name, at) => this.#parameter(before + row * columns.length + at)).join(', ')})`,
    )
    return `insert into ${this.#table(table)} (${list(columns)}) values ${values.join(', ')}`
  }

  /**
   * SQLite: takes the organization and the values of so many rows, whose ids count on from the last one of the organization. Only one transaction
   * writes at a time there, and all rows see the same last id.
   */
  insertCounted(table: string, columns: readonly string[], rows: number): string {
    return this.#once(`insert counted ${table} ${rows} ${columns.join()}`, () => {
      const name = this.#table(table)
      const given = columns.map(() => ', ?').join('')
      const values = Array.from({ length: rows }, (_, row) => `((select "id" from "last") + ${row + 1}${given})`)
      const last = `select coalesce(max("id"), 0) as "id" from ${name} where "user_from" = ?`
      return `with "last" as (${last}) insert into ${name} ("id", ${list(columns)}) values ${values.join(', ')}`
    })
  }

  /** Takes the organization of which it reads the last id. */
  lastId(table: string): string {
    return `select max("id") as "id" from ${this.#table(table)} where "user_from" = ${this.#parameter(0)}`
  }

  /** PostgreSQL: takes all rows as one JSON text, half the work of as many parameters. */
  insertSet(table: string, columns: readonly string[]): string {
    const name = this.#table(table)
    return `insert into ${name} (${list(columns)}) select ${list(columns)} from json_populate_recordset(null::${name}, $1::json)`
  }

  /** Takes the values, the id and the organization of one row. */
  update(table: string, columns: readonly string[]): string {
    const sets = columns.map((name, at) => `${quoted(name)} = ${this.#parameter(at)}`)
    const [id, organization] = [this.#parameter(columns.length), this.#parameter(columns.length + 1)]
    return `update ${this.#table(table)} set ${sets.join(', ')} where "id" = ${id} and "user_from" = ${organization}`
  }

  /** SQLite: takes the values and the id of so many rows, and the organization. */
  updateMany({ table, key }: Keyed, columns: readonly string[], rows: number): string {
    return this.#once(`update ${table} ${rows} ${columns.join()}`, () => {
      const name = this.#table(table)
      const sets = columns.map((each, at) => `${quoted(each)} = given.column${at + 1}`)
      const row = `(${columns.map(() => '?').join(', ')}, ?)`
      const given = `(values ${Array.from({ length: rows }, () => row).join(', ')}) given`
      // SQLite would begin with all rows of the organization: see `by-ids.ts`.
      const own = `${key ? '' : '+'}${name}."user_from" = ?`
      return `update ${name} set ${sets.join(', ')} from ${given} where ${name}."id" = given.column${columns.length + 1} and ${own}`
    })
  }

  /** Takes the organization whose row it reads. */
  valueOf(table: string, column: string): string {
    return `select ${quoted(column)} from ${this.#table(table)} where "user_from" = ${this.#parameter(0)}`
  }

  /**
   * PostgreSQL: takes all rows as one JSON text, and the organization. `most`: there are no more of them. It takes a text for a hundred rows, for
   * which it would rather read a small table as a whole.
   */
  updateSet({ table, key }: Keyed, columns: readonly string[], most?: number): string {
    const name = this.#table(table)
    const sets = columns.map((each) => `${quoted(each)} = given.${quoted(each)}`)
    const rows = `json_populate_recordset(null::${name}, $1::json)`
    const given = most === undefined ? `${rows} given` : `(select ${list([...columns, 'id'])} from ${rows} limit ${most}) given`
    return `update ${name} set ${sets.join(', ')} from ${given} where ${name}."id" = given."id" and ${this.#own('id', key, `${name}."user_from"`)} $2`
  }

  /** Takes the values of one column, an array on PostgreSQL and JSON text on SQLite, and the organization. */
  deleteOf({ table, key }: Keyed, column: string): string {
    const given = this.#dialect === 'postgresql' ? '= any($1::uuid[])' : 'in (select value from json_each(?))'
    return `delete from ${this.#table(table)} where ${quoted(column)} ${given} and ${this.#own(column, key, '"user_from"')} ${this.#parameter(1)}`
  }

  // Both would begin with all rows of the organization: SQLite see `by-ids.ts`, PostgreSQL see `OrganizationFilter`.
  #own(column: string, key: Keyed['key'], name: string): string {
    if (column !== 'id' || key) return `${name} =`
    return this.#dialect === 'sqlite' ? `+${name} =` : `${name} is not distinct from`
  }

  /** A table as statements name it. */
  named(table: string): string {
    return this.#table(table)
  }

  #table(table: string): string {
    return quoted(`${this.#prefix}${table}`)
  }

  #parameter(at: number): string {
    return this.#dialect === 'postgresql' ? `$${at + 1}` : '?'
  }
}

const quoted = (name: string) => `"${name}"`
const list = (columns: readonly string[]) => columns.map(quoted).join(', ')
