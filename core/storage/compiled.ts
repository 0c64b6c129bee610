import { CompiledQuery, type Kysely } from 'kysely'
import { OrganizationFilter, type TablePrefix } from './organization-filter.ts'
import type { Tables } from './set-writer.ts'

/** Builds a query around places for its values. */
export type Build = (db: Kysely<Tables>, ...places: readonly unknown[]) => { compile(): CompiledQuery }

/** Stands where a value goes. */
class Place {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/**
 * Queries of which only the values differ from call to call: built, limited to the organisation and compiled once, because
 * that costs several times what running one of them does.
 */
export class CompiledQueries {
  readonly #made = new Map<string, CompiledQuery>()
  readonly #tables: ReadonlySet<string>
  readonly #prefix: TablePrefix | undefined

  constructor(tables: ReadonlySet<string>, prefix: TablePrefix | undefined) {
    this.#tables = tables
    this.#prefix = prefix
  }

  /** The query of this name, made by `build` when it is asked for the first time, for one organisation and with these values. */
  fill(db: Kysely<Tables>, name: string, build: Build, organization: string, values: readonly unknown[]): CompiledQuery {
    const made = this.#made.get(name) ?? this.#make(db, name, build, values.length)
    const all = [organization, ...values]
    return CompiledQuery.raw(
      made.sql,
      made.parameters.map((each) => (each instanceof Place ? all[each.at] : each)),
    )
  }

  #make(db: Kysely<Tables>, name: string, build: Build, count: number): CompiledQuery {
    const scoped = db.withPlugin(new OrganizationFilter(this.#tables, new Place(0)))
    const places = Array.from({ length: count }, (_, at) => new Place(at + 1))
    const made = build(this.#prefix ? scoped.withPlugin(this.#prefix) : scoped, ...places).compile()
    this.#made.set(name, made)
    return made
  }
}
