import { readLanguages } from '../../../kernel/values/read-languages.ts'
import { fold } from '../languages/letters.ts'

let codes: Set<string> | null = null
let names: Map<string, string> | null = null

const known = (): Set<string> => (codes ??= new Set(Intl.supportedValuesOf('currency')))

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  chf: 'CHF',
  sfr: 'CHF',
  us$: 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  mx$: 'MXN',
  r$: 'BRL',
  s$: 'SGD',
  '₹': 'INR',
  zł: 'PLN',
  kč: 'CZK',
  '₽': 'RUB',
  '₺': 'TRY',
  euros: 'EUR',
  euro: 'EUR',
}

function table(): Map<string, string> {
  if (names) return names
  names = new Map()
  for (const locale of readLanguages) {
    const display = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' })
    for (const code of known()) {
      const name = display.of(code)
      if (name && !names.has(fold(name))) names.set(fold(name), code)
    }
  }
  return names
}

const cache = new Map<string, string | null>()

/** The ISO 4217 code of a code, sign or name; null for internal ids, unknown words and a bare $, which many countries use. */
export function parseCurrency(source: string): string | null {
  const found = cache.get(source)
  if (found !== undefined) return found
  const read = source.length > 60 ? null : resolve(source.trim())
  if (cache.size > 2_000) cache.clear()
  cache.set(source.slice(0, 61), read)
  return read
}

/** The code or sign at the end of a title, in brackets or after a blank: `Price (EUR)`, `Total HT €`. */
export function currencyInTitle(title: string): string | null {
  const last = /[\s([]([A-Z]{3}|€|£)[\])]?$/.exec(title.slice(-20).trimEnd())?.[1]
  return last ? parseCurrency(last) : null
}

function resolve(text: string): string | null {
  const upper = text.toUpperCase()
  if (/^[A-Z]{3}$/.test(upper)) return known().has(upper) ? upper : null
  const sign = symbols[text.toLowerCase()]
  if (sign) return sign
  // A code beside the name, `EUR (Euro)` or `Pounds Sterling - GBP`.
  const beside = /^([A-Z]{3})(?=[\s/(.-])/.exec(text)?.[1] ?? /^\p{L}[\p{L} .]+ ?[-–(/] ?([A-Z]{3})\)?$/u.exec(text)?.[1]
  return table().get(fold(text)) ?? (beside && known().has(beside) ? beside : null)
}
