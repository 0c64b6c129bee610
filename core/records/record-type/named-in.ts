import { sql, type SqlBool } from 'kysely'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { RecordTypeDeclaration } from './record-type.ts'

/** Under which names other records keep the id of a record, so that tables of plugins follow, too. */
export interface Names {
  readonly fields: ReadonlySet<string>
  /** The field that holds a list of objects, and the key of each that holds the id. */
  readonly list: { readonly field: string; readonly key: string } | undefined
}

/** Under which names other records keep the ids of records of this type. */
export function namesOf({ merge }: Pick<RecordTypeDeclaration, 'merge'>): Names {
  return { fields: new Set(merge?.names), list: merge?.list }
}

/** The fields of a table that hold one of these ids. */
export function namingFields({ fields }: EntityTable, names: Names): string[] {
  if (!('id' in fields) || !('user_from' in fields)) return []
  return Object.entries(fields).flatMap(([name, { kind }]) =>
    names.fields.has(name) && (kind === 'uuid' || kind === 'text') ? [name] : [],
  )
}

/** The lists of a table whose items hold one of these ids, as deals keep their contacts: [{ lead_id, role, primary }]. */
export function namingLists({ fields }: EntityTable, { list }: Names): NonNullable<Names['list']>[] {
  return list && fields[list.field]?.kind === 'json' && 'id' in fields ? [list] : []
}

/** Rows in whose list one of these ids stands: in JSON, so that they are found by its text; an id is too long to stand there by chance. */
export function rowsWithListed(records: Records, entity: EntityTable, field: string, ids: readonly string[]) {
  const text = records.dialect === 'postgresql' ? sql`${sql.ref(field)}::text` : sql.ref(field)
  return records.db
    .selectFrom(entity.table)
    .selectAll()
    .where((eb) => eb.or(ids.map((id) => sql<SqlBool>`${text} like ${`%${id}%`}`)))
}

/** The items of such a list; undefined where the value is no list. */
export function itemsOf(list: unknown): readonly Row[] | undefined {
  return Array.isArray(list) ? list : undefined
}
