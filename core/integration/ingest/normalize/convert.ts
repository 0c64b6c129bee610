import type { Conventions } from '../recognize/conventions.ts'
import type { ColumnFormat, FieldPlan } from '../recognize/formats.ts'
import { excerpt } from '../read/mask.ts'
import type { FieldKind } from '../fields.ts'
import type { Scalar } from '../read/table.ts'
import { parsePlace } from '../values/place.ts'
import { parseBoolean } from '../values/boolean.ts'
import { parseCurrency } from '../values/currency.ts'
import { parseDate } from '../values/date.ts'
import { timed } from '../values/moment.ts'
import { parseDomain } from '../values/domain.ts'
import { isPhone } from '../../../kernel/values/phone.ts'
import { cleanLines, cleanText, isNothing, stripMarkup } from '../values/text.ts'
import { parseVat } from '../values/vat.ts'
import { amount, percent } from './number-readers.ts'
import type { Value, Findings, Reader } from './findings.ts'

/** Reads one cell as the kind of its field; undefined when it is empty or cannot be trusted. */
export function convert(
  value: Scalar,
  plan: FieldPlan,
  format: ColumnFormat,
  conventions: Conventions,
  findings: Findings,
): Value | undefined {
  if (typeof value === 'string' && isNothing(value)) return undefined
  return readers[plan.kind](value, { plan, format, conventions, findings })
}

// "string" and "id-value" are the sample texts of API descriptions, sent by people who try them out.
const placeholder = /^(?:0+|[0-]{36}|[\w-]{0,40}id-value|string)$/i

/** Ids that stand for "none": zero, the empty UUID, the sample texts of API documentation. */
export const isPlaceholderKey = (text: string): boolean => placeholder.test(text)

const plainText: Reader = (value) => (typeof value === 'boolean' ? undefined : stripMarkup(cleanText(String(value))) || undefined)

// The first line of an address is the name of its owner.
const name: Reader = (value, context) =>
  plainText(
    typeof value === 'string' && context.plan.field === 'customer_name' && letter.test(value.trim())
      ? (value.trim().split('\n')[0] ?? '')
      : value,
    context,
  )

/** An address: several lines, one of them with a house number or a postcode. */
const letter = /\n[^\n]*\d/

const meaningful = /[\p{L}\p{N}]/u

const key: Reader = (value, { findings, format, plan }) => {
  if (typeof value === 'boolean') return undefined
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const reason = `${plan.field} ${value} in ${format.path} is beyond the integers that JSON numbers keep: send it as text`
    findings.problem ??= { code: 'unsafe_number', field: plan.field, reason }
    return undefined
  }
  const text = stripMarkup(cleanText(String(value)))
  // A draft has "/" for a number.
  return !meaningful.test(text) || ((plan.kind === 'key' || plan.field === 'sku') && isPlaceholderKey(text)) ? undefined : text
}

// "[LAMP-1] Desk lamp": the code in front of a name, as systems show a product in one cell.
const codeInFront = /^\[([^\]\s]{1,64})\] \S/

const code: Reader = (value, context) => {
  const read = key(value, context)
  return typeof read === 'string' ? (codeInFront.exec(read)?.[1] ?? read) : read
}

const date: Reader = (value, { findings, format, plan, conventions }) => {
  if (typeof value === 'boolean') return undefined
  const read = parseDate(value, format.order, conventions.timeZone)
  if (read.ok) {
    if (read.warning) findings.warnings.push(`${plan.field}: ${read.warning}`)
    return read.value
  }
  if (read.empty) return undefined
  const text = excerpt(value, format.path)
  if (read.ambiguous) {
    const [one, two] = read.ambiguous
    const reason = `ambiguous date ${text} in ${format.path}: ${one} or ${two}, set the source's date order`
    findings.problem ??= { code: 'ambiguous_date', field: plan.field, reason }
    return undefined
  }
  const reason = `${plan.field}: ${text} in ${format.path} is no date`
  if (findings.strict) findings.problem ??= { code: 'not_a_date', field: plan.field, reason }
  else findings.warnings.push(reason)
  return undefined
}

/** A day, or a moment where a time stands beside it: in UTC where its zone is known, else as clocks on the wall show it. */
const moment: Reader = (value, context) => {
  const day = date(value, context)
  return typeof day === 'string' && typeof value !== 'boolean' ? timed(day, value, context.conventions.timeZone) : day
}

/** Kinds that are left empty with a warning when the text is not one of them. */
const only =
  (parse: (text: string) => string | null, what: string): Reader =>
  (value, { findings, format, plan }) => {
    if (typeof value === 'boolean' || value === '') return undefined
    const read = parse(String(value))
    if (read === null) findings.warnings.push(`${plan.field}: ${excerpt(value, format.path)} in ${format.path} is no ${what}`)
    return read ?? undefined
  }

const email = only((text) => {
  const first = text.split(/[;,\s]+/).find((part) => part.includes('@')) ?? ''
  const bare = first.replace(/^<|>$/g, '').toLowerCase()
  return /^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/.test(bare) ? bare : null
}, 'e-mail address')

const currency: Reader = (value, { findings, format, plan }) => {
  if (typeof value !== 'string') return undefined
  const code = parseCurrency(value)
  if (code) return code
  // A bare number is the internal id of a currency in the source and names none.
  if (/^\d+$/.test(value.trim()) || value.trim() === '') return undefined
  const reason = `${plan.field}: ${excerpt(value, format.path)} in ${format.path} is no known currency`
  const problem = { code: 'unknown_currency', field: plan.field, reason }
  if (findings.strict) findings.problem ??= problem
  else {
    findings.warnings.push(reason)
    findings.unknown.push(problem)
  }
  return undefined
}

const readers: Readonly<Record<FieldKind, Reader>> = {
  key,
  code,
  name,
  person: plainText,
  text: plainText,
  label: plainText,
  job: plainText,
  status: plainText,
  street: (value) => (typeof value === 'boolean' ? undefined : cleanText(String(value)) || undefined),
  postcode: (value, context) => {
    if (typeof value === 'number') context.findings.bareNumber = true
    return plainText(value, context)
  },
  rich: (value) => (typeof value === 'boolean' ? undefined : cleanLines(String(value)) || undefined),
  email,
  phone: only((text) => (isPhone(text.trim()) ? cleanText(text) : null), 'phone number'),
  domain: only(parseDomain, 'web site'),
  country: only(parsePlace, 'known country'),
  vat: only(parseVat, 'tax number'),
  currency,
  number: amount,
  money: amount,
  percent,
  date,
  moment,
  flag: (value) => parseBoolean(value) ?? undefined,
}
