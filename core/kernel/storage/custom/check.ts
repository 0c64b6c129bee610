import type { TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Day, Text, Timestamp } from '../../operation/schema/schema.ts'
import { faultsOf } from '../../operation/validate.ts'
import { toMoney } from '../../values/money.ts'
import { isPhone, toE164 } from '../../values/phone.ts'
import type { Property } from './property.ts'

/** What is wrong with a value of a custom property. */
export interface PropertyViolation {
  readonly code: string
  readonly message: string
  readonly allowed?: readonly string[]
}

/** What a value has to satisfy; the part of a definition that judges values. */
export type Rules = Pick<Property, 'name' | 'type' | 'options' | 'validation' | 'unique' | 'indexed'>

// A row of an index of PostgreSQL has room for so many characters of any script.
const INDEXED_TEXT = 400
const schemas: Readonly<Record<Property['type'], TSchema>> = {
  text: Text(1000),
  long_text: Text(10_000),
  number: Type.Number({ minimum: -1e15, maximum: 1e15 }),
  money: Type.Number({ minimum: -1e14, maximum: 1e14 }),
  boolean: Type.Boolean(),
  date: Day(),
  datetime: Timestamp(),
  select: Text(),
  multi_select: Type.Array(Text(), { maxItems: 200 }),
  email: Type.String({ format: 'idn-email', maxLength: 254 }),
  url: Type.String({ format: 'uri', maxLength: 2048 }),
  phone: Text(60),
}

/** The JSON Schema of the values of a property. */
export function valueSchema({ type, options, validation: { min, max, min_length, max_length } }: Rules): TSchema {
  const words = options.map(({ value }) => Type.Literal(value))
  const bounds = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) }
  const lengths = { ...(min_length !== undefined && { minLength: min_length }), ...(max_length !== undefined && { maxLength: max_length }) }
  const items = { ...(min_length !== undefined && { minItems: min_length }), ...(max_length !== undefined && { maxItems: max_length }) }
  if (type === 'select') return Type.Union(words)
  if (type === 'multi_select') return Type.Array(Type.Union(words), { maxItems: 200, ...items })
  return { ...schemas[type], ...(type === 'number' || type === 'money' ? bounds : lengths) }
}

/** The value as it is stored, or what is wrong with it; `null` and blank text clear it. */
export function checked(property: Rules, given: unknown): { readonly value: unknown } | { readonly violation: PropertyViolation } {
  if (given === null || given === undefined || (typeof given === 'string' && given.trim() === '')) return { value: null }
  const { type, name } = property
  const said = type === 'email' && typeof given === 'string' ? given.trim().toLowerCase() : given
  const [fault] = faultsOf(schemas[type], said)
  if (fault) return violation(fault.code, `${name} ${fault.message}`)
  const value = Array.isArray(said) ? said.map((each) => present(property, each)) : present(property, said)
  const broken = brokenRule(property, value)
  if (broken) return { violation: broken }
  if (type === 'money' && typeof value === 'number') return { value: toMoney(value) }
  if (type === 'datetime') return { value: new Date(String(value)).toISOString() }
  if (type === 'phone')
    return isPhone(String(value))
      ? { value: toE164(String(value), null) ?? value }
      : violation('invalid_format', `${name} is not a phone number`)
  return { value: Array.isArray(value) ? [...new Set(value)] : value }
}

/** The value that another system or a former time meant by this one; `undefined` where it does not fit. */
export function coerced(property: Rules, given: unknown): unknown {
  const result = checkedText(property, given)
  return 'violation' in result ? undefined : result.value
}

/** As `checked`, of a value that may be written as a text: a number in digits, `yes`, the label of an option, a list with commas. */
export function checkedText(property: Rules, given: unknown): ReturnType<typeof checked> {
  return checked(property, fromOutside(property, given))
}

function brokenRule({ name, type, options, validation, unique, indexed }: Rules, value: unknown): PropertyViolation | undefined {
  const { min, max, min_length, max_length } = validation
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return { code: 'too_small', message: `${name} is at least ${min}` }
    if (max !== undefined && value > max) return { code: 'too_big', message: `${name} is at most ${max}` }
    return undefined
  }
  if (type === 'select' || type === 'multi_select') {
    const allowed = options.map((each) => each.value)
    const unknown = [value].flat().find((each) => !allowed.includes(String(each)))
    if (unknown !== undefined) return { code: 'not_allowed', message: `${name} has no option ${String(unknown)}`, allowed }
  }
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  const most = typeof value === 'string' && (unique || indexed) ? Math.min(INDEXED_TEXT, max_length ?? INDEXED_TEXT) : max_length
  const [few, many] = Array.isArray(value) ? ['too_few', 'too_many'] : ['too_short', 'too_long']
  if (type !== 'select' && min_length !== undefined && value.length < min_length)
    return { code: few, message: `${name} has a length of at least ${min_length}` }
  if (type !== 'select' && most !== undefined && value.length > most)
    return { code: many, message: `${name} has a length of at most ${most}` }
  return undefined
}

// Who knows an option by a former name, such as another system or an undone merge, means the one that it has become.
function present({ options }: Rules, value: unknown): unknown {
  if (options.some((each) => each.value === value)) return value
  return options.find(({ former }) => former?.some((each) => each === value))?.value ?? value
}

const words: Readonly<Record<string, boolean>> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

function fromOutside({ type, options }: Rules, given: unknown): unknown {
  const text = typeof given === 'string' ? given.trim() : typeof given === 'number' || typeof given === 'boolean' ? String(given) : null
  if (text === null) return given
  if (type === 'number' || type === 'money') return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : given
  if (type === 'boolean') return words[text.toLowerCase()] ?? given
  if (type === 'date') return /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text
  if (type === 'datetime') return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text
  const option = (each: string) => options.find(({ value, label }) => same(value, each) || same(label, each))?.value ?? each
  if (type === 'select') return option(text)
  return type === 'multi_select' ? text.split(',').map((each) => option(each.trim())) : text
}

const same = (a: string | undefined, b: string) => a?.trim().toLowerCase() === b.trim().toLowerCase()
const violation = (code: string, message: string) => ({ violation: { code, message } })
