import type { TObject, TSchema } from '@sinclair/typebox'
import { CrmError, limits } from 'rapport-crm'

type Coerce = (texts: readonly string[]) => unknown

/**
 * Compiles the reader of a query string: texts are converted to the types of the schema if possible. Others stay texts, so that validation
 * reports them. `taken` are fields of the path.
 */
export function queryReader(input: TObject, taken: readonly string[]): (search: string) => Record<string, unknown> {
  const coercers = new Map<string, Coerce>()
  for (const [name, schema] of Object.entries(input.properties)) if (!taken.includes(name)) coercers.set(name, coercer(schema))
  const objects = Object.keys(input.properties).filter((name) => !taken.includes(name) && input.properties[name]?.['type'] === 'object')
  return (search) => {
    if (search.length < 2) return {}
    const texts = grouped(parse(search.slice(1)), objects)
    // Built from entries, so that `__proto__` is an ordinary field and refused as unknown.
    return Object.fromEntries(
      [...texts].map(([name, values]) => [name, values instanceof Map ? plain(values) : (coercers.get(name) ?? asGiven)(values)]),
    )
  }
}

function parse(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [name, value] = halves(pair).map(decoded) as [string, string]
    const values = found.get(name)
    if (values) values.push(value)
    else found.set(name, [value])
  }
  return found
}

type Values = Map<string, readonly string[] | Values>

// `filter[amount][gte]` is a nested field of `filter`. Names that are not objects stay whole and are refused.
function grouped(texts: ReadonlyMap<string, string[]>, objects: readonly string[]): Values {
  const all: Values = new Map()
  for (const [name, values] of texts) {
    const [, head = '', tail = ''] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name) ?? []
    const keys = objects.includes(head) ? [head, ...[...tail.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key)] : [name]
    if (keys.length > limits.input_depth.value) throw tooDeep(head)
    const last = keys.pop() ?? name
    let place = all
    for (const key of keys) {
      const inner = place.get(key) ?? new Map<string, never>()
      if (!(inner instanceof Map)) throw twice(name)
      place.set(key, inner)
      place = inner
    }
    if (place.has(last)) throw twice(name)
    place.set(last, values)
  }
  return all
}

// What is nested by brackets is walked through level by level.
function tooDeep(name: string): CrmError {
  const message = `Nested deeper than ${limits.input_depth.value} levels`
  return new CrmError('invalid_input', `/${name}: ${message}`, { errors: [{ path: `/${name}`, code: 'too_deep', message }] })
}

function twice(name: string): CrmError {
  return new CrmError('malformed_input', `The query gives ${name} as a value and as an object`)
}

function plain(values: Values): Record<string, unknown> {
  return Object.fromEntries([...values].map(([key, each]) => [key, each instanceof Map ? plain(each) : asGiven(each)]))
}

function halves(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new CrmError('malformed_input', 'The query is not well-formed percent-encoding of UTF-8')
  }
}

function coercer(schema: TSchema): Coerce {
  const types = typesOf(schema)
  const list = membersOf(schema).find((each) => each['type'] === 'array')
  if (!list) return scalar(types)
  const item = scalar(typesOf((list['items'] ?? {}) as TSchema))
  // A single parameter is a comma-separated list; the items of a repeated parameter may contain commas.
  return (texts) => (texts.length > 1 ? texts : (texts[0] ?? '').split(',')).filter((each) => each !== '').map((each) => item([each]))
}

const INTEGER = /^-?\d{1,15}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

function scalar(types: ReadonlySet<unknown>): Coerce {
  if (types.size === 0 || types.has('string')) return asGiven
  const pattern = types.has('number') ? NUMBER : INTEGER
  const numeric = types.has('number') || types.has('integer')
  return (texts) => {
    const [text = ''] = texts
    if (texts.length > 1) return texts
    if (numeric && pattern.test(text)) return Number(text)
    if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
    return types.has('null') && text === 'null' ? null : text
  }
}

const asGiven: Coerce = (texts) => (texts.length > 1 ? texts : texts[0])

function membersOf(schema: TSchema): TSchema[] {
  const members = schema['anyOf'] as TSchema[] | undefined
  return members ? members.flatMap(membersOf) : [schema]
}

function typesOf(schema: TSchema): Set<unknown> {
  return new Set(membersOf(schema).flatMap((each) => (each['type'] === undefined ? [] : [each['type']])))
}
