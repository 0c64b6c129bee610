import { type Expression, sql } from 'kysely'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import { Exact, type Value } from '../../kernel/money/tally.ts'
import type { Merged } from './merging.ts'

/** The currency of a record and its rate, and the currency that is not converted. */
export interface Converted {
  readonly currency: Expression<unknown>
  readonly rate: Expression<unknown>
  readonly home: string
}

/**
 * Fills in the median of a value in each group: of the values in order the one in the middle, or the mean of the two that are. Amounts are
 * ordered by what they are in one currency; those without a rate are left out. Both databases order by the same binary floats, and then by
 * value and rate, so that they choose the same ones; these are converted exactly.
 */
export async function addMedians(
  records: Records,
  rows: RowQuery,
  {
    keys,
    value,
    at,
    groups,
  }: {
    readonly keys: readonly Expression<unknown>[]
    readonly value: Value
    /** Which of the values it is. */
    readonly at: number
    readonly groups: ReadonlyMap<string, Merged>
  },
  converted: Converted | null,
): Promise<void> {
  const isUnits = value.kind === 'money' && records.dialect === 'sqlite'
  const isServer = records.dialect === 'postgresql'
  const double = (of: Expression<unknown>) => (isServer ? sql`(${of})::float8` : sql`(${of} * 1.0)`)
  const rate = converted
    ? double(sql`(case when ${converted.currency} = ${converted.home} then 1 else ${converted.rate} end)`)
    : double(sql`1`)
  const names = keys.map((_, index) => `k${index}`)
  const inner = rows.select([...keys.map((each, index) => sql`${each}`.as(`k${index}`)), sql`${value.sql}`.as('v'), sql`${rate}`.as('r')])
  const [v, r] = [sql.ref('v'), sql.ref('r')]
  const worth = sql`(${isUnits ? sql`(${v} / 10000.0)` : double(v)} * ${r})`
  const group = names.length === 0 ? sql`` : sql`partition by ${sql.join(names.map((name) => sql.ref(name)))}`
  const placed = records.db
    .selectFrom(inner.as('rows'))
    .select([
      ...names,
      'v',
      'r',
      sql<number>`row_number() over (${group} order by ${worth}, ${v}, ${r})`.as('place'),
      sql<number>`count(*) over (${group})`.as('n'),
    ])
    .where('v', 'is not', null)
    .where('r', 'is not', null)
  const [place, n] = [sql.ref('place'), sql.ref('n')]
  const found = await records.db
    .selectFrom(placed.as('placed'))
    .select([...names, 'v', 'r'])
    .where(sql<boolean>`${place} = (${n} + 1) / 2 or ${place} = (${n} + 2) / 2`)
    .execute()
  const middles = Map.groupBy(found, (row) => JSON.stringify(names.map((name) => row[name])))
  for (const [key, middle] of middles) {
    const group = groups.get(key)
    const known = group?.values[at]
    const sum = middle.reduce((so, row) => {
      const own = new Exact(String(row['v']))
      return so.plus((isUnits ? own.dividedBy(10_000) : own).times(Number(row['r'])))
    }, new Exact(0))
    if (group && known) group.values[at] = { ...known, median: sum.dividedBy(middle.length) }
  }
}
