import { fold, readHeader } from '../languages/headers.ts'
import { salutation } from '../values/name.ts'
import { losslessNumber } from './lossless.ts'
import type { Vocabulary } from '../vocabulary.ts'

/**
 * How a list is used: its items are lines, or perhaps lines; the best item stands for all (`one`), a single item does (`only`), variants
 * share fields, or the list is ignored.
 */
export type ListUse = 'lines' | 'perhaps' | 'one' | 'only' | 'variants' | 'none'

// The name of a list of lines tells what it holds; a word of another subject makes it a list of that.
const lineWords = ['line', 'product', 'entry', 'detail']
const notLines = (
  'tax shipping payment discount note address contact person credit group category source fee coupon section sections attributes ' +
  'tags history custom account attachment attachments'
).split(' ')
const single = ['address', 'phone', 'email', 'website', 'mobile', 'category']
const singleInLine = ['tax', 'discount', 'price', 'vat', 'amount']

/** Decides by the key how a list is used. */
export function listUse(
  key: string,
  parents: readonly string[],
  scope: 'document' | 'line' | 'other',
  vocabulary: Vocabulary | null,
): ListUse {
  const told = vocabulary?.lists
  const use = told && Object.hasOwn(told, key) ? told[key] : undefined
  // Only documents have lines: in other objects the best item stands for the list.
  if (use) return use === 'lines' && scope !== 'document' ? 'one' : use
  const { words } = readHeader(key)
  if (scope === 'document') {
    if (vocabulary?.lines?.keys?.includes(key)) return 'lines'
    if (words.includes('line') && /group/i.test(key)) return 'lines'
    if (words.some((word) => notLines.includes(word)) && words.join(' ') !== 'credit line') return useOf(words, parents)
    if (words.some((word) => lineWords.includes(word))) return 'lines'
    // Where the name says nothing, the values of the items decide.
    const otherwise = useOf(words, parents)
    return otherwise === 'none' && parents.every(isWholeDocument) ? 'perhaps' : otherwise
  }
  if (scope === 'line') return words.some((word) => singleInLine.includes(word)) ? 'one' : 'none'
  if (words.includes('variant')) return 'variants'
  return useOf(words, parents)
}

/** True for a wrapper around the whole document: `devis.contenu`. */
const isWholeDocument = (parent: string): boolean =>
  readHeader(parent).words.every((word) => ['invoice', 'order', 'quote', 'creditnote', 'sale', 'document', 'record', 'data'].includes(word))

function useOf(words: readonly string[], parents: readonly string[]): ListUse {
  if (words.includes('price') || words.includes('amount') || words.includes('total')) return 'only'
  if (words.includes('recipient') || words.includes('customer')) return 'only'
  // Of several payment dates none is the due date.
  if (words.includes('due')) return 'only'
  const all = [...words, ...parents.flatMap((parent) => readHeader(parent).words)]
  return all.some((word) => single.includes(word)) && !all.includes('fax') ? 'one' : 'none'
}

const pairLists = /propert|attribut|^fields$|values$/i
const pairNames = ['name', 'key', 'code', 'field', 'property', 'attribute', 'attribute_code', 'attributeCode', 'id']

/** The object that a list of names and values stands for: `[{ name: "email", value: "ann@example.test" }]`; null for any other list. */
export function pairsOf(key: string, list: readonly unknown[]): Record<string, unknown> | null {
  if (list.length === 0 || !pairLists.test(key)) return null
  const pairs: Record<string, unknown> = Object.create(null)
  for (const item of list) {
    if (typeof item !== 'object' || item === null) return null
    // The text for people takes precedence over the internal value.
    const value = 'text' in item ? item.text : 'value' in item ? item.value : undefined
    if (value === undefined) return null
    const name = pairNames.map((each) => Reflect.get(item, each)).find((each) => typeof each === 'string' && each !== '')
    if (typeof name !== 'string') return null
    if (!(name in pairs)) pairs[name] = value
  }
  return pairs
}

const typeKey = /(?:^|_|[a-z])(?:type|doctype|kind|role|rel)(?:_id)?$/i
const ways = new Set(['email', 'phone', 'mobile', 'website'])
const means = ['value', 'VALUE', 'contact', 'content', 'address', 'number']

/**
 * Contact methods from a list of all kinds: `[{ type: "email", value: "ann@example.test" }, { type: "phone", ... }]`; null for any other
 * list.
 */
export function contactMethodsOf(list: readonly unknown[]): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  const ranked = list.filter(isRecord).toSorted((one, other) => rank(other) - rank(one))
  if (ranked.length < list.length) return null
  for (const item of ranked) {
    const types = Object.entries(item).filter(([key, value]) => typeKey.test(key) && typeof value === 'string' && value.length <= 30)
    const [way] = types.flatMap(([, value]) => readHeader(String(value)).words.filter((word) => ways.has(word)))
    const text = means.map((key) => Reflect.get(item, key)).find((value) => typeof value === 'string' && value !== '')
    if (types.length === 0) return null
    if (way !== undefined && typeof text === 'string' && !found.has(way)) found.set(way, text)
  }
  return found.size > 0 ? found : null
}

const parties = new Set(['customer', 'company', 'account'])

/**
 * The kind of party to which an item of a list of references points (`{ link_doctype: "Customer", link_name: "Adaptas" }`), as written.
 */
export function partyOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null
  for (const [key, value] of Object.entries(item)) {
    if (typeof value !== 'string' || value.length > 30 || !typeKey.test(key)) continue
    const { words } = readHeader(value)
    if (words.length === 1 && parties.has(words[0] ?? '')) return value
  }
  return null
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

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

const preferred = /\b(?:default|primary|main|principal|billing|invoice|business|work|head|hauptadresse)\b/i
const avoided = /\b(?:fax|telefax|shipping|delivery|ship|previous|old|other)\b/i

/** The item that stands for a list of addresses, phones or mails: the default or fullest one, never a fax or a delivery address. */
export function preferredItem(items: readonly unknown[]): unknown {
  let best: unknown
  // A fax or a delivery address never stands for the list, even when there is nothing else.
  let bestScore = -10
  for (const item of items.slice(0, 50)) {
    const score = rank(item)
    if (score > bestScore) {
      best = item
      bestScore = score
    }
  }
  return best
}

function rank(item: unknown): number {
  // The lines of an address may begin with a salutation.
  if (typeof item !== 'object' || item === null) return item === null || item === '' ? -1 : salutation.test(String(item)) ? 0 : 1
  let score = 0
  for (const [key, value] of Object.entries(item)) {
    if (value === null || value === '' || value === undefined) continue
    const type = typeof value === 'string' && /type|kind|label|name|rel|use/i.test(key)
    if (type && avoided.test(value)) score -= 100
    else if (type && preferred.test(value)) score += 1.5
    else if (value === true && /default|primary|main/i.test(key)) score += 20
    else if (!type) score++
  }
  return score
}

/** What all variants of a product share: with one variant its own fields, with several only a common price. */
export function sharedFields(items: readonly unknown[]): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null)
  const objects = items.filter((item): item is object => typeof item === 'object' && item !== null)
  const [first] = objects
  if (!first) return merged
  for (const [key, value] of Object.entries(first)) {
    if (objects.length === 1) merged[key] = value
    else if (readHeader(key).words.includes('price') && objects.every((item) => Reflect.get(item, key) === value)) merged[key] = value
  }
  return merged
}
