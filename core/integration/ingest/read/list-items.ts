import { readHeader } from '../languages/headers.ts'
import { fold } from '../languages/letters.ts'
import { losslessNumber } from './lossless.ts'

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const wrappers = new Set([
  'data',
  'item',
  'items',
  'line',
  'lines',
  'row',
  'rows',
  'node',
  'nodes',
  'edges',
  'record',
  'records',
  'element',
])

const lineId = /^(?:\d{1,20}|[\da-f]{8}-[\da-f-]{27}|[\da-f]{24,40})$/i

/** Items of a value that stands under a lines key: a list, a list in a wrapper, or one item alone. */
export function unwrap(value: object, key: string): readonly unknown[] | null {
  if (Array.isArray(value)) return ungrouped(value)
  const entries = Object.entries(value)
  const wrapped = entries.find(([name, inner]) => wrappers.has(name.toLowerCase()) && typeof inner === 'object' && inner !== null)
  if (wrapped) return Array.isArray(wrapped[1]) ? wrapped[1].map(nodeOf) : [wrapped[1]]
  // Lines under the number or id of each.
  if (entries.length > 0 && entries.every(([name, inner]) => lineId.test(name) && isRecord(inner))) return entries.map(([, inner]) => inner)
  const [only] = entries
  if (entries.length === 1 && only && Array.isArray(only[1])) return only[1]
  // XML has one record alone for a list of one, by the name of its element: `line_items: { adjustment: { ... } }`.
  if (entries.length === 1 && only && isRecord(only[1]) && (isPlural(key, only[0]) || readHeader(key).words.includes('line')))
    return [only[1]]
  const page = pageOf(entries, key)
  if (page) return page
  return readHeader(key).words.includes('line') && entries.some(([, inner]) => typeof inner !== 'object') ? [value] : null
}

/** True of the name of a list and of its elements: `Positionen` and `Position`. */
const isPlural = (list: string, element: string): boolean => list.length > element.length && fold(list).startsWith(fold(element))

/**
 * The only list of records of an object that otherwise counts them and its pages: `{ rows: [...], totalRows: 2, page: 1 }`. XML has one
 * record alone for a list of one, by the name of the list.
 */
function pageOf(entries: readonly (readonly [string, unknown])[], key: string): readonly unknown[] | null {
  const called = readHeader(key).words.join(' ')
  const isOnly = (name: string, inner: unknown) =>
    isRecord(inner) && losslessNumber(inner) === null && readHeader(name).words.join(' ') === called
  const lists = entries.flatMap(([name, inner]) => (Array.isArray(inner) ? [inner] : isOnly(name, inner) ? [[inner]] : []))
  const [list] = lists
  const counted = entries.every(
    ([name, inner]) => Array.isArray(inner) || isOnly(name, inner) || (isCounter(inner) && countsRows(readHeader(name).words, inner, list)),
  )
  return lists.length === 1 && list && list.length > 0 && list.every(isRecord) && counted ? list : null
}

/** True for a key that counts rows, not pieces sold. */
const countsRows = (words: readonly string[], count: unknown, list: readonly unknown[] | undefined): boolean =>
  !words.some((word) => sold.has(word)) && (words.includes('line') || !words.includes('quantity') || String(count) === String(list?.length))

const sold = new Set(['sku', 'product', 'unit', 'price', 'amount', 'excl', 'incl', 'tax'])

const isCounter = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || /^\d{1,9}$/.test(String(isRecord(value) ? losslessNumber(value) : value))

/** What an edge of a graph leads to: `{ node: { ... }, cursor: ... }`. */
function nodeOf(edge: unknown): unknown {
  const node: unknown = isRecord(edge) ? Reflect.get(edge, 'node') : undefined
  return isRecord(node) ? node : edge
}

/** The lines of all groups, where a list holds groups of lines; else the list itself. */
export function ungrouped(list: readonly unknown[]): readonly unknown[] {
  const inner = list.map((group) => (isRecord(group) ? linesOfGroup(group) : null))
  return inner.length > 0 && inner.every((lines) => lines !== null) ? inner.flat() : list
}

/** The only list of records in a group that nothing but its title and sums stand beside. */
function linesOfGroup(group: object): readonly unknown[] | null {
  const entries = Object.entries(group)
  const lists = entries.flatMap(([key, inner]) =>
    Array.isArray(inner) && inner.length > 0 && inner.every(isRecord) ? [{ key, inner }] : [],
  )
  const [only] = lists
  if (lists.length !== 1 || !only || !readHeader(only.key).words.some((word) => word === 'line' || word === 'product')) return null
  return entries.some(([key]) => readHeader(key).words.some((word) => ofLine.has(word))) ? null : only.inner
}

const ofLine = new Set(['quantity', 'sku', 'unit'])
