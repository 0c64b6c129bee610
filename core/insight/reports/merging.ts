import type { Decimal } from 'decimal.js'
import { Exact, type Measured, type Tallied, type Value, zero } from '../../kernel/money/tally.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { isLess } from '../../kernel/values/scalar.ts'
import { decimalsOf } from './column.ts'
import type { Plan } from './question.ts'

/** A value over the records of a group, with its median where one was asked for. */
export interface Figured extends Measured {
  readonly median?: Decimal
}

/** One row of an answer, of groups in several currencies. */
export interface Merged {
  readonly keys: readonly unknown[]
  count: number
  readonly values: Figured[]
}

/** Groups with their amounts in one currency, by their rates; amounts without one are left out. */
export function merge(found: readonly Tallied[], plan: Plan, values: readonly Value[], home: string) {
  const groups = new Map<string, Merged>()
  const own = plan.groups.length
  const none: Measured = { sum: zero, known: 0, distinct: 0, min: null, max: null }
  for (const { keys, count, values: measured } of found) {
    const key = JSON.stringify(keys.slice(0, own))
    const group = groups.get(key) ?? { keys: keys.slice(0, own), count: 0, values: values.map(() => none) }
    groups.set(key, group)
    group.count += count
    const [currency, rate] = keys.slice(own)
    const factor = plan.isMoney ? factorOf(currency, rate, home) : 1
    for (const [at, each] of measured.entries()) {
      const isMoney = values[at]?.kind === 'money' && !plan.fields[at]?.at.related
      const by = isMoney ? factor : 1
      if (by !== null) group.values[at] = added(group.values[at] ?? none, each, by, decimalsOf(plan.fields[at], exponentOf(home)))
    }
  }
  return groups
}

/** How many records have amounts that no rate converts, by their currency; the last two keys are currency and rate. */
export function unconverted(found: readonly Tallied[], home: string): Map<string, number> {
  const left = new Map<string, number>()
  for (const { keys, count } of found) {
    const [currency, rate] = keys.slice(-2)
    if (factorOf(currency, rate, home) === null) left.set(String(currency), (left.get(String(currency)) ?? 0) + count)
  }
  return left
}

function factorOf(currency: unknown, rate: unknown, home: string): number | null {
  if (currency === home) return 1
  return rate === null || rate === undefined ? null : Number(rate)
}

function added(left: Measured, right: Measured, factor: number, decimals: number): Measured {
  const scaled = (value: unknown) =>
    factor === 1 || value === null ? value : new Exact(Number(value)).times(factor).toDecimalPlaces(decimals).toNumber()
  return {
    sum: left.sum.plus(factor === 1 ? right.sum : right.sum.times(factor)),
    known: left.known + right.known,
    distinct: 0,
    min: pick(left.min, scaled(right.min), true),
    max: pick(left.max, scaled(right.max), false),
  }
}

function pick(a: unknown, b: unknown, least: boolean): unknown {
  if (a === null || b === null) return a ?? b
  return isLess(a, b) === least ? a : b
}

/** Fills in the numbers of different values, which cannot be merged and were counted apart. */
export function countDistinct(groups: ReadonlyMap<string, Merged>, found: readonly Tallied[]): void {
  for (const { keys, values } of found) {
    const group = groups.get(JSON.stringify(keys))
    for (const [at, { distinct }] of values.entries()) {
      const known = group?.values[at]
      if (group && known) group.values[at] = { ...known, distinct }
    }
  }
}
