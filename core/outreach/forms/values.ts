import type { Static } from '@sinclair/typebox'
import { type FieldError, invalid } from '../../kernel/operation/errors.ts'
import { email as emailField, url as urlField } from '../../kernel/operation/schema/fields.ts'
import { Day } from '../../kernel/operation/schema/schema.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import type { FormField } from './entity.ts'

/** A field of a form as it is stored. */
export type Asked = Static<typeof FormField>
/** A value as it is kept: what was typed, in the type of its field. */
export type Value = string | number | boolean | readonly string[] | null
/** What was sent, by field. */
export type Sent = Readonly<Record<string, unknown>>

/** What was sent, read by the rules of the form. */
export interface Read {
  /** By name, of the fields of the form. */
  readonly values: Readonly<Record<string, Value>>
  /** What was sent beside these, as it came. */
  readonly others: Sent
  /** Faults, each at `/values/<name>`. */
  readonly faults: readonly FieldError[]
}

const LINE = 1000
const TEXT = 20_000
/** Bytes of all values of a submission, as JSON. */
export const MAX_BYTES = 65_536

/** Reads what was sent by the fields of a form: types, required fields, options. Never throws for a wrong value. */
export function readValues(fields: readonly Asked[], sent: Sent): Read {
  const faults: FieldError[] = []
  const values: [string, Value][] = []
  for (const field of fields) {
    const given = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined
    const { value, fault } = readValue(field, given === undefined ? (field.default ?? null) : given)
    if (fault) faults.push({ path: `/values/${field.name}`, ...fault })
    else if (field.required && isNothing(value)) faults.push({ path: `/values/${field.name}`, code: 'required', message: 'is required' })
    values.push([field.name, value])
  }
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.fromEntries(Object.entries(sent).filter(([name]) => !known.has(name)))
  return { values: Object.fromEntries(values), others, faults }
}

/** Refuses values that are together larger than a submission may be. */
export function refuseLarge(sent: unknown): void {
  if (Buffer.byteLength(JSON.stringify(sent)) > MAX_BYTES)
    throw invalid('/values', 'too_long', `The values are larger than ${MAX_BYTES} bytes together`)
}

/** Whether a value says nothing. */
export function isNothing(value: Value | undefined): boolean {
  return value === undefined || value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)
}

type Fault = Omit<FieldError, 'path'>
interface One {
  readonly value: Value
  readonly fault?: Fault
}

function readValue(field: Asked, given: unknown): One {
  const { type = 'text', options = [] } = field
  if (type === 'checkbox') return readBox(given)
  if (type === 'checkboxes') return readList(given, options)
  if (given === null || given === '') return { value: null }
  // A field that a browser sent twice counts as its last value.
  const single: unknown = Array.isArray(given) ? given.at(-1) : given
  if (typeof single !== 'string' && typeof single !== 'number' && typeof single !== 'boolean')
    return wrong('invalid_type', 'must be a text')
  const text = String(single).trim()
  if (text === '') return { value: null }
  if (type === 'textarea') return bounded(String(single).replaceAll('\r\n', '\n'), TEXT)
  const { value, fault } = bounded(text, LINE)
  return fault ? { value, fault } : typed(type, text, options)
}

function typed(type: NonNullable<Asked['type']>, text: string, options: readonly string[]): One {
  if (type === 'email')
    return faultsOf(Email, text).length > 0 ? wrong('invalid_format', 'is not a valid e-mail address', text) : { value: text }
  if (type === 'url') {
    const address = /^https?:/i.test(text) ? text : `https://${text}`
    return faultsOf(Url, address).length > 0 ? wrong('invalid_format', 'is not a valid web address', text) : { value: address }
  }
  if (type === 'date')
    return faultsOf(Day(), text).length > 0 ? wrong('invalid_format', 'is not a date: YYYY-MM-DD', text) : { value: text }
  if (type === 'number') {
    const number = Number(text.replace(',', '.'))
    return /^[-+]?\d/.test(text) && Number.isFinite(number) ? { value: number } : wrong('invalid_type', 'must be a number', text)
  }
  if (type === 'tel')
    return /\d/.test(text) && text.length <= 60 ? { value: text } : wrong('invalid_format', 'is not a telephone number', text)
  if (type === 'select' || type === 'radio') return options.includes(text) ? { value: text } : notOption(options, text)
  return { value: text }
}

function readBox(given: unknown): One {
  if (typeof given === 'boolean') return { value: given }
  const last: unknown = Array.isArray(given) ? given.at(-1) : given
  return { value: typeof last === 'string' ? !/^(|false|no|off|0)$/i.test(last.trim()) : last === 1 }
}

function readList(given: unknown, options: readonly string[]): One {
  const list: readonly unknown[] = Array.isArray(given) ? given : given === null || given === '' ? [] : [given]
  if (!list.every((each) => typeof each === 'string')) return wrong('invalid_type', 'must be a list of texts')
  const chosen = [...new Set(list.filter((each) => each !== ''))]
  const unknown = chosen.find((each) => !options.includes(each))
  return unknown === undefined
    ? { value: chosen }
    : { ...notOption(options, unknown), value: chosen.filter((each) => options.includes(each)) }
}

function bounded(text: string, most: number): One {
  return text.length > most ? wrong('too_long', `is longer than ${most} characters`, text.slice(0, most)) : { value: text }
}

function notOption(options: readonly string[], text: string): One {
  return {
    value: text,
    fault: { code: 'not_allowed', message: `must be one of ${options.slice(0, 20).join(', ')}`, allowed: [...options] },
  }
}

function wrong(code: string, message: string, value: Value = null): One {
  return { value, fault: { code, message } }
}

const Email = emailField().schema
const Url = urlField().schema
