import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { Closed, Count } from '../operation/schema.ts'
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
/** Amounts in the currency of the organisation, and beside them those that nothing converts. */
export class CurrencyTotal {
  /** ISO 4217 code in which the pot counts. */
  readonly home: string
  readonly #others: Map<string, { count: number; amount: Decimal }>
  /** The exact sum, never rounded on the way. */
  amount = zero
  // In percent: to divide a hundred thousand times is what an analysis would wait for.
  #weighted = zero
  /** How many amounts count; those that nothing converts are not among them. */
  count = 0

  /** `beside` is a pot whose other currencies are kept together with this one's. */
  constructor(home: string, beside?: CurrencyTotal) {
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
    const value = own ? new Exact(amount) : new Exact(amount).times(rate ?? 1)
    this.amount = this.amount.plus(value)
    this.#weighted = this.#weighted.plus(value.times(probability))
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

  /** The exact sum of amount x probability. */
  get weighted(): Decimal {
    return this.#weighted.dividedBy(100)
  }

  /** The sum as answered, to four decimals. */
  get value(): number {
    return exactSum(this.amount)
  }

  /** The weighted sum, rounded once to the decimals of the currency (none of JPY, two of EUR). */
  get weightedValue(): number {
    return rounded(this.weighted, this.home)
  }

  /** What was left out, by currency code. */
  get others() {
    return [...this.#others]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { count, amount }]) => ({ currency: code, count, amount: exactSum(amount) }))
  }
}

/** As stored: at most four decimals; nothing comes to 0. */
export const exactSum = (amount: Decimal | undefined): number => (amount?.toDecimalPlaces(4).toNumber() ?? 0) + 0
/** To the decimals that the currency has. */
export const rounded = (amount: Decimal, code: string): number => amount.toDecimalPlaces(exponentOf(code)).toNumber() + 0
