import { readHeader } from '../languages/headers.ts'
import { isRecord } from './list-items.ts'
import { rank } from './preferred-item.ts'

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
