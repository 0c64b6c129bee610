import { createRequire } from 'node:module'
import type { PhoneNumber } from 'libphonenumber-js/min'

// Its numbering plans are loaded with the first number: many an engine never sees one, and all would wait for them at the start.
const load: (name: string) => typeof import('libphonenumber-js/min') = createRequire(import.meta.url)
let plans: ReturnType<typeof load> | undefined

// Loose on purpose: what is not dialled anywhere is refused by the numbering plans.
const shape = /^[+(]?[\d\s().,/\-–+#*xXextEXT:]{2,40}$/

/** True for text that can be dialled. */
export function isPhone(source: string): boolean {
  return shape.test(source) && /\d[\s\S]*\d[\s\S]*\d/.test(source)
}

/** A valid number. */
interface Known {
  readonly number: string
  readonly parsed: PhoneNumber
  /** See `typedForms`; made when they are first asked for. */
  typed?: readonly string[]
}

// What was read before; emptied when it is full. Reading a number takes a tenth of a millisecond, and each is asked for in several forms.
const known = new Map<string, Known | null>()
const MOST_KNOWN = 10_000

/** E.164 of a raw number for a country (ISO alpha-2); null when it is not valid there, which is never a reason to reject. */
export function toE164(raw: string, country: string | null): string | null {
  return read(raw, country)?.number ?? null
}

function read(raw: string, country: string | null): Known | null {
  const key = `${country ?? ''} ${raw}`
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size > MOST_KNOWN) known.clear()
  // A number in its international form is the same one everywhere.
  const everywhere = raw.startsWith('+') ? known.get(` ${raw}`) : undefined
  const found = everywhere ?? parse(raw, country)
  known.set(key, found)
  if (found) known.set(` ${found.number}`, found)
  return found
}

function parse(raw: string, country: string | null): Known | null {
  const numbers = (plans ??= load('libphonenumber-js/min'))
  const region = country !== null && numbers.isSupportedCountry(country) ? country : undefined
  // "+49 (0)89" writes the trunk prefix that the international form leaves out.
  const text = raw.slice(0, 60).replace(/^(\s*(?:\+|00)\d{1,3}\s*)\(0\)/, '$1')
  const parsed = region || /^\s*(?:\+|00)/.test(text) ? numbers.parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), region) : undefined
  if (!parsed?.isValid()) return null
  const { number } = parsed
  // An extension is not dialled with it.
  return { number, parsed: (parsed.ext && numbers.parsePhoneNumberFromString(number)) || parsed }
}

/** How people type a number: as it was written, and in digits with the code of the country and as it is dialled there. */
export function typedForms(raw: string | null, country: string | null): readonly string[] {
  if (raw === null) return []
  const found = read(raw, country)
  if (!found) return [raw]
  const { number, parsed } = found
  found.typed ??= [...new Set([digits(number), digits(parsed.formatNational()), String(parsed.nationalNumber)])]
  return [raw, ...found.typed]
}

/** How a number in E.164 is printed: as abroad and as at home, in groups and in one. */
export function printedForms(number: string): readonly string[] {
  const found = read(number, null)
  if (found?.number !== number) return []
  const { parsed } = found
  return [parsed.formatInternational(), parsed.formatNational(), digits(parsed.formatNational())]
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
