/** Method and path of an operation below the version segment: `GET /contacts/{id}`. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** What is sent for a call. */
export interface Sent {
  readonly method: string
  /** Below the version segment, with its query. */
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer> | Blob | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Fills `{name}` in the path; the other fields are the body, or the query of `GET`, `DELETE` and where the field `upload` is the body. */
export function sentFor(route: Route, input: Fields, upload?: string): Sent {
  const [method = '', pattern = ''] = route.split(' ')
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === undefined || value === null || value === '') throw new TypeError(`${route} needs ${name}`)
    // However they are written, a path of dots is resolved to another path, which may be that of what is around the record, before it is sent.
    if (/^\.{1,2}$/.test(String(value))) throw new TypeError(`${route}: ${name} is no id: ${String(value)}`)
    return encodeURIComponent(String(value))
  })
  const file = upload === undefined ? undefined : fileOf(route, upload, rest)
  if (method !== 'GET' && method !== 'DELETE' && file === undefined) return { method, path, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = [...rest].flatMap(([name, value]) => pairsOf(name, value)).map(([name, value]) => `${name}=${value}`)
  return { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body: file }
}

function fileOf(route: Route, name: string, rest: Map<string, unknown>): Uint8Array<ArrayBuffer> | Blob {
  const file = rest.get(name)
  rest.delete(name)
  if (file instanceof Blob) return file
  if (file instanceof Uint8Array) return file as Uint8Array<ArrayBuffer>
  throw new TypeError(`${route} needs ${name}, a Uint8Array or a Blob`)
}

// `filter: { amount: { gte: 5 } }` is sent as `filter[amount][gte]=5`.
function pairsOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return listed(encodeURIComponent(name), value)
  if (typeof value !== 'object' || value === null) return [[encodeURIComponent(name), encodeURIComponent(String(value))]]
  return Object.entries(value).flatMap(([key, each]) =>
    each === undefined ? [] : nested(`${encodeURIComponent(name)}[${encodeURIComponent(key)}]`, each),
  )
}

function nested(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return listed(name, value)
  if (typeof value !== 'object' || value === null) return [[name, encodeURIComponent(String(value))]]
  return Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : nested(`${name}[${encodeURIComponent(key)}]`, each)))
}

// One value is read as a list with commas; of several, each is one item. So a single item is followed by an empty one, which is no item.
function listed(name: string, values: readonly unknown[]): [string, string][] {
  const items = values.map((each): [string, string] => [name, encodeURIComponent(String(each))])
  return items.length > 1 ? items : [...items, [name, '']]
}
