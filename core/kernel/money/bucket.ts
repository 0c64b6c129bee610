import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DialectName } from '../storage/schema/codec.ts'
import type { Offset } from '../values/zone.ts'

/** Into what days and times are cut; weeks begin on Monday. */
export const buckets = ['day', 'week', 'month', 'quarter', 'year'] as const
/** A span of time by which records are grouped. */
export type Bucket = (typeof buckets)[number]

const DAY_MS = 86_400_000
type Any = Expression<unknown>

/**
 * The day (YYYY-MM-DD) of a time where the organization is. The offsets come from the engine's own zone data, not from the
 * database's, so that SQLite knows zones at all and every server cuts days at the same moment.
 */
export function localDay(time: Any, offsets: readonly Offset[], dialect: DialectName): RawBuilder<unknown> {
  const moment = (ms: number) => (dialect === 'sqlite' ? sql.lit(ms) : sql`${sql.lit(new Date(ms).toISOString())}::timestamptz`)
  const last = offsets.at(-1)?.ahead ?? 0
  const cases = offsets.slice(1).map(({ from }, at) => sql`when ${time} < ${moment(from)} then ${sql.lit(offsets[at]?.ahead ?? 0)}`)
  const ahead = cases.length === 0 ? sql.lit(last) : sql`(case ${sql.join(cases, sql` `)} else ${sql.lit(last)} end)`
  if (dialect === 'postgresql') return sql`to_char((${time} + ${ahead} * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD')`
  const local = sql`(${time} + ${ahead})`
  // SQLite divides towards zero, and times before 1970 are negative.
  return sql`date((${local} - ((${local} % ${sql.lit(DAY_MS)}) + ${sql.lit(DAY_MS)}) % ${sql.lit(DAY_MS)}) / 1000, 'unixepoch')`
}

/** A date column as its text. */
export function dayText(day: Any, dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'postgresql' ? sql`to_char(${day}, 'YYYY-MM-DD')` : sql`${day}`
}

/** The first day of the week (Monday), month, quarter or year of a day that is given as text; years begin in the month `yearStart`. */
export function bucketOf(day: Any, bucket: Bucket, dialect: DialectName, yearStart = 1): RawBuilder<unknown> {
  // So many months earlier, the fiscal year is that of the calendar; months are moved by their first days, which all of them have.
  const ahead = bucket === 'quarter' ? (yearStart - 1) % 3 : bucket === 'year' ? yearStart - 1 : 0
  if (ahead > 0) return moved(bucketOf(moved(bucketOf(day, 'month', dialect), -ahead, dialect), bucket, dialect), ahead, dialect)
  if (bucket === 'week')
    return dialect === 'postgresql'
      ? sql`to_char(date_trunc('week', ${day}::date), 'YYYY-MM-DD')`
      : sql`date(${day}, 'weekday 0', '-6 days')`
  if (bucket === 'month') return sql`(substr(${day}, 1, 7) || '-01')`
  if (bucket === 'year') return sql`(substr(${day}, 1, 4) || '-01-01')`
  if (bucket === 'day') return sql`${day}`
  const month = sql`substr(${day}, 6, 2)`
  return sql`(substr(${day}, 1, 5) || (case when ${month} < '04' then '01' when ${month} < '07' then '04' when ${month} < '10' then '07' else '10' end) || '-01')`
}

/** The first day of a month, so many months later. */
function moved(first: Any, months: number, dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'postgresql'
    ? sql`to_char(${first}::date + ${sql.lit(months)} * interval '1 month', 'YYYY-MM-DD')`
    : sql`date(${first}, ${sql.lit(`${months} months`)})`
}
