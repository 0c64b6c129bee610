import type { AnyOperation } from 'rapport-crm'
import { adminKey } from './twins.ts'
import { CURSOR, REFERENCE } from './values.ts'

/** A request that can be made again for each engine, and printed. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** A body of so many bytes instead, which is made while it is read. */
  readonly size?: number
}

export type Input = Readonly<Record<string, unknown>>

/** What was answered so far and can be asked for: ids by collection, cursors by operation. */
export class Made {
  readonly #ids = new Map<string, string[]>()
  readonly #cursors = new Map<string, string>()

  add({ id: operation, route }: AnyOperation, answer: unknown): void {
    // A file has nothing that can be asked for.
    if (typeof answer !== 'object' || answer === null) return
    const { id, run_id, next_cursor, ...others } = answer as Record<string, unknown>
    if (typeof next_cursor === 'string') this.#cursors.set(operation, next_cursor)
    this.#keep(collectionOf(route), [id])
    this.#keep('runs', [run_id])
    // Keys and users are taken from creates only: the lists show those with which all this is called.
    for (const [name, list] of Object.entries(others))
      if (Array.isArray(list) && name !== 'api_keys' && name !== 'users')
        this.#keep(
          name.replaceAll('_', '-'),
          list.map((each) => (each as { id?: unknown } | null)?.id),
        )
  }

  /** Real ids and cursors in place of references; ids are those of the collection that the field is about. */
  resolve(value: unknown, operation: AnyOperation, collection = collectionOf(operation.route)): unknown {
    if (value === CURSOR) return this.#cursors.get(operation.id)
    if (typeof value === 'string' && value.startsWith(REFERENCE)) {
      const known = this.#ids.get(collection) ?? [...this.#ids.values()].flat()
      const at = Number(value.slice(REFERENCE.length)) % Math.min(known.length || 1, 12)
      return known.at(-1 - at) ?? '01900000-0000-7000-8000-ffffffffffff'
    }
    if (Array.isArray(value)) return value.map((each) => this.resolve(each, operation, collection))
    if (typeof value !== 'object' || value === null) return value
    const resolved = Object.entries(value).map(([name, each]) => [name, this.resolve(each, operation, about[name] ?? collection)] as const)
    return Object.fromEntries(resolved.filter(([, each]) => each !== undefined))
  }

  #keep(collection: string, ids: readonly unknown[]): void {
    const known = this.#ids.get(collection) ?? []
    const found = ids.filter((id): id is string => typeof id === 'string' && !known.includes(id))
    if (found.length > 0) this.#ids.set(collection, [...known, ...found])
  }
}

const about: Readonly<Record<string, string>> = {
  company_id: 'companies',
  parent_company_id: 'companies',
  supplier_company_id: 'companies',
  contact_id: 'contacts',
  lead_id: 'contacts',
  product_id: 'products',
  invoice_id: 'invoices',
  api_key_id: 'api-keys',
  deliveryId: 'deliveries',
  pipeline_id: 'pipelines',
  stageId: 'stages',
}

/** Under which name the ids of an operation are kept: the first part of its path. */
export const collectionOf = (route: string): string => (route.includes('/sync') ? 'runs' : (/^\w+ \/([\w-]+)/.exec(route)?.[1] ?? ''))
/** A body of JSON, that is. */
export const takesBody = ({ route, upload }: AnyOperation) => upload === undefined && !/^(GET|DELETE) /.test(route)
export const namesInPath = ({ route }: AnyOperation) => [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The request that carries this input as the operation declares it. */
export function requestFor(operation: AnyOperation, input: Input, headers: Record<string, string> = {}): Sent {
  const [method = '', pattern = ''] = operation.route.split(' ')
  const named = namesInPath(operation)
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wellFormed(input[name] ?? 'missing')))
  const rest = Object.entries(input).filter(([name]) => !named.includes(name))
  const own = { authorization: `Bearer ${adminKey}`, 'x-request-id': 'fuzz', ...headers }
  if (takesBody(operation))
    return { method, path, headers: { 'content-type': 'application/json', ...own }, body: written(Object.fromEntries(rest)) }
  const { upload } = operation
  const file = upload && input[upload.content]
  const query = rest.filter(([name]) => name !== upload?.content).flatMap(([name, value]) => inQuery(name, value))
  const target = { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path }
  if (file === undefined) return { ...target, headers: own }
  return { ...target, headers: own, body: file instanceof Uint8Array ? new Uint8Array(file) : written(file) }
}

// A field of an object is `name[field]=value`.
function inQuery(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => inQuery(name, each))
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (fields.length > 0) return fields.flatMap(([field, each]) => inQuery(`${name}[${field}]`, each))
  return [`${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`]
}

export function toRequest({ method, path, headers, body, size }: Sent): Request {
  const url = `http://crm.test/api/v1${path}`
  // A body that is made on the way needs this word.
  const streamed = { duplex: 'half' }
  if (size !== undefined) return new Request(url, { method, headers, body: filled(size), ...streamed })
  return new Request(url, { method, headers, ...(body !== undefined && { body }) })
}

const chunk = Buffer.alloc(1_048_576, 'x')

function filled(size: number): ReadableStream<Uint8Array> {
  let left = size
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(left === size ? Buffer.from('{"name":"') : chunk.subarray(0, left))
      left -= left === size ? 9 : Math.min(left, chunk.length)
      if (left === 0) controller.close()
    },
  })
}

export function show({ method, path, headers, body = '' }: Sent): string {
  const { authorization: _, 'content-type': type, ...others } = headers
  const text = typeof body === 'string' ? body : `${body.length} bytes ${Buffer.from(body.subarray(0, 60)).toString('latin1')}`
  const shown = text.length > 1500 ? `${text.slice(0, 1500)}... (${text.length})` : text
  return `${method} ${path.slice(0, 600)} ${JSON.stringify({ type, ...others }).slice(0, 300)}\n  ${shown}`
}

/** Raw JSON in place of a value that JavaScript cannot hold, such as `1e400`. */
export class Raw {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** JSON with `Raw` parts as they are. */
function written(value: unknown): string {
  if (value instanceof Raw) return value.json
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`)
    .join(',')}}`
}

function wellFormed(value: unknown): string {
  const text = value instanceof Raw ? value.json : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  return text.toWellFormed()
}
