import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Span } from '../../kernel/money/span.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { moment } from './deal-states.ts'

/**
 * The condition that a time lies in the span: from its first moment, up to and without the first one after it. An open end does not
 * limit.
 */
export function during(records: Records, time: Expression<unknown>, { start, end }: Pick<Span, 'start' | 'end'>): RawBuilder<SqlBool> {
  const from = start ? sql`${time} >= ${moment(records, start)}` : sql`1 = 1`
  return end ? sql<SqlBool>`(${from} and ${time} < ${moment(records, end)})` : sql<SqlBool>`(${from})`
}
