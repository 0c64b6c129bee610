import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { Organization } from '../access/entity.ts'
import { HOME_CURRENCY } from '../access/organization.ts'
import { Closed, Count } from '../../kernel/operation/schema.ts'
import { Exact, tally } from '../../kernel/money/tally.ts'
import { column, type SearchField, type Source } from '../../records/search/field.ts'
import type { DialectName } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Records, RowQuery } from '../../kernel/storage/records.ts'
import type { Tables } from '../../kernel/storage/tables.ts'

type Any = Expression<unknown>

/** Records whose amounts are left out, because no rate of exchange is known. */
export const LeftOut = Type.Array(
  Closed({ currency: Type.String({ description: 'ISO 4217' }), records: Count('How many are left out of the amounts') }),
  { description: 'Records whose amounts are left out, because no rate of exchange is known' },
)

/** What some records come to, in the currency of the organisation. */
export interface Worth {
  /** How many they are, with those that nothing converts. */
  count: number
  /** The exact sum of each value. */
  readonly sums: Decimal[]
  /** How many records nothing converts, by their currency. */
  readonly left: Map<string, number>
}

/** Which amounts are summed: by what tells whose they are, and by what each is converted. */
export interface Amounts {
  readonly by: Any
  /** ISO 4217 code of the organisation. */
  readonly home: string
  /** Where the currency of a record and its rate are read, as `rates.ts` chooses it. */
  readonly currency: Any
  readonly rate: Any
  readonly values: readonly Any[]
}

/** The exact sums of these amounts for everybody who has some. */
export async function worthOf(records: Records, rows: RowQuery, amounts: Amounts): Promise<ReadonlyMap<unknown, Worth>> {
  const { by, home, currency, rate, values } = amounts
  const money = values.map((each) => ({ kind: 'money', sql: each }) as const)
  const groups = await tally(records, rows, [by, currency, rate], money)
  const found = new Map<unknown, Worth>()
  for (const { keys, count, values: measured } of groups) {
    const worth = found.get(keys[0]) ?? { count: 0, sums: values.map(() => new Exact(0)), left: new Map<string, number>() }
    found.set(keys[0], worth)
    worth.count += count
    const code = (keys[1] ?? home) as string
    const factor = code === home ? 1 : (keys[2] as number | null)
    if (factor === null) worth.left.set(code, (worth.left.get(code) ?? 0) + count)
    else for (const [at, { sum }] of measured.entries()) worth.sums[at] = (worth.sums[at] ?? new Exact(0)).plus(sum.times(factor))
  }
  return found
}

/** What was left out, as `LeftOut` shows it. */
export function leftOut(worths: Iterable<Worth | undefined>): { currency: string; records: number }[] {
  const all = new Map<string, number>()
  for (const worth of worths) for (const [code, records] of worth?.left ?? []) all.set(code, (all.get(code) ?? 0) + records)
  return [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([currency, records]) => ({ currency, records }))
}

/** What of other records is summed for a condition; their table is called `counted` there. */
interface Summed {
  readonly entity: EntityTable
  /** The field of the others that names the record. */
  readonly by: string
  readonly amount: string
  where(source: Source): Expression<SqlBool>
  rate(home: Any, source: Source): Any
}

/** The sum of an amount of other records as a part of a statement, in the organisation's currency; what nothing converts is left out. */
export function summed({ entity, by, amount, where, rate }: Summed, of: Source): Any {
  const { dialect } = of
  const eb = expressionBuilder<Tables, never>()
  const home = sql`coalesce(${eb.selectFrom(Organization.table).select('currency').limit(1)}, ${sql.lit(HOME_CURRENCY)})`
  const code = sql`coalesce(counted.currency, ${home})`
  const each = sql.ref(`counted.${amount}`)
  const converted = sql`(case when ${code} = ${home} then ${each} else ${each} * ${asDecimal(rate(home, of), dialect)} end)`
  const others = eb
    .selectFrom(`${entity.table} as counted`)
    .select(sql`sum(${converted})`.as('sum'))
    .where(sql<SqlBool>`${sql.ref(`counted.${by}`)} = ${column('id', of)}`)
    .where('counted.deleted_at', 'is', null)
    .where(where(of))
  return sql`coalesce((${others}), 0)`
}

/** Sums as a number that conditions name, to four decimals as they are shown; in memory the caller must have summed. */
export function sumField(sum: (source: Source) => Any): SearchField {
  return {
    type: 'number',
    sql: (of) => (of.dialect === 'postgresql' ? sql`round(${sum(of)}, 4)::float8` : sql`round(${sum(of)} / 10000.0, 4)`),
    value: () => null,
  }
}

// Amounts are decimals on PostgreSQL, and stay so; SQLite multiplies integers with doubles.
const asDecimal = (rate: Any, dialect: DialectName) => (dialect === 'postgresql' ? sql`(${rate})::numeric` : rate)
