import { type Expression, type ExpressionWrapper, type SqlBool } from 'kysely'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { amongGiven } from './any-of.ts'
import { givenTo } from '../schema/given-to.ts'
import type { Records } from './records.ts'

/** Which rows have the derived columns, and what these become: values, or expressions over the row. */
export interface Projection<F extends Fields> {
  /** Columns and the values by which the rows are found, joined by and. */
  readonly where: Partial<RecordOf<F>>
  /** What is asked of the rows besides. */
  readonly when?: Expression<SqlBool>
  readonly set: { readonly [K in keyof F]?: RecordOf<F>[K] | Expression<unknown> }
}

/**
 * Writes columns that are derived from other records: names that are copied, times and numbers that are kept. Nobody has changed the rows,
 * so they get no version, event or history.
 */
export async function project<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  { where, when, set }: Projection<F>,
): Promise<void> {
  const codec = records.codec(entity)
  const columns: Row = {}
  for (const [name, value] of Object.entries(set)) columns[name] = isExpression(value) ? value : codec.toColumn(name, value)
  let update = records.db.updateTable(entity.table).set(columns)
  for (const [name, value] of Object.entries(where)) update = update.where(name, '=', codec.toColumn(name, value))
  await (when ? update.where(when) : update).execute()
}

/**
 * The same for live rows of which a column has one of these values: by a statement that is built once, and that PostgreSQL does while the caller
 * goes on.
 */
export async function projectAmong<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  [column, given]: readonly [column: keyof F & string, values: Iterable<unknown>],
  set: Partial<RecordOf<F>>,
): Promise<void> {
  const codec = records.codec(entity)
  const [first, ...others] = new Set([...given].map((value) => codec.toColumn(column, value)))
  if (first === undefined) return
  const names = Object.keys(set)
  const many = givenTo(records.dialect, [first, ...others])
  const isOne = others.length === 0
  const values = [isOne ? first : many, ...Object.entries(set).map(([name, value]) => codec.toColumn(name, value))]
  await records.put(`${entity.table} ${names.join()} among ${isOne ? 'one' : 'many'} of ${column}`, values, (db, place, ...places) => {
    const update = db.updateTable(entity.table).set(Object.fromEntries(names.map((name, at) => [name, places[at]])))
    const among = isOne
      ? update.where(column, '=', place)
      : update.where(amongGiven(column, entity.fields[column]?.kind ?? 'text', place, records.dialect))
    return 'deleted_at' in entity.fields ? among.where('deleted_at', 'is', null) : among
  })
}

function isExpression(value: unknown): value is ExpressionWrapper<never, never, unknown> {
  return typeof value === 'object' && value !== null && 'toOperationNode' in value
}
