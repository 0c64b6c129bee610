import * as v from 'valibot'
import { CrmError, type FieldError } from '../operation/errors.ts'
import { suggestion } from '../operation/nearest.ts'

/**
 * A schema of valibot that makes `T`, by what the declarations of the package can say without those of valibot: to check these costs an app
 * that does not skip them seconds.
 */
export interface OptionsSchema<T> {
  readonly '~standard': { readonly types?: { readonly output: T } | undefined }
}

/**
 * Options of a caller who may have no compiler, by their schema. Throws `invalid_input` with every fault: which option, what is wrong with it, and the
 * nearest right name where one is misspelt, but no value, which may be a secret. `what` is what was called, such as `Engine.open`.
 */
export function parseOptions<T>(what: string, schema: OptionsSchema<T>, given: unknown): T {
  if (!isOfValibot(schema)) throw new TypeError(`${what}: the schema of the options is none of valibot`)
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const errors = result.issues.map((issue) => faultOf(issue, schema))
  const lines = errors.map(({ path, message }) => (path === '' ? message : `\`${path.slice(1).replaceAll('/', '.')}\` ${message}`))
  throw new CrmError('invalid_input', `${what}: ${lines.join('; ')}`, { errors })
}

function isOfValibot<T>(schema: OptionsSchema<T>): schema is OptionsSchema<T> & v.GenericSchema<unknown, T> {
  return '~run' in schema
}

function faultOf(issue: v.BaseIssue<unknown>, schema: v.GenericSchema): FieldError {
  const keys = (issue.path ?? []).map(({ key }) => String(key))
  const path = keys.map((each) => `/${each}`).join('')
  const { type, kind, expected, message, input } = issue
  if (type === 'strict_object' && expected === 'never') {
    const known = namesOf(keys.slice(0, -1).reduce<unknown>(within, schema))
    return { path, code: 'unknown', message: `is no option${optionMeant(keys.at(-1) ?? '', known)}`, allowed: known }
  }
  if (input === undefined && path !== '') return { path, code: 'required', message: 'is missing' }
  const code = kind === 'schema' ? 'wrong_type' : 'not_allowed'
  // The own messages of schemas say more than those of the library.
  if (!message.startsWith('Invalid ')) return { path, code, message }
  return { path, code, message: `must be ${expected}, not ${nameOf(input)}` }
}

// Libraries call the same option by longer and shorter names: `logger`, `filename`, `prefix`.
function optionMeant(name: string, known: readonly string[]): string {
  const given = name.toLowerCase()
  const near = suggestion(name, known)
  if (near !== '' || given.length < 3) return near
  const found = known.find((each) => given.includes(each.toLowerCase()) || each.toLowerCase().includes(given))
  return found === undefined ? '' : `. Did you mean "${found}"?`
}

// What wraps an object, such as `optional`, has it as `wrapped`.
function within(schema: unknown, key: string): unknown {
  const found = unwrapped(schema)
  return found && 'entries' in found && isObject(found.entries) ? found.entries[key] : undefined
}

function namesOf(schema: unknown): string[] {
  const found = unwrapped(schema)
  return found && 'entries' in found && isObject(found.entries) ? Object.keys(found.entries) : []
}

function unwrapped(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(schema)) return undefined
  return 'wrapped' in schema ? unwrapped(schema.wrapped) : schema
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value
}
