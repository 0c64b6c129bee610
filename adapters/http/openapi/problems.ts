import { type AnyOperation, errorCatalog, type ErrorCode, writes } from 'rapport-crm'
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
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'For people; programs read `code`' },
    code: { type: 'string', enum: codes },
    errors: { type: 'array', items: refTo('FieldError') },
    existing_id: { type: 'string', description: 'The record that stands in the way (409)' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'What the key lacks (403)' },
    request_id: { type: 'string' },
  },
}

export const fieldErrorSchema: JsonSchema = {
  type: 'object',
  description: 'One fault of the input',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'JSON pointer to the field' },
    code: { type: 'string' },
    message: { type: 'string' },
    allowed: { type: 'array', items: {}, description: 'What would be accepted' },
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

/** Every error status that an operation can answer. */
export function problemsOf(operation: AnyOperation, { conditional, required }: Conditions): Record<string, JsonSchema> {
  const [method = '', path = ''] = operation.route.split(' ')
  const [hasBody, needsKey] = [method !== 'GET' && method !== 'DELETE', operation.scope !== 'public']
  const statuses = [
    400,
    ...(needsKey ? [401, 403] : []),
    ...(path.includes('{') && !setsByName(operation) ? [404] : []),
    ...(writes(operation) || operation.conflicts ? [409] : []),
    ...(conditional ? [412] : []),
    ...(hasBody ? [413, 415] : []),
    422,
    ...(required ? [428] : []),
    ...(needsKey ? [429] : []),
    500,
    503,
  ]
  return Object.fromEntries(statuses.map((status) => [status, refTo(nameOf(status), 'responses')]))
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
