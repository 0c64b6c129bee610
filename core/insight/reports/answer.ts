import { sql } from 'kysely'
import { dayOf, dealRate, documentRate, rateOn } from '../../platform/currencies/rates.ts'
import { type Source, sourceOf } from '../../records/search/grammar/field.ts'
import { conditionOf } from '../../records/search/page.ts'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { isLess } from '../../kernel/values/scalar.ts'
import type { Offset } from '../../kernel/values/zone.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { decimalsOf } from './column.ts'
import { csvOf } from './csv.ts'
import { expanded } from './expanded.ts'
import { addMedians } from './medians.ts'
import { countDistinct, type Figured, merge, type Merged, unconverted } from './merging.ts'
import { type Figure, type Group, Plan, within } from './question.ts'
import type { Question, ReportAnswer } from './schema.ts'
import { shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { atMost, tally, type Value } from '../../kernel/money/tally.ts'

type Row = Record<string, unknown>
// A question may have so many groups, and so many while they are kept apart by currency and rate.
const MAX_GROUPS = 10_000
const MAX_RATED = 20 * MAX_GROUPS
// Of numbers that are not money.
const DECIMALS = 6

/** Answers a question about the records that the caller may see; throws `invalid_input` with the place of what it cannot answer. */
export async function answer(
  records: Records,
  types: RecordTypes,
  question: Question,
  format: 'json' | 'csv' = 'json',
): Promise<ReportAnswer> {
  const plan = await Plan.of(question, records, types)
  const span = await spanOf(await calendarOf(records), question)
  const { of } = plan.subject
  const source = sourceOf(records, of.entity.table)
  const whole = () =>
    within(plan.date, span, source).reduce(
      (query, condition) => query.where(condition),
      records.db
        .selectFrom(of.entity.table)
        .where(`${of.entity.table}.deleted_at`, 'is', null)
        .where(conditionOf(records, of, question)),
    )
  const rows = () => expanded(whole(), plan, source)
  const offsets = await offsetsOf(plan, rows(), span, source, records)
  const keys = plan.keys(source, { offsets, yearStart: span.yearStart })
  const values = plan.values(source)
  const money = plan.isMoney ? moneyKeys(plan, source, span, records) : []
  const found = await tally(records, rows(), [...keys, ...money], values, { limit: plan.isMoney ? MAX_RATED : MAX_GROUPS })
  const groups = merge(found, plan, values, span.currency)
  atMost(MAX_GROUPS, groups.size)
  // Where a record has several rows, records are counted apart.
  const isExpanded = plan.byLine || plan.list !== null
  const counted = isExpanded ? await tally(records, whole(), money, []) : found
  const left = plan.isMoney ? unconverted(counted, span.currency) : new Map<string, number>()
  if (plan.figures.some(({ measure }) => measure === 'count_distinct'))
    await countDistinct(groups, await tally(records, rows(), keys, values, { distinct: true, limit: MAX_GROUPS }))
  const [currency, rate] = money
  for (const at of new Set(plan.figures.flatMap((each) => (each.measure === 'median' && each.at !== null ? [each.at] : [])))) {
    const value = values[at]
    if (!value) continue
    const isOwn = value.kind === 'money' && !plan.fields[at]?.at.related
    const converted = isOwn && currency && rate ? { currency, rate, home: span.currency } : null
    await addMedians(records, rows(), { keys, value, at, groups }, converted)
  }
  const all = sorted(
    [...groups.values()].map((each) => rowOf(each, plan, values, span.currency)),
    plan,
  )
  const shown = all.slice(0, question.limit ?? 100)
  const columns = [
    ...plan.groups.map(({ name }) => ({ name, kind: 'group' as const, money: false })),
    ...plan.figures.map(({ name, measure, at }) => ({
      name,
      kind: 'measure' as const,
      money: at !== null && !measure.startsWith('count') && values[at]?.kind === 'money',
    })),
  ]
  return {
    object: question.object,
    period: shownSpan(span),
    columns,
    rows: shown,
    groups: all.length,
    records: counted.reduce((sum, { count }) => sum + count, 0),
    currency: span.currency,
    other_currencies: [...left].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([currency, count]) => ({ currency, records: count })),
    csv:
      format === 'csv'
        ? csvOf(
            columns.map(({ name }) => name),
            shown,
          )
        : null,
  }
}

