import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { Closed, Count } from '../operation/schema/schema.ts'
import { Exact, zero } from './tally.ts'
import { exponentOf } from '../values/currency.ts'

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
/** A total in the currency of the organization, and the amounts in other currencies that have no rate. */
export class CurrencyTotal {
  /** Currency of the total, as an ISO 4217 code. */
  readonly home: string
  readonly #others: Map<string, { count: number; amount: Decimal }>
  /** The exact sum, never rounded on the way. */
  amount = zero
  // In percent: to divide a hundred thousand times is what an analysis would wait for.
  #weighted = zero
  /** Number of amounts in the total. */
  count = 0

  /** `beside` is a total that shares the list of unconverted amounts. */
  constructor(home: string, beside?: CurrencyTotal) {
    this.home = home
    this.#others = beside ? beside.#others : new Map()
  }

  /** Adds an amount, converted by `rate` if it is in another currency. Returns false if it has no rate. */
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
    const value = own ? new Exact(amount) : new Exact(amount).times(rate ?? 1)
    this.amount = this.amount.plus(value)
    this.#weighted = this.#weighted.plus(value.times(probability))
    this.count += count
    return true
  }

  /** Adds a deal. Returns false if it has no rate. */
  addDeal({ currency, amount, rate }: { currency: string; amount: number; rate: number | null }, probability = 100): boolean {
    return this.add(currency, amount, { rate, probability })
  }

  /** Records an amount that has no rate, in its own currency. */
  left(code: string, amount: number | Decimal, count = 1): void {
    const known = this.#others.get(code) ?? { count: 0, amount: zero }
    this.#others.set(code, { count: known.count + count, amount: known.amount.plus(amount) })
  }

  /** The exact sum of amount x probability. */
  get weighted(): Decimal {
    return this.#weighted.dividedBy(100)
  }

  /** The sum, rounded once to the decimals of the currency (none of JPY, two of EUR). */
  get value(): number {
    return rounded(this.amount, this.home)
  }

  /** The weighted sum, rounded likewise. */
  get weightedValue(): number {
    return rounded(this.weighted, this.home)
  }

  /** The amounts without a rate, by currency code. */
  get others() {
    return [...this.#others]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { count, amount }]) => ({ currency: code, count, amount: rounded(amount, code) }))
  }
}

/** The amount rounded to the decimals of the currency, two of an unknown one; 0 if undefined. */
export const rounded = (amount: Decimal | undefined, code: string | undefined): number =>
  (amount?.toDecimalPlaces(exponentOf(code)).toNumber() ?? 0) + 0
