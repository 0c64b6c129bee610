/** A number that a text says, and the currencies that its sign may mean, where it has one. */
export interface WrittenNumber {
  /** What it says, without its sign. */
  readonly number: number
  /** Codes (ISO 4217) that the sign may mean; none where there is no sign. */
  readonly currencies?: readonly string[]
}
/** What a text may say that people of different countries read differently. */
export interface UnclearNumber {
  /** What it may mean, read with a decimal point or comma, and with groups of three digits. */
  readonly candidates: readonly number[]
}

const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD'],
  '¥': ['JPY', 'CNY'],
}
const powers: Readonly<Record<string, number>> = { k: 3, thousand: 3, m: 6, mn: 6, million: 6, bn: 9, billion: 9 }
const CURRENCY = /^([+-]?) ?([€£$¥]|[A-Z]{3}) ?|() ?([€£$¥]|[A-Z]{3})$/
const SIZE = /^(.*\d) ?(k|thousand|m|mn|million|bn|billion)$/i
const GROUPED = [/^\d{1,3}(?:,\d{3})+(?:\.\d{1,10})?$/, /^\d{1,3}(?:\.\d{3}){2,}(?:,\d{1,10})?$/, /^\d{1,3}\.\d{3},\d{1,10}$/]
const MAX_LENGTH = 40

/**
 * The number that a text says as people write amounts: `€10,000`, `10k`, `1.5m`, `10 000`, `1.000,50`. Of `1.000` and `1,5` nobody can tell:
 * these are answered by what they may mean. Undefined for what says no number.
 */
export function writtenNumber(text: string): WrittenNumber | UnclearNumber | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const trimmed = text.trim().replaceAll(/[\u00a0\u202f]/g, ' ')
  const [, before, first, , last] = CURRENCY.exec(trimmed) ?? []
  const sign = first ?? last
  const bare = sign === undefined ? trimmed : trimmed.replace(CURRENCY, before ?? '').trim()
  const [, amount = bare, size = ''] = SIZE.exec(bare) ?? []
  const [, minus = '', digits = ''] = /^([+-]?) ?(.+)$/.exec(amount) ?? []
  const power = powers[size.toLowerCase()] ?? 0
  const number = (plain: string) => Number(`${minus}${plain}e${power}`)
  const plain = digitsIn(digits)
  if (plain === undefined) return undefined
  if (typeof plain !== 'string') return { candidates: plain.map(number) }
  return { number: number(plain), ...(sign !== undefined && { currencies: signs[sign] ?? [sign] }) }
}

// The digits with a decimal point, or both readings of them.
function digitsIn(text: string): string | readonly string[] | undefined {
  const joined = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,10})?$/.test(text) ? text.replaceAll(/[ '’]/g, '').replace(',', '.') : text
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(text) || (/^\d{1,15},\d{1,10}$/.test(text) && !/^[1-9]\d{0,2},\d{3}$/.test(text)))
    return [text.replace(',', '.'), text.replace(/[.,]/, '')]
  if (/^\d{1,15}(?:\.\d{1,10})?$/.test(joined)) return joined
  if (!GROUPED.some((form) => form.test(text))) return undefined
  const decimal = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const isGroup =
    /^[.,]\d{3}$/.test(text.slice(decimal)) &&
    text
      .replaceAll(/\d/g, '')
      .split('')
      .every((each) => each === text[decimal])
  return isGroup ? text.replaceAll(/[.,]/g, '') : `${text.slice(0, decimal).replaceAll(/[.,]/g, '')}.${text.slice(decimal + 1)}`
}
