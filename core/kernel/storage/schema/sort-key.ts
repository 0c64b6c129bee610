import { orderKey } from '../../values/text-order.ts'
import type { DialectName, Row } from './codec.ts'
import type { EntityTable } from './entity.ts'

/** Whether the texts of a column are keys, such as addresses: they sort as they are written, and not in the order of a language. */
export function isKey({ uniques = [] }: EntityTable, column: string): boolean {
  return column !== 'name' && uniques.some((columns) => columns.length === 1 && columns[0] === column)
}

/** The column with the sort key of another one; on SQLite alone, whose indexes call no function of ours. */
export const sortKeyOf = (column: string) => `${column}_sort_key`

/** Rows with their sort keys, and the columns of them: an insert that lacks them makes triggers write each row twice. */
export function withSortKeys(
  entity: EntityTable,
  columns: readonly string[],
  records: readonly Row[],
  dialect: DialectName,
): readonly [columns: readonly string[], records: readonly Row[]] {
  const sorted = dialect === 'sqlite' ? (entity.sortKeys ?? []).filter((each) => columns.includes(each) && !isKey(entity, each)) : []
  if (sorted.length === 0) return [columns, records]
  const keysOf = (record: Row) =>
    Object.fromEntries(sorted.map((each) => [sortKeyOf(each), typeof record[each] === 'string' ? orderKey(record[each]) : '']))
  return [[...columns, ...sorted.map(sortKeyOf)], records.map((each) => ({ ...each, ...keysOf(each) }))]
}
