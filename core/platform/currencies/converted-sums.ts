import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { Organization } from '../access/entity.ts'
import { HOME_CURRENCY } from '../access/organization.ts'
import { Closed, Count } from '../../kernel/operation/schema/schema.ts'
import { Exact, talliedFrom, tallyQuery } from '../../kernel/money/tally.ts'
import { column, type SearchField, type Source } from '../../records/search/grammar/field.ts'
import { joinedBy, type Naming, namingOf } from '../../kernel/storage/records/naming.ts'
import type { DialectName, Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { decimalsIn, sumOfMoney } from '../../kernel/money/decimals.ts'
import { numberOrNull, textOrNull } from '../../kernel/values/scalar.ts'

type Any = Expression<unknown>

/** By currency, the records whose amounts are left out, because no exchange rate is known. */
export const UnconvertedRecords = Type.Array(
  Closed({ currency: Type.String({ description: 'ISO 4217' }), records: Count('Records that are left out of the amounts') }),
  { description: 'Records whose amounts are left out, because no exchange rate is known' },
)

/** Exact sums of some records, in the organization's currency. */
export interface ConvertedSums {
  /** The organization's currency, ISO 4217. */
  readonly home: string
  /** Number of the records, including those without an exchange rate. */
  count: number
  /** The exact sum of each value. */
  readonly sums: Decimal[]
  /** Number of the records without an exchange rate, by currency. */
  readonly unconverted: Map<string, number>
}

/** Which amounts are summed and how they are grouped and converted. */
export interface AmountQuery {
  /** One result for each value of this expression, such as `company_id`. */
  readonly by: Any
  /** The organization's currency, ISO 4217. */
  readonly home: string
  /** Currency and exchange rate of a record, see `rates.ts`. */
  readonly currency: Any
  readonly rate: Any
  readonly values: readonly Any[]
}

/** The exact sums of these amounts, by the value of `by`. */
export async function convertedSums(records: Records, rows: RowQuery, amounts: AmountQuery): Promise<ReadonlyMap<unknown, ConvertedSums>> {
  return sumsFrom(await sumsQuery(records, rows, amounts).execute(), amounts, records.dialect)
}

/** The query of `convertedSums`; `sumsFrom` reads its rows. */
export function sumsQuery(records: Pick<Records, 'db' | 'dialect'>, rows: RowQuery, { by, currency, rate, values }: AmountQuery) {
  return tallyQuery(records, rows, [by, currency, rate], values.map(asMoney))
}

/** The exact sums in the rows of `sumsQuery`. */
export function sumsFrom(
  rows: readonly Row[],
  { home, values }: Pick<AmountQuery, 'home' | 'values'>,
  dialect: DialectName,
): ReadonlyMap<unknown, ConvertedSums> {
  const found = new Map<unknown, ConvertedSums>()
  for (const { keys, count, values: measured } of talliedFrom(rows, 3, values.map(asMoney), dialect)) {
    const sums = found.get(keys[0]) ?? { home, count: 0, sums: values.map(() => new Exact(0)), unconverted: new Map<string, number>() }
    found.set(keys[0], sums)
    sums.count += count
    const code = textOrNull(keys[1]) ?? home
    const factor = code === home ? 1 : numberOrNull(keys[2])
    if (factor === null) sums.unconverted.set(code, (sums.unconverted.get(code) ?? 0) + count)
    else for (const [at, { sum }] of measured.entries()) sums.sums[at] = (sums.sums[at] ?? new Exact(0)).plus(sum.times(factor))
  }
  return found
}

const asMoney = (value: Any) => ({ kind: 'money', sql: value }) as const

/** The records without an exchange rate in all these sums, as `UnconvertedRecords` shows them. */
export function unconverted(sums: Iterable<ConvertedSums | undefined>): { currency: string; records: number }[] {
  const all = new Map<string, number>()
  for (const each of sums) for (const [code, records] of each?.unconverted ?? []) all.set(code, (all.get(code) ?? 0) + records)
  return [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([currency, records]) => ({ currency, records }))
}

/** An amount of related records that a condition sums; their table has the alias `counted`. */
interface RelatedAmount {
  readonly entity: EntityTable
  /** How the related records name the record. */
  readonly by: string | Naming
  readonly amount: string
  where(source: Source): Expression<SqlBool>
  rate(home: Any, source: Source): Any
}

/** The sum of an amount of related records as an SQL expression, in the organization's currency, without records that have no rate. */
export function convertedSum({ entity, by, amount, where, rate }: RelatedAmount, of: Source): Any {
  const { dialect } = of
  const eb = expressionBuilder<Tables, never>()
  const home = homeCode()
  const code = sql`coalesce(counted.currency, ${home})`
  const each = sql.ref(`counted.${amount}`)
  const converted = sql`(case when ${code} = ${home} then ${each} else ${each} * ${asDecimal(rate(home, of), dialect)} end)`
  const others = eb
    .selectFrom(`${entity.table} as counted`)
    .select(sumOfMoney(converted, dialect).as('sum'))
    .where('counted.deleted_at', 'is', null)
    .where(where(of))
  const { field, besides } = namingOf(by)
  const byField = sql`coalesce((${others.where(sql<SqlBool>`${sql.ref(`counted.${field}`)} = ${column('id', of)}`)}), 0)`
  return besides ? sql`(${byField} + coalesce((${joinedBy(others, 'counted', besides, column('id', of))}), 0))` : byField
}

/** A sum as a field of conditions, rounded to the currency as it is shown; in memory the caller must provide the value. */
export function sumField(sum: (source: Source) => Any): SearchField {
  const digits = sql`(${decimalsIn(homeCode())})`
  return {
    type: 'number',
    converted: true,
    sql: (of) => (of.dialect === 'postgresql' ? sql`round(${sum(of)}, ${digits})::float8` : roundedUnits(sum(of), digits)),
    value: () => null,
  }
}

// A double that stands for half a unit may lie just below it: what is far less than any amount lifts it, away from zero.
const roundedUnits = (units: Any, digits: Any) =>
  sql`(select round(sum / 10000.0 + sign(sum) * 1e-9, ${digits}) from (select ${units} as sum))`

// The currency of the organization, in a statement that sees only its row.
const homeCode = (): Any =>
  sql`coalesce(${expressionBuilder<Tables, never>().selectFrom(Organization.table).select('currency').limit(1)}, ${sql.lit(HOME_CURRENCY)})`

// On PostgreSQL amounts are decimals, and so must be the rate; SQLite multiplies integers with doubles.
const asDecimal = (rate: Any, dialect: DialectName) => (dialect === 'postgresql' ? sql`(${rate})::numeric` : rate)
