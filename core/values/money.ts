import { Decimal } from 'decimal.js'

/** An amount as it is stored: at most four decimals (records.md 0). */
export function toMoney<T extends number | null | undefined>(amount: T): T {
  return typeof amount === 'number' ? (new Decimal(amount).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toNumber() as T) : amount
}
