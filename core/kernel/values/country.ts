import { iso31661 } from 'iso-3166'
import { countryNames } from './country-names.ts'
import { invalid } from '../operation/errors.ts'
import { fold } from './fold.ts'
import { suggestion } from '../operation/nearest.ts'
import { readLanguages } from './read-languages.ts'

// Kosovo has no code of the standard, and is called by this one everywhere.
const known = new Map([...iso31661.map(({ alpha2, alpha3 }) => [alpha3, alpha2] as const), ['XKX', 'XK'] as const])
const codes = new Set(known.values())
let names: Map<string, string> | null = null

function table(): Map<string, string> {
  if (names) return names
  names = new Map(Object.entries(countryNames).flatMap(([code, all]) => all.map((name) => [name, code] as const)))
  for (const locale of readLanguages) {
    const display = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      if (name && !names.has(spell(name))) names.set(spell(name), code)
    }
  }
  return names
}

// Marks that nobody sees come with names that were copied from pages.
const spell = (text: string) => fold(text.replaceAll(/\p{Cf}/gu, '').replaceAll('&', ' and '))

// What was read before; emptied when it is full, because a source has few countries and any number of slips.
const cache = new Map<string, string | null>()

/** ISO 3166-1 alpha-2 of a code or a name in any of the languages of ingest; null when nobody knows it. */
export function parseCountry(source: string): string | null {
  const known = cache.get(source)
  if (known !== undefined) return known
  const read = source.length > 80 ? null : resolve(source.trim())
  if (cache.size > 5_000) cache.clear()
  cache.set(source.slice(0, 81), read)
  return read
}

/** The code of a country, given by code or name; throws `invalid_input` (`unknown_country`) for what is none. */
export function countryIn(given: string, path: string): string {
  const code = parseCountry(given)
  if (code !== null) return code
  const isLikely = suggestion(spell(given), table().keys())
  throw invalid(path, 'unknown_country', `${given.slice(0, 80)} is no country: give its code (ISO 3166-1 alpha-2) or its name${isLikely}`)
}

/** What is stored for a country: its code, or what was given where nobody knows it. */
export function countryOf(given: string): string {
  return parseCountry(given) ?? given
}

/** A postal address with the code of its country. */
export function addressOf<A extends { readonly country?: string | null }>(given: A): A {
  return given.country ? { ...given, country: countryOf(given.country) } : given
}

function resolve(text: string): string | null {
  if (/^[A-Za-z]{2}$/.test(text)) {
    const code = text.toUpperCase()
    if (code === 'UK') return 'GB'
    return codes.has(code) ? code : null
  }
  if (/^[A-Za-z]{3}$/.test(text)) {
    const code = known.get(text.toUpperCase())
    if (code) return code
  }
  const name = spell(text)
  const exact = table().get(name)
  if (exact) return exact
  // "USA - Vereinigte Staaten von Amerika", "DE (Deutschland)": any part that is a country.
  for (const part of text.split(/\s[-–/]\s|[(),;]/)) {
    const found = part.trim() === text ? undefined : table().get(spell(part))
    if (found) return found
  }
  return null
}
