import { Decimal } from 'decimal.js'

const amounts = ['amount', 'value', 'centAmount']
const digits = ['fractionDigits', 'precision', 'exponent', 'scale', 'decimals', 'decimalPlaces']
const counted = new Set([...amounts, ...digits, 'divisor', 'units', 'nanos'])

/** The amount of an object that states its unit, `{ amount: 1400, divisor: 100 }`; null for any other object. */
export function moneyIn(value: object): Record<string, unknown> | null {
  const entries = new Map<string, unknown>(Object.entries(value))
  const amount = amountIn(entries)
  return amount === null ? null : { amount, ...Object.fromEntries([...entries].filter(([key]) => !counted.has(key))) }
}

function amountIn(entries: ReadonlyMap<string, unknown>): number | null {
  const [units, nanos] = [entries.get('units'), whole(entries.get('nanos'))]
  if (nanos !== null && /^-?\d{1,15}$/.test(String(units))) return new Decimal(String(units)).plus(new Decimal(nanos).div(1e9)).toNumber()
  const amount = amounts.map((name) => whole(entries.get(name))).find((each) => each !== null) ?? null
  const divisor = divisorIn(entries)
  return amount === null || divisor === null ? null : new Decimal(amount).div(divisor).toNumber()
}

function divisorIn(entries: ReadonlyMap<string, unknown>): number | null {
  const divisor = whole(entries.get('divisor'))
  if (divisor !== null) return divisor > 0 ? divisor : null
  // Only beside a currency is a number of digits that of an amount.
  const power = digits.map((name) => whole(entries.get(name))).find((each) => each !== null) ?? -1
  return power >= 0 && power <= 6 && [...entries.keys()].some((key) => /^currency/i.test(key)) ? 10 ** power : null
}

const whole = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null)
