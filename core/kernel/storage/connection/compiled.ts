import { CompiledQuery, type Kysely } from 'kysely'
import type { Row } from '../schema/codec.ts'
import { OrganizationFilter } from './organization-filter.ts'
import type { TablePrefix } from './table-prefix.ts'
import type { Tables } from '../schema/tables.ts'
import type { VisibilityRules } from '../schema/visibility.ts'

/** Builds a query around places for its values; a place is typed `never`, because it may stand wherever a value does. */
export type Build<R = Row> = (db: Kysely<Tables>, ...places: readonly never[]) => { compile(): CompiledQuery<R> }

/** How a statement begins that finds a few rows by a key, so that a storage can tell it from a long one. */
export const LOOK_UP = '/* look-up */ '

/** Marks a query as a look-up. */
export function asLookUp<R>(query: ReturnType<Build<R>>): ReturnType<Build<R>> {
  return {
    compile() {
      const { sql, parameters } = query.compile()
      return CompiledQuery.raw(`${LOOK_UP}${sql}`, [...parameters])
    },
  }
}

/** Stands where a value goes. */
class Place {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** A query of which only the values differ from call to call, built and compiled when it is asked for the first time; limited to no organization. */
export function compiledOnce<R>(build: Build<R>): (db: Kysely<Tables>, ...values: readonly unknown[]) => CompiledQuery<R> {
  let made: CompiledQuery | undefined
  return (db, ...values) => {
    made ??= build(db, ...placesFor(values.length)).compile()
    return filled<R>(made, values)
  }
}

// A place is of no type of value: it stands for one of any.
const placesFor = (count: number, behind = 0) => Array.from({ length: count }, (_, at) => new Place(at + behind) as never)

function filled<R>({ sql, parameters }: CompiledQuery, values: readonly unknown[]): CompiledQuery<R> {
  return CompiledQuery.raw(
    sql,
    parameters.map((each) => (each instanceof Place ? values[each.at] : each)),
  )
}

/**
 * Queries of which only the values differ from call to call: built, limited to the organization and compiled once, because
 * that costs several times what running one of them does.
 */
export class CompiledQueries {
  readonly #made = new Map<string, CompiledQuery>()
  readonly #tables: ReadonlySet<string>
  readonly #rules: VisibilityRules
  readonly #prefix: TablePrefix | undefined

  constructor(tables: ReadonlySet<string>, rules: VisibilityRules, prefix: TablePrefix | undefined) {
    this.#rules = rules
    this.#tables = tables
    this.#prefix = prefix
  }

  /**
   * The query of this name, made by `build` when it is asked for the first time, for one organization and with these values;
   * one of another form for users who do not see all of its records.
   */
  fill<R>(
    db: Kysely<Tables>,
    name: string,
    build: Build<R>,
    { organization, sees }: { readonly organization: string; readonly sees: string | undefined },
    values: readonly unknown[],
  ): CompiledQuery<R> {
    const key = sees === undefined ? name : `${name} seen`
    const made = this.#made.get(key) ?? this.#make(db, key, build, values.length, sees !== undefined)
    return filled(made, [organization, sees, ...values])
  }

  #make(db: Kysely<Tables>, name: string, build: Build<unknown>, count: number, limited: boolean): CompiledQuery {
    const sight = limited ? { rules: this.#rules, sees: new Place(1) } : undefined
    const scoped = db.withPlugin(new OrganizationFilter(this.#tables, new Place(0), sight))
    const made = build(this.#prefix ? scoped.withPlugin(this.#prefix) : scoped, ...placesFor(count, 2)).compile()
    this.#made.set(name, made)
    return made
  }
}
