import { Decimal } from 'decimal.js'
import { type Expression, sql } from 'kysely'
import { invalid } from '../operation/errors.ts'
import type { DialectName, Row } from '../storage/schema/codec.ts'
import { readInstant } from '../storage/schema/instant.ts'
import type { Records, RowQuery } from '../storage/records/records.ts'

/** Decimals that hold every sum of stored amounts, and their products with rates, without rounding. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
/** The exact sum of nothing. */
export const zero = new Exact(0)

/** What is measured: money as the column holds it, a number (summed to four decimals), or what only has a least and a greatest. */
export interface Value {
  readonly sql: Expression<unknown>
  readonly kind: 'money' | 'number' | 'time' | 'day' | 'other'
}
/** One value over the records of a group. */
export interface Measured {
  readonly sum: Decimal
  /** Records that have it. */
  readonly known: number
  readonly distinct: number
  readonly min: unknown
  readonly max: unknown
}
/** One group of records: what they have in common, how many they are, and each value over them. */
export interface Tallied {
  readonly keys: readonly unknown[]
  readonly count: number
  readonly values: readonly Measured[]
}

// Money of four decimals, as SQLite keeps it; and by what whole numbers are split in two, so that the sum of neither part leaves 64 bits.
const UNITS = 10_000
const MILLION = 1_000_000

/**
 * The rows of a query in groups, with exact sums: the database adds integers and decimals only, never binary floats, so that both databases
 * answer the same to the cent. `distinct` counts different values, which groups cannot be merged by. Throws `too_many` for more groups than
 * `limit`, where there is one.
 */
export async function tally(
  records: Records,
  rows: RowQuery,
  keys: readonly Expression<unknown>[],
  values: readonly Value[],
  { distinct = false, limit }: { readonly distinct?: boolean; readonly limit?: number } = {},
): Promise<Tallied[]> {
  const asked = tallyQuery(records, rows, keys, values, distinct)
  const found = await (limit === undefined ? asked : asked.limit(limit + 1)).execute()
  if (limit !== undefined) atMost(limit, found.length)
  return talliedFrom(found, keys.length, values, records.dialect)
}

/** The query of `tally`; `talliedFrom` reads its rows. */
export function tallyQuery(
  { db, dialect }: Pick<Records, 'db' | 'dialect'>,
  rows: RowQuery,
  keys: readonly Expression<unknown>[],
  values: readonly Value[],
  distinct = false,
) {
  const inner = rows.select([
    ...keys.map((each, at) => sql`${each}`.as(`k${at}`)),
    ...values.map((each, at) => sql`${each.sql}`.as(`v${at}`)),
    sql`1`.as('one'),
  ])
  const names = keys.map((_, at) => `k${at}`)
  const asked = db
    .selectFrom(inner.as('rows'))
    .select([
      ...names,
      sql`count(*)`.as('n'),
      ...values.flatMap((value, at) => columnsOf(value, at, dialect)),
      ...(distinct ? values.map((_, at) => sql`count(distinct ${sql.ref(`v${at}`)})`.as(`v${at}_distinct`)) : []),
    ])
  return names.length > 0 ? asked.groupBy(names) : asked
}

/** The groups in the rows of `tallyQuery`. */
export function talliedFrom(rows: readonly Row[], keys: number, values: readonly Value[], dialect: DialectName): Tallied[] {
  return rows.map((row) => ({
    keys: Array.from({ length: keys }, (_, at) => row[`k${at}`]),
    count: Number(row['n']),
    values: values.map((value, at) => measured(value, row, at, dialect)),
  }))
}

/** Throws `too_many` for more groups than a question may have. */
export function atMost(limit: number, groups: number): void {
  if (groups > limit) throw invalid('/group_by', 'too_many', `More than ${limit} groups: filter, or group by less`)
}

// Sums are asked for in parts, each of integers that 64 bits hold; `sumIn` puts them together.
function columnsOf({ kind }: Value, at: number, dialect: DialectName) {
  const value = sql.ref(`v${at}`)
  const ends = kind === 'other' ? [] : [sql`min(${value})`.as(`v${at}_min`), sql`max(${value})`.as(`v${at}_max`)]
  const sums = sumsOf(kind, value, dialect).map((each, part) => each.as(`v${at}_sum${part}`))
  return [...sums, sql`count(${value})`.as(`v${at}_known`), ...ends]
}

function sumsOf(kind: Value['kind'], value: Expression<unknown>, dialect: DialectName) {
  if (kind === 'money' && dialect === 'postgresql') return [sql`sum(${value})`]
  if (kind === 'money') return [sql`sum(${value} / ${sql.lit(UNITS)})`, sql`sum(${value} % ${sql.lit(UNITS)})`]
  if (kind !== 'number') return []
  // Of a number: its millions, what is left of them, and its four decimals, rounded.
  const half = sql`(case when ${value} < 0 then -0.5 else 0.5 end)`
  if (dialect === 'postgresql') {
    const whole = sql`trunc(${value})`
    return [
      sql`sum(${whole}::bigint / ${sql.lit(MILLION)})`,
      sql`sum(${whole}::bigint % ${sql.lit(MILLION)})`,
      sql`sum(trunc((${value} - ${whole}) * 10000 + ${half})::bigint)`,
    ]
  }
  const whole = sql`cast(${value} as integer)`
  return [
    sql`sum(${whole} / ${sql.lit(MILLION)})`,
    sql`sum(${whole} % ${sql.lit(MILLION)})`,
    sql`sum(cast((${value} - ${whole}) * 10000 + ${half} as integer))`,
  ]
}

function sumIn(kind: Value['kind'], row: Row, at: number, dialect: DialectName): Decimal {
  const part = (index: number) => new Exact(String(row[`v${at}_sum${index}`] ?? 0))
  if (kind === 'money') return dialect === 'sqlite' ? part(0).plus(part(1).dividedBy(UNITS)) : part(0)
  return kind === 'number' ? part(0).times(MILLION).plus(part(1)).plus(part(2).dividedBy(UNITS)) : zero
}

function measured({ kind }: Value, row: Row, at: number, dialect: DialectName): Measured {
  return {
    sum: sumIn(kind, row, at, dialect),
    known: Number(row[`v${at}_known`] ?? 0),
    distinct: Number(row[`v${at}_distinct`] ?? 0),
    min: extreme(kind, row[`v${at}_min`], dialect),
    max: extreme(kind, row[`v${at}_max`], dialect),
  }
}

function extreme(kind: Value['kind'], value: unknown, dialect: DialectName): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'money') return dialect === 'sqlite' ? Number(value) / UNITS : Number(value)
  if (kind === 'number') return Number(value)
  if (kind === 'day') return value
  return (dialect === 'sqlite' ? new Date(Number(value)) : readInstant(String(value))).toISOString()
}
