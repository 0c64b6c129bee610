import { Kind, type TSchema, TypeRegistry } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { suggestion } from './nearest.ts'
import { CURRENCY } from './schema/currency-code.ts'
import { CrmError, type FieldError } from './errors.ts'
import { type Keywords, NOT_BLANK } from './schema/schema.ts'

// Who has more faults than these reads none of them.
const MAX_ERRORS = 20
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()
// By the schema of an input, the fields that the record shows and nobody gives.
const shownOnly = new WeakMap<TSchema, ReadonlySet<string>>()

/** Says of the input of a record that these fields of it are read-only, so that who sends one is told that instead of `unknown_field`. */
export function withReadOnly(input: TSchema, names: Iterable<string>): void {
  shownOnly.set(input, new Set([...(shownOnly.get(input) ?? []), ...names]))
}

/** The same for an input that is made of another one. */
export function readOnlyAs<S extends TSchema>(made: S, of: TSchema): S {
  withReadOnly(made, shownOnly.get(of) ?? [])
  return made
}

/** Checks a value against a schema that is compiled once; throws `invalid_input` with every fault (at most 20). */
export function validate(schema: TSchema, value: unknown, what: string): void {
  const faults = faultsOf(schema, value)
  if (faults.length === 0) return
  const [first] = faults
  throw new CrmError('invalid_input', `Invalid input for ${what}: ${first?.path || '/'} ${first?.message}`, { errors: faults })
}

/** The faults of a value, empty when there is none. */
export function faultsOf(schema: TSchema, value: unknown): FieldError[] {
  const check = checkOf(schema)
  if (check.Check(value)) return []
  const faults = new Map<string, FieldError>()
  for (const error of check.Errors(value)) {
    const fault = faultOf(error)
    if (!faults.has(fault.path)) faults.set(fault.path, fault)
    if (faults.size >= MAX_ERRORS) break
  }
  return [...faults.values()]
}

/** The first fault of an answer; `sparse`: where the caller has chosen fields, so that others are missing. Undefined: none. */
export function answerFault(schema: TSchema, answer: unknown, sparse: boolean): FieldError | undefined {
  const check = checkOf(schema)
  if (check.Check(answer)) return undefined
  for (const error of check.Errors(answer)) {
    const fault = faultOf(error)
    if (sparse && fault.code === 'required') continue
    return fault.code === 'unknown_field' ? { ...fault, message: 'is not in the schema' } : fault
  }
  return undefined
}

// `Type.Unsafe` says what a value is to the compiler alone, such as bytes.
TypeRegistry.Set('Unsafe', () => true)

function checkOf(schema: TSchema): TypeCheck<TSchema> {
  const known = compiled.get(schema)
  if (known) return known
  const check = TypeCompiler.Compile(schema)
  compiled.set(schema, check)
  return check
}

// The words of TypeBox are its own; these are ours, and stay when the checker changes.
const codes: Partial<Record<ValueErrorType, string>> = {
  [ValueErrorType.ObjectRequiredProperty]: 'required',
  [ValueErrorType.ObjectAdditionalProperties]: 'unknown_field',
  [ValueErrorType.StringFormat]: 'invalid_format',
  [ValueErrorType.StringPattern]: 'invalid_format',
  [ValueErrorType.StringMaxLength]: 'too_long',
  [ValueErrorType.StringMinLength]: 'too_short',
  [ValueErrorType.NumberMaximum]: 'too_big',
  [ValueErrorType.NumberMinimum]: 'too_small',
  [ValueErrorType.NumberExclusiveMaximum]: 'too_big',
  [ValueErrorType.NumberExclusiveMinimum]: 'too_small',
  [ValueErrorType.IntegerMaximum]: 'too_big',
  [ValueErrorType.IntegerMinimum]: 'too_small',
  [ValueErrorType.ArrayMaxItems]: 'too_many',
  [ValueErrorType.ArrayMinItems]: 'too_few',
}

function faultOf(error: ValueError): FieldError {
  const { path, type, schema, value } = error
  if (type === ValueErrorType.Union) return unionFault(error)
  if (type === ValueErrorType.Literal) return { path, code: 'not_allowed', message: `must be ${schema.const}`, allowed: [schema.const] }
  if (type === ValueErrorType.Kind && schema[Kind] === CURRENCY && typeof value === 'string')
    return { path, code: 'not_allowed', message: 'is not a currency of ISO 4217, such as EUR' }
  const { properties }: Keywords = schema
  if (type === ValueErrorType.Object && properties)
    return { path, code: 'invalid_type', message: `expected object with ${Object.keys(properties).join(', ')}` }
  if (type === ValueErrorType.StringPattern && schema.pattern === NOT_BLANK)
    return { path, code: 'too_short', message: 'must not be blank' }
  const shown =
    type === ValueErrorType.StringFormat ? formatFault(schema.format) : error.message.charAt(0).toLowerCase() + error.message.slice(1)
  if (type === ValueErrorType.ObjectAdditionalProperties) return unknownFault(error)
  const code = codes[type] ?? (value === undefined ? 'required' : 'invalid_type')
  return { path, code, message: code === 'required' ? 'is required' : shown }
}

function formatFault(format: unknown): string {
  const isTime = format === 'date' || format === 'date-time'
  return `is not a valid ${format}${isTime ? ', nor days from today (tomorrow, next friday, -14d, end of month)' : ''}`
}

function unknownFault({ path, schema }: ValueError): FieldError {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (shownOnly.get(schema)?.has(name)) return { path, code: 'read_only', message: 'is read-only: it is shown, and not given here' }
  const { properties = {} }: Keywords = schema
  const allowed = Object.keys(properties)
  const message = `is not a field of this input${suggestion(name, allowed)}`
  return { path, code: 'unknown_field', message, ...(allowed.length > 0 && { allowed }) }
}

// A union is either a list of words or "this or null"; its own error says neither.
function unionFault({ path, schema, value, errors }: ValueError): FieldError {
  const { anyOf: members = [] }: Keywords = schema
  const words = members.flatMap(({ anyOf, ...each }: Keywords): readonly Keywords[] => anyOf ?? [each])
  const allowed = words.flatMap((each) => ('const' in each ? [each.const] : []))
  if (value === undefined) return { path, code: 'required', message: 'is required', ...(allowed.length > 0 && { allowed }) }
  if (allowed.length > 0 && words.every((each) => 'const' in each || each.type === 'null'))
    return { path, code: 'not_allowed', message: `must be one of ${allowed.map(String).join(', ')}`, allowed }
  const faults = errors.flatMap((each) => each.First() ?? [])
  // What is wrong within the value is of the member that is meant.
  const inner = faults.find((each) => each.path.length > path.length) ?? faults[0]
  return inner ? faultOf(inner) : { path, code: 'invalid_type', message: 'is not of an accepted type' }
}
