import { type AnyOperation, CrmError, type FieldError, isStream, limits, mediaOf } from 'rapport-crm'
import { checkUpload, readJson } from './body.ts'
import { etagOf } from './conditions.ts'
import type { MatchedRequest } from './incoming.ts'
import { queryReader } from './query.ts'

const { value: BODY_LIMIT } = limits.body_bytes
const { value: BATCH_LIMIT } = limits.batch_body_bytes

/** Everything that is known of an operation before its first request. */
export interface Route {
  readonly operation: AnyOperation
  readonly method: string
  readonly pattern: string
  /** Reads the input from the path, and from query or body; throws `malformed_input`, `too_large`, ... */
  readonly read: (routed: MatchedRequest) => Promise<Record<string, unknown>>
  readonly write: (value: unknown) => string
  /** The entity tag of the answer, if it has one. */
  readonly tagOf: (value: unknown) => string | undefined
  /** The same for every caller: may be cached publicly and read by browsers according to `cors`. */
  readonly shared: boolean
  /** Requires `If-Match`. */
  readonly conditional: boolean
  /** Answers a stream of server-sent events. */
  readonly streams: boolean
  /** Media type of the file that is answered instead of JSON. */
  readonly media: string | undefined
}

/** Compiles the route of one operation; `given` overrides defaults for operations of the adapter itself. */
export function routeOf(operation: AnyOperation, given: Partial<Pick<Route, 'write' | 'tagOf' | 'shared' | 'conditional'>> = {}): Route {
  const [method = 'GET', path = '/'] = operation.route.split(' ')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  let position = 0
  const streams = isStream(operation.output)
  return {
    operation,
    method,
    pattern: path.replaceAll(/\{\w+\}/g, () => `:p${position++}`),
    read: readerOf(operation, names, method, streams),
    write: (value) => JSON.stringify(value ?? null),
    tagOf: etagOf,
    conditional: false,
    shared: method === 'GET' && operation.scope === 'public',
    streams,
    media: mediaOf(operation.output),
    ...given,
  }
}

function readerOf(operation: AnyOperation, names: readonly string[], method: string, streams: boolean): Route['read'] {
  const { upload } = operation
  if (upload) return fromUpload(operation, names, upload)
  if (streams) return resumed(fromQuery(operation, names))
  return method === 'GET' || method === 'DELETE' ? fromQuery(operation, names) : fromBody(operation, names)
}

// The body is not read before the handler wants it, and as far as it wants it.
function fromUpload({ input }: AnyOperation, names: readonly string[], upload: NonNullable<AnyOperation['upload']>): Route['read'] {
  const readQuery = queryReader(input, [...names, upload.content])
  return async (routed) => {
    const { incoming, search } = routed
    const asked = readQuery(search)
    if (Object.hasOwn(asked, upload.content)) throw unknownFields([upload.content], 'is the body of the request')
    const type = checkUpload(incoming)
    const typed = type === undefined || Object.hasOwn(asked, upload.media_type) ? asked : { ...asked, [upload.media_type]: type }
    const content = routed.piecesOf?.(incoming.stream()) ?? incoming.stream()
    return { ...withPath(typed, routed, names), [upload.content]: content }
  }
}

function fromQuery({ input }: AnyOperation, names: readonly string[]): Route['read'] {
  const readQuery = queryReader(input, names)
  return async (routed) => withPath(readQuery(routed.search), routed, names)
}

// A client that reconnects repeats its first query; `Last-Event-ID` takes precedence.
function resumed(read: Route['read']): Route['read'] {
  return async (routed) => {
    const after = routed.incoming.header('last-event-id')
    const input = await read(routed)
    return after ? { ...input, after } : input
  }
}

function fromBody({ batch, foreign }: AnyOperation, names: readonly string[]): Route['read'] {
  const options = { limit: batch ? BATCH_LIMIT : BODY_LIMIT, exact: foreign !== undefined }
  return async (routed) => {
    if (routed.search.length > 1) throw notQuery(routed)
    return withPath(await readJson(routed.incoming, { ...options, grow: routed.grow }), routed, names)
  }
}

function withPath(input: Record<string, unknown>, { params }: MatchedRequest, names: readonly string[]): Record<string, unknown> {
  if (names.length === 0) return input
  const twice = names.filter((name) => Object.hasOwn(input, name))
  if (twice.length > 0) throw unknownFields(twice, 'is given by the path')
  const values = names.map((name, position) => [name, decoded(params[`p${position}`] ?? '')] as const)
  return { ...input, ...Object.fromEntries(values) }
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new CrmError('malformed_input', 'The path is not well-formed percent-encoding')
  }
}

function notQuery({ search }: MatchedRequest): CrmError {
  return unknownFields([...new Set(new URLSearchParams(search).keys())], 'is not taken from the query: send it in the JSON body')
}

function unknownFields(names: readonly string[], message: string): CrmError {
  const errors: FieldError[] = names.map((name) => ({
    path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    code: 'unknown_field',
    message,
  }))
  return new CrmError('invalid_input', `${names.join(', ')} ${message}`, { errors })
}
