import { type Expression, expressionBuilder, type OperationNode, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AnyWatch } from './changes.ts'
import type { DialectName } from './codec.ts'
import type { EntityTable } from './entity.ts'
import type { Tables } from './tables.ts'

/** How a row belongs to an owner, for users without full visibility; everyone sees all rows of a table without such a rule. */
export type OwnershipRule =
  /** The column with the owner's e-mail; a record without an owner belongs to its creator. */
  | { readonly owner: string }
  /** The row is part of the record of table `of` that this column names; if null, everyone sees it. */
  | { readonly part: string; readonly of: string }
  /** The row is about the record that these columns name by type and id. */
  | { readonly type: string; readonly id: string }

/** The owner of a row that everyone in the organization sees; in capitals, as e-mails of owners never are. */
export const EVERYONE = 'EVERYONE'

/** Whether a row of this owner (see `VisibilityRules.ownerOf`) is seen by somebody who sees these owners; undefined = all. */
export function isSeenBy(owner: string | null, sees: readonly string[] | undefined): boolean {
  return sees === undefined || owner === EVERYONE || (owner !== null && sees.includes(owner))
}

/** A table with its ownership rule. */
interface Ruled {
  readonly ownership: OwnershipRule
  readonly entity: EntityTable
}

/** What users see who do not see all records: one set of rules for both doors to the tables. */
export class VisibilityRules {
  readonly #rules: ReadonlyMap<string, Ruled>
  /** Tables with owned records, and the type names by which other rows refer to these records. */
  readonly #owned: readonly (readonly [table: string, words: readonly string[]])[]
  /** Type names of records that everyone sees. */
  readonly #shared: readonly string[]
  readonly #dialect: DialectName

  constructor(entities: readonly EntityTable[], watches: readonly AnyWatch[], dialect: DialectName) {
    this.#dialect = dialect
    this.#rules = new Map(entities.flatMap((entity) => (entity.ownership ? [[entity.table, { entity, ownership: entity.ownership }]] : [])))
    const words = ({ table }: EntityTable) => [
      table,
      ...watches.flatMap(({ entity, entityType }) => (entity.table === table ? [entityType] : [])),
    ]
    this.#owned = entities.filter(isRestricted).map((entity) => [entity.table, words(entity)])
    this.#shared = entities.filter(({ ownership }) => ownership === undefined).flatMap(words)
  }

  /** All tables with an ownership rule. */
  get entities(): readonly EntityTable[] {
    return [...this.#rules.values()].map(({ entity }) => entity)
  }

  /**
   * The condition that a row of the table is seen, beside that of the organization; `sees` is a JSON list of the owners' e-mails
   * in lower case, or a place for it. Sub-queries in it are limited when they are transformed like the query itself.
   */
  condition(table: string, alias: string, sees: unknown): OperationNode | undefined {
    const rule = this.#rules.get(table)
    return rule && this.#expression(rule, alias, sees).toOperationNode()
  }

  /**
   * To whom a row of the table belongs, as a value that `isSeenBy` judges by the same rules as `condition`: for rows that several
   * users with different sights share. Null = of nobody. Sub-queries in it are limited like the query itself.
   */
  ownerOf(table: string, alias: string): RawBuilder<string | null> {
    const rule = this.#rules.get(table)
    if (!rule) return sql.lit(EVERYONE)
    const { ownership, entity } = rule
    const column = (name: string) => sql.ref(`${alias}.${name}`)
    if ('owner' in ownership) return ownerIn(alias, ownership.owner)
    if ('part' in ownership) {
      const whole = this.#ownerById(ownership.of, column(ownership.part), alias)
      const nullable = entity.fields[ownership.part]?.nullable
      return nullable ? sql<string | null>`case when ${column(ownership.part)} is null then ${sql.lit(EVERYONE)} else ${whole} end` : whole
    }
    const id =
      this.#dialect === 'postgresql' && entity.fields[ownership.id]?.kind === 'text' ? castUuid(column(ownership.id)) : column(ownership.id)
    const owned = this.#owned.map(
      ([of, words]) => sql`when ${column(ownership.type)} in (${sql.join(words)}) then ${this.#ownerById(of, id, alias)}`,
    )
    const shared = sql`when ${column(ownership.type)} in (${sql.join(this.#shared)}) then ${sql.lit(EVERYONE)}`
    return sql`case ${sql.join([shared, ...owned], sql` `)} end`
  }

  #ownerById(table: string, id: Expression<unknown>, within: string): RawBuilder<string | null> {
    const alias = `${within}_${table}`
    const rows = expressionBuilder<Tables>().selectFrom(`${table} as ${alias}`)
    return sql`(${rows.select(this.ownerOf(table, alias).as('owner')).where(sql.ref(`${alias}.id`), '=', id)})`
  }

  #expression({ ownership, entity }: Ruled, alias: string, sees: unknown): Expression<SqlBool> {
    const column = (name: string) => sql.ref(`${alias}.${name}`)
    if ('owner' in ownership) {
      const list =
        this.#dialect === 'postgresql' ? sql`select json_array_elements_text(${sees}::json)` : sql`select value from json_each(${sees})`
      return sql<SqlBool>`${ownerIn(alias, ownership.owner)} in (${list})`
    }
    if ('part' in ownership) {
      const whole = sql<SqlBool>`${column(ownership.part)} in ${idsOf(ownership.of)}`
      return entity.fields[ownership.part]?.nullable ? sql<SqlBool>`(${column(ownership.part)} is null or ${whole})` : whole
    }
    const { type, id } = ownership
    // Ids of any kind of thing are text, those of records uuid, which PostgreSQL does not compare.
    const text = entity.fields[id]?.kind === 'text'
    const owned = this.#owned.map(
      ([table, words]) => sql<SqlBool>`(${column(type)} in (${sql.join(words)}) and ${column(id)} in ${idsOf(table, text)})`,
    )
    return sql<SqlBool>`(${sql.join([sql`${column(type)} in (${sql.join(this.#shared)})`, ...owned], sql` or `)})`
  }
}

// A record without an owner belongs to its creator.
function ownerIn(alias: string, column: string): RawBuilder<string | null> {
  return sql`lower(coalesce(nullif(${sql.ref(`${alias}.${column}`)}, ''), ${sql.ref(`${alias}.created_by`)}))`
}

function castUuid(id: Expression<unknown>): Expression<unknown> {
  return sql`cast(${id} as uuid)`
}

function idsOf(table: string, text = false): Expression<unknown> {
  const rows = expressionBuilder<Tables>().selectFrom(table)
  return text ? rows.select(sql<string>`cast(${sql.ref(`${table}.id`)} as text)`.as('id')) : rows.select(`${table}.id`)
}

// Other rows refer to records, never to their lines.
const isRestricted = ({ ownership, fields }: EntityTable): boolean =>
  ownership !== undefined && ('owner' in ownership || ('part' in ownership && 'created_by' in fields))
