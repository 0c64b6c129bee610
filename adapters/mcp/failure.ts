import { CrmError, type FieldError } from 'rapport-crm'
import { argumentFor, numbersIn } from './lenient.ts'
import { nearest, nearestName } from './nearest.ts'
import { type CallResult, textOf } from './result.ts'
import type { JsonSchema } from './schema.ts'

/** What is known of a failed call. */
export interface FailedCall {
  readonly args: unknown
  readonly inputSchema?: JsonSchema
  /** Tool that finds ids of the same kind. */
  readonly finder?: string | undefined
  /** Tool that finds ids of the records that a field names. */
  readonly finderFor?: (field: string) => string | undefined
  readonly requestId?: string | undefined
}

type Json = Readonly<Record<string, unknown>>

const MAX_ALLOWED = 60
const examples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  email: 'jane@example.com',
  'idn-email': 'jane@example.com',
  uuid: '018f3c1e-7b1a-7c3d-9e2f-1a2b3c4d5e6f',
  uri: 'https://example.com/path',
}

/** An error that a model can fix itself: the problem document of REST, plus what was probably meant and what to do next. */
export function failureResult(error: unknown, failed: FailedCall): CallResult {
  const known = error instanceof CrmError ? error : new CrmError('internal_error', 'Internal error; nothing was changed')
  const { retry_after, scopes } = known.details
  const errors = (known.details.errors ?? []).map((each) => asGiven(explained(each, failed), failed))
  const meant = errors.flatMap(({ path, did_you_mean }) => (did_you_mean === undefined ? [] : [`${path}: Did you mean "${did_you_mean}"?`]))
  const sought = errors.flatMap(({ path, code }) => finderOf(path, code, failed) ?? [])
  const found = [...new Set(sought)].map((each) => `${each} finds the ids.`)
  const hint = [...meant, ...found, adviceFor(known, failed)].filter(Boolean).join(' ')
  const problem = {
    ...known.toProblem(failed.requestId),
    errors,
    ...(retry_after !== undefined && { retry_after }),
    ...(scopes && { scopes }),
    ...(hint && { hint }),
  }
  return { isError: true, content: [textOf(JSON.stringify(problem))] }
}

// Names the argument as the caller has given it.
function asGiven<E extends FieldError>(error: E, { args, inputSchema }: FailedCall): E {
  const [, field = '', ...rest] = error.path.split('/')
  return { ...error, path: `/${[argumentFor(field, args, inputSchema), ...rest].join('/')}` }
}

/** The fault with what was probably meant, and what the place takes. */
export function explained(
  error: FieldError,
  { args, inputSchema }: Pick<FailedCall, 'args' | 'inputSchema'>,
): FieldError & { readonly did_you_mean?: string; readonly expected?: unknown } {
  const steps = error.path
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.at(-1)
  const fields = Object.keys((schemaAt(inputSchema, steps.slice(0, -1))?.['properties'] as Json | undefined) ?? {})
  // If the field exists, its value is wrong, as in a condition. A tool may take more fields than its operation.
  if (error.code === 'unknown_field' && last !== undefined && !fields.includes(last) && (fields.length > 0 || !error.allowed)) {
    const meant = nearestName(last, fields)
    return { ...error, ...(fields.length > 0 && { allowed: fields.slice(0, MAX_ALLOWED) }), ...(meant && { did_you_mean: meant }) }
  }
  const [field = '', ...within] = steps
  const given = [argumentFor(field, args, inputSchema), ...within].reduce<unknown>((value, key) => (value as Json | undefined)?.[key], args)
  const meant = error.allowed && likely(error.code, wrongOf(given, error.allowed), error.allowed)
  const schema = error.allowed ? undefined : schemaAt(inputSchema, steps)
  const numbers = numbersIn(given, schema)
  if (numbers.length > 0) {
    const message = `${String(given)} may be read in several ways: pass the number alone, and its currency where the tool takes one`
    return { ...error, message, allowed: numbers }
  }
  const example = examples[String(schema?.['format'])]
  return {
    ...error,
    ...(meant && { did_you_mean: meant }),
    ...(schema && last !== undefined && { expected: { ...shallow(schema), ...(example && { example }) } }),
  }
}

function likely(code: string, given: unknown, allowed: readonly unknown[]): string | undefined {
  const names = allowed.filter((each) => typeof each === 'string')
  return code === 'unknown_field' ? nearestName(given, names) : nearest(given, names)
}

// The tool that finds the record that the field should name, for callers who gave an address or a name instead of an id.
function finderOf(path: string, code: string, { finder, finderFor }: FailedCall): string | undefined {
  if (path === '/id') return ['required', 'invalid_format'].includes(code) ? finder : undefined
  const isId = code === 'unknown_record' || (code === 'invalid_format' && path.endsWith('_id'))
  return isId ? finderFor?.(fieldOf(path)) : undefined
}

// In a comma-separated list, the first word that is not allowed.
function wrongOf(given: unknown, allowed: readonly unknown[]): unknown {
  if (typeof given !== 'string' || !given.includes(',')) return given
  const words = given.split(',').map((each) => each.trim())
  return words.find((each) => !allowed.includes(each))
}

// The last field of a path, without the index of a list.
const fieldOf = (path: string): string =>
  path
    .replace(/(\/\d+)+$/, '')
    .split('/')
    .at(-1) ?? ''

// What to do next, for errors whose message does not say so.
function adviceFor({ code, details }: CrmError, { finder }: FailedCall): string {
  if (code === 'not_found' && finder) return `${finder} finds the ids.`
  if (code === 'already_exists' && details.existing_id) return `Update the record ${details.existing_id} instead.`
  if (code === 'version_mismatch') return 'Read the record again and pass its version as if_match.'
  if (code === 'insufficient_scope') return `Ask for a key with the scope ${(details.scopes ?? []).join(', ')}.`
  if (details.retry_after !== undefined) return `Try again in ${details.retry_after} seconds.`
  return ''
}

function schemaAt(root: Json | undefined, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>((schema, step) => {
    const node = branchWith(resolve(schema, root), step)
    if (!node) return undefined
    const inner =
      (node['properties'] as Json | undefined)?.[step] ?? (/^\d+$/.test(step) ? node['items'] : undefined) ?? node['additionalProperties']
    return resolve(typeof inner === 'object' && inner !== null ? (inner as Json) : undefined, root)
  }, root)
}

function branchWith(schema: Json | undefined, step: string): Json | undefined {
  const branches = schema?.['anyOf'] as readonly Json[] | undefined
  return branches?.find((each) => step in ((each['properties'] as Json | undefined) ?? {})) ?? branches?.[0] ?? schema
}

function resolve(schema: Json | undefined, root: Json | undefined): Json | undefined {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema?.['$ref']))?.[1]
  return name === undefined ? schema : ((root?.['$defs'] as Json | undefined)?.[name] as Json | undefined)
}

const shallow = ({ type, format, enum: words, minimum, maximum, description, items }: Json): Json => {
  const each = items && { type: (items as Json)['type'] }
  const told = { type, items: each, format, enum: words, minimum, maximum, description }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}
