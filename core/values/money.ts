import { decimalUnits, exactUnits, fromUnits } from './units.ts'

/** An amount as it is stored: at most four decimals (records.md 0). */
export function toMoney<T extends number | null | undefined>(amount: T): T {
  if (typeof amount !== 'number' || Number.isInteger(amount * 10_000)) return amount
  return fromUnits(decimalUnits(exactUnits(amount).times(10_000), 4)) as T
}
