import { type AnyOperation, errorCatalog, type ErrorCode, scopes, writes } from 'rapport-crm'
import { type JsonSchema, refTo } from './schemas.ts'

const codes = Object.keys(errorCatalog) as ErrorCode[]
const byStatus = Map.groupBy(codes, (code) => errorCatalog[code].status as number)

/** The schema of every error body (RFC 9457), with the codes of the catalog. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'errors'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Identifies the kind of error' },
    title: { type: 'string', minLength: 1, description: 'What the code means, for people' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status' },
    detail: { type: 'string', minLength: 1, description: 'What was wrong in this call, for people; programs read `code`' },
    code: { type: 'string', enum: codes, description: 'What programs tell it by' },
    errors: { type: 'array', items: refTo('FieldError'), description: 'Faults of the input, field by field (422)' },
    existing_id: { type: 'string', minLength: 1, description: 'The record that stands in the way (409)' },
    reason: { type: 'string', minLength: 1, description: 'In one word, why the recipient may not be written to (409 `recipient_blocked`)' },
    scopes: { type: 'array', items: { type: 'string', enum: scopes }, description: 'What the key lacks (403)' },
    request_id: { type: 'string', minLength: 1, maxLength: 128, description: 'By which the log of the server names the call' },
  },
}

export const fieldErrorSchema: JsonSchema = {
  type: 'object',
  description: 'One fault of the input',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', format: 'json-pointer', description: 'JSON pointer to the field; empty for the whole input' },
    code: { type: 'string', pattern: '^[a-z0-9_]+$', description: 'Such as `required`, `too_long` or `not_allowed`' },
    message: { type: 'string', minLength: 1, description: 'For people' },
    allowed: { type: 'array', items: true, description: 'What would be accepted, where that can be listed' },
  },
}

/** One response component for each status of the catalog: `Problem422`. */
export function problemResponses(headers: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const [code = 'internal_error'] = codes
      const { title } = errorCatalog[code]
      const example = { type: `urn:rapport:error:${code}`, title, status, detail: title, code, errors: [], request_id: '6f1c2a' }
      const content = { 'application/problem+json': { schema: refTo('Problem'), example } }
      return [
        nameOf(status),
        {
          description: codes.map((each) => `${errorCatalog[each].title} (\`${each}\`)`).join('; '),
          headers: { ...headers, ...ownHeaders(status) },
          content,
        },
      ]
    }),
  )
}

interface Conditions {
  /** Honors `If-Match`. */
  readonly conditional: boolean
  /** Requires `If-Match`. */
  readonly required: boolean
}

// What any operation can answer, and callers treat alike: the introduction of the document says which statuses these are.
const anyOther: JsonSchema = { description: 'Error', content: { 'application/problem+json': { schema: refTo('Problem') } } }

/** Statuses for which `default` stands. */
export const otherStatuses = (needsKey: boolean, hasBody: boolean): number[] => [
  400,
  ...(needsKey ? [401, 403] : []),
  ...(hasBody ? [413, 415] : []),
  ...(needsKey ? [429] : []),
  500,
  503,
]

/** Statuses that any operation can answer, for the introduction of the document. */
export const anyOtherErrors =
  '`default` stands for the errors that any operation can answer: 400 (malformed), 401 and 403 (both with `WWW-Authenticate`), 413 and 415 (bodies), ' +
  '429 (with `Retry-After`), 500 and 503 (with `Retry-After`). Each operation names those that depend on what it was asked.'

/** The error statuses that depend on what an operation was asked, and the rest as `default`. */
export function problemsOf(operation: AnyOperation, { conditional, required }: Conditions): Record<string, JsonSchema> {
  const [, path = ''] = operation.route.split(' ')
  const statuses = [
    ...(path.includes('{') && !setsByName(operation) ? [404] : []),
    ...(writes(operation) || operation.conflicts ? [409] : []),
    ...(conditional ? [412] : []),
    422,
    ...(required ? [428] : []),
  ]
  return { ...Object.fromEntries(statuses.map((status) => [status, refTo(nameOf(status), 'responses')])), default: anyOther }
}

// A value that is set by name, such as the rate of a currency, may not exist before.
function setsByName({ route, input }: AnyOperation): boolean {
  const named = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return route.startsWith('PUT ') && named.every((name) => input.properties[name]?.['format'] !== 'uuid')
}

const nameOf = (status: number) => `Problem${status}`

function ownHeaders(status: number): JsonSchema {
  if (status === 401 || status === 403) return { 'WWW-Authenticate': refTo('WWW-Authenticate', 'headers') }
  if (status === 405) return { Allow: refTo('Allow', 'headers') }
  return status === 429 || status === 503 ? { 'Retry-After': refTo('Retry-After', 'headers') } : {}
}
