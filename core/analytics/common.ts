import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { periods } from '../catalog/lists.ts'
import { Closed, Count, Id, OneOf, Text } from '../kernel/schema.ts'
import { days } from '../reports/entity.ts'
import { Exact, zero } from '../reports/tally.ts'
import { exponentOf } from '../values/currency.ts'

/** Which days an analysis is about. */
export const spanInput = {
  period: Type.Optional(OneOf(periods, { description: 'Named period, in days of the organisation' })),
  ...days,
}
/** Narrows an analysis to the records of one owner, by e-mail. */
export const owner = Type.Optional(Text(254, { description: 'Only records of this owner' }))
/** Which pipeline is meant, where an analysis is about one. */
export const pipeline_id = Type.Optional(Id('The default pipeline when left out'))
/** ISO 4217 code of the organisation, to which all amounts of an answer are converted. */
export const currency = Type.String({ description: 'Of all amounts: that of the organisation' })

/** What is left out of the amounts, because no rate of exchange is known. */
export const otherCurrencies = Type.Array(
  Closed({
    currency: Type.String({ description: 'ISO 4217' }),
    count: Count('How many'),
    amount: Type.Number({ description: 'Their sum' }),
  }),
  {
    description: 'What is left out of the amounts, because no rate of exchange is known',
  },
)
/** A figure that is null where there is nothing to divide by, which is not the same as 0. */
export const share = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

/** Amounts in the currency of the organisation, and beside them those that nothing converts. */
export class Pot {
  /** ISO 4217 code in which the pot counts. */
  readonly home: string
  readonly #others: Map<string, { count: number; amount: Decimal }>
  /** The exact sum, never rounded on the way. */
  amount = zero
  /** The exact sum of amount x probability. */
  weighted = zero
  /** How many amounts count; those that nothing converts are not among them. */
  count = 0

  /** `beside` is a pot whose other currencies are kept together with this one's. */
  constructor(home: string, beside?: Pot) {
    this.home = home
    this.#others = beside ? beside.#others : new Map()
  }

  /** Adds an amount; answers whether it counts. One of another currency is converted by its rate, where it has one. */
  add(
    code: string | null,
    amount: number | Decimal,
    { rate, probability = 100, count = 1 }: { rate?: number | null; probability?: number; count?: number } = {},
  ): boolean {
    const own = code === null || code === this.home
    if (!own && (rate === undefined || rate === null)) {
      this.left(code, amount, count)
      return false
    }
    const value = new Exact(amount).times(own ? 1 : (rate ?? 1))
    this.amount = this.amount.plus(value)
    this.weighted = this.weighted.plus(value.times(probability).dividedBy(100))
    this.count += count
    return true
  }

  /** Adds a deal; answers whether it counts. */
  addDeal({ currency, amount, rate }: { currency: string; amount: number; rate: number | null }, probability = 100): boolean {
    return this.add(currency, amount, { rate, probability })
  }

  /** Notes an amount that counts nowhere, in its own currency. */
  left(code: string, amount: number | Decimal, count = 1): void {
    const known = this.#others.get(code) ?? { count: 0, amount: zero }
    this.#others.set(code, { count: known.count + count, amount: known.amount.plus(amount) })
  }

  /** The sum as answered, to four decimals. */
  get value(): number {
    return exact(this.amount)
  }

  /** The weighted sum, rounded once to the decimals of the currency (none of JPY, two of EUR). */
  get weightedValue(): number {
    return rounded(this.weighted, this.home)
  }

  /** What was left out, by currency code. */
  get others() {
    return [...this.#others]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { count, amount }]) => ({ currency: code, count, amount: exact(amount) }))
  }
}

/** As stored: at most four decimals. */
export const exact = (amount: Decimal): number => amount.toDecimalPlaces(4).toNumber() + 0
/** To the decimals that the currency has. */
export const rounded = (amount: Decimal, code: string): number => amount.toDecimalPlaces(exponentOf(code)).toNumber() + 0

/** A share of a whole, to four decimals; null where there is no whole. */
export function ratio(part: number | Decimal, whole: number | Decimal): number | null {
  const of = new Exact(whole)
  return of.isZero() ? null : new Exact(part).dividedBy(of).toDecimalPlaces(4).toNumber() + 0
}

/** The mean to four decimals; null of nothing. */
export function mean(values: readonly (number | Decimal)[]): number | null {
  return ratio(
    values.reduce<Decimal>((sum, each) => sum.plus(each), zero),
    values.length,
  )
}

/** Groups in the order of their names, what has none last. */
export function byName<T>(groups: ReadonlyMap<string | null, T>): [string | null, T][] {
  return [...groups].toSorted(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))
}