// The offsets between the first and the last record, so that a statement names a few clock changes and not those of a century.
async function offsetsOf(plan: Plan, rows: RowQuery, { zone }: Span, source: Source, records: Records): Promise<readonly Offset[]> {
  const times = plan.groups.filter(({ column }) => column.when === 'time')
  if (times.length === 0) return []
  const found = await tally(
    records,
    rows,
    [],
    times.map(({ column }) => ({ kind: 'time', sql: column.sql(source) })),
  )
  const ends = found.flatMap(({ values }) => values.flatMap(({ min, max }) => (min === null ? [] : [String(min), String(max)]))).toSorted()
  return ends.length === 0 ? [] : zone.offsets(new Date(ends[0] ?? 0), new Date(ends.at(-1) ?? 0))
}

// The currency of a record, and its rate.
function moneyKeys({ subject: { of, rated } }: Plan, { table }: Source, span: Span, records: Records) {
  const home = sql.val(span.currency)
  const currency = sql`coalesce(${sql.ref(`${table}.currency`)}, ${home})`
  if ('exchange_rate' in of.entity.fields) return [currency, documentRate(records, home, span.today, table)]
  if (rated === 'closed_at') return [currency, dealRate(records, span, table)]
  return [currency, rateOn(home, { currency, day: dayOf(records, span.today) })]
}

function rowOf({ keys, count, values }: Merged, plan: Plan, kinds: readonly Value[], home: string): Row {
  const named = plan.groups.map(({ name, column }: Group, at) => {
    return [name, column.when ? (keys[at] ?? null) : column.read(keys[at])] as const
  })
  const figures = plan.figures.map(({ name, measure, at }: Figure) => {
    const value = at === null ? undefined : values[at]
    if (!value || at === null) return [name, count] as const
    const isMoney = kinds[at]?.kind === 'money'
    const currency = plan.groups.findIndex((each) => each.at.path === 'currency')
    const decimals = isMoney ? exponentOf(currency < 0 ? home : String(keys[currency] ?? home)) : DECIMALS
    return [name, figureOf(measure, value, isMoney ? decimalsOf(plan.fields[at], decimals) : DECIMALS, decimals)] as const
  })
  return Object.fromEntries([...named, ...figures])
}

// Sums of amounts and averages are answered to the decimals of the currency, sums of what one unit costs to all that these have.
function figureOf(
  measure: Figure['measure'],
  { sum, known, distinct, median, min, max }: Figured,
  whole: number,
  decimals: number,
): unknown {
  if (measure === 'count') return known
  if (measure === 'count_distinct') return distinct
  if (measure === 'sum') return sum.toDecimalPlaces(whole).toNumber() + 0
  if (measure === 'avg') return known === 0 ? null : sum.dividedBy(known).toDecimalPlaces(decimals).toNumber() + 0
  if (measure === 'median') return median === undefined ? null : median.toDecimalPlaces(decimals).toNumber() + 0
  return measure === 'min' ? min : max
}

function sorted(rows: Row[], { sort, groups }: Plan): Row[] {
  const names = groups.map(({ name }) => name)
  const by = sort ? [sort, ...names.map((name) => ({ name, descending: false }))] : names.map((name) => ({ name, descending: false }))
  return rows.toSorted((a, b) => {
    for (const { name, descending } of by) {
      const order = compare(a[name], b[name], descending)
      if (order !== 0) return order
    }
    return 0
  })
}

// Unknown values come last in both directions.
function compare(a: unknown, b: unknown, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  const [left, right] = typeof a === typeof b ? [a, b] : [String(a), String(b)]
  const less = typeof left === 'object' ? JSON.stringify(left) < JSON.stringify(right) : isLess(left, right)
  return less === descending ? 1 : -1
}
