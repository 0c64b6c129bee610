/** A field of the form with which a reader tries an operation. */
export interface Field {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'object'
  readonly required?: true
  readonly example?: string
}

/** What is to be known of an operation to call it; read by the page's script, too, so it is plain data. */
export interface Callable {
  readonly method: string
  readonly path: string
  /** Its name in the client, such as `contacts.create`; none for operations of plugins. */
  readonly name?: string
  readonly answers?: 'file' | 'stream'
  /** Needs no key. */
  readonly open?: true
  /** Deletes, overwrites or sends: the reader is asked first. */
  readonly asks?: true
  readonly fields: readonly Field[]
  /** The example of the body as it is shown first. */
  readonly body?: string
  /** The body is a file; under this name the client takes it. */
  readonly sends?: string
}

/** What stands in the form: values by the names of fields, and the body. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

/** Where the API is: the address of its version segment, or `$CRM` for one that nobody knows yet. */
export type Server = string

const SHORT = 80

/** JSON as it is shown: in one line if that is short. */
export function written(value: unknown): string {
  const line = JSON.stringify(value)
  return line.length <= SHORT ? line : JSON.stringify(value, null, 2)
}

/** What a field stands for: what is typed, else the example of a field that must be given, else nothing. */
export function valueOf({ name, required, example, kind }: Field, { values }: Typed): string {
  const typed = values[name]?.trim()
  if (typed) return typed
  if (!required) return ''
  return example ?? (kind === 'number' ? '1' : name.toUpperCase())
}

/** Path and query of a call, below the version segment. */
export function targetOf({ path, fields }: Callable, typed: Typed): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const field = fields.find((each) => each.in === 'path' && each.name === name)
    return field ? escaped(valueOf(field, typed)) : ''
  })
  const query = fields
    .filter((each) => each.in === 'query')
    .flatMap((field) => pairsOf(field, valueOf(field, typed)))
    .map(([name, value]) => `${name}=${value}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** The headers that the form asks for, without the key. */
export function headersOf({ fields }: Callable, typed: Typed): [string, string][] {
  return fields
    .filter((each) => each.in === 'header')
    .map((field): [string, string] => [field.name, valueOf(field, typed)])
    .filter(([, value]) => value !== '')
}

// `filter: {"amount": {"gte": 5}}` is sent as `filter[amount][gte]=5`; a list is one value with commas.
function pairsOf({ name, kind }: Field, value: string): [string, string][] {
  if (value === '') return []
  const parsed = kind === 'object' ? parse(value) : undefined
  return typeof parsed === 'object' && parsed !== null ? nested(escaped(name), parsed) : [[escaped(name), escaped(value)]]
}

function nested(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return [[name, escaped(value.join(','))]]
  if (typeof value !== 'object' || value === null) return [[name, escaped(String(value))]]
  return Object.entries(value).flatMap(([key, each]) => nested(`${name}%5B${escaped(key)}%5D`, each))
}

/** The value of a JSON text; undefined if it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

// Everything but letters, digits and `-._~`, which nothing that reads a command or an address takes for more than they are. Lone halves of
// surrogate pairs have no bytes.
const escaped = (text: string) =>
  encodeURIComponent(text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
