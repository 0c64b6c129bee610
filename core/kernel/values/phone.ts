import { createRequire } from 'node:module'

// Its numbering plans are loaded with the first number: many an engine never sees one, and all would wait for them at the start.
const load: (name: string) => typeof import('libphonenumber-js/min') = createRequire(import.meta.url)
let plans: ReturnType<typeof load> | undefined

// Loose on purpose: what is not dialled anywhere is refused by the numbering plans.
const shape = /^[+(]?[\d\s().,/\-–+#*xXextEXT:]{2,40}$/

/** True for text that can be dialled. */
export function isPhone(source: string): boolean {
  return shape.test(source) && /\d[\s\S]*\d[\s\S]*\d/.test(source)
}

// What was read before; emptied when it is full.
const cache = new Map<string, string | null>()
const typed = new Map<string, readonly string[]>()

/** E.164 of a raw number for a country (ISO alpha-2); null when it is not valid there, which is never a reason to reject. */
export function toE164(raw: string, country: string | null): string | null {
  const key = `${country ?? ''} ${raw}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const numbers = (plans ??= load('libphonenumber-js/min'))
  const region = country !== null && numbers.isSupportedCountry(country) ? country : undefined
  // "+49 (0)89" writes the trunk prefix that the international form leaves out.
  const text = raw.slice(0, 60).replace(/^(\s*(?:\+|00)\d{1,3}\s*)\(0\)/, '$1')
  const parsed = region || /^\s*(?:\+|00)/.test(text) ? numbers.parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), region) : undefined
  const number = parsed?.isValid() ? parsed.number : null
  if (cache.size > 10_000) cache.clear()
  cache.set(key, number)
  return number
}

/** How people type a number: as it was written, and in digits with the code of the country and as it is dialled there. */
export function typedForms(raw: string | null, country: string | null): readonly string[] {
  if (raw === null) return []
  const number = toE164(raw, country)
  if (number === null) return [raw]
  const known = typed.get(number)
  if (known) return [raw, ...known]
  const parsed = plans?.parsePhoneNumberFromString(number)
  const forms = new Set([digits(number), ...(parsed ? [digits(parsed.formatNational()), String(parsed.nationalNumber)] : [])])
  if (typed.size > 10_000) typed.clear()
  typed.set(number, [...forms])
  return [raw, ...forms]
}

/** How a number in E.164 is printed: as abroad and as at home, in groups and in one. */
export function printedForms(number: string): readonly string[] {
  if (toE164(number, null) !== number) return []
  const parsed = plans?.parsePhoneNumberFromString(number)
  return parsed ? [parsed.formatInternational(), parsed.formatNational(), digits(parsed.formatNational())] : []
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
