import { type Expression, type ExpressionWrapper, type SqlBool } from 'kysely'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
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

function isExpression(value: unknown): value is ExpressionWrapper<never, never, unknown> {
  return typeof value === 'object' && value !== null && 'toOperationNode' in value
}
