import { readHeader } from '../languages/headers.ts'
import { isBlocked, limits } from './limits.ts'
import { losslessNumber } from './lossless.ts'

/**
 * Replaces each list of one by its element, except lines, in a record converted from XML, `{ ID: ["R-1"], Party: [{ Name: ["Birch"] }]
 * }`. Any other record is returned unchanged.
 */
export const withoutXmlLists = (record: object): object => (isOfLists(record) ? elementOf(record, 0) : record)

const attribute = /^[_$@#]/

function isOfLists(value: object): boolean {
  const elements = Object.entries(value).filter(([key]) => !attribute.test(key))
  return elements.length > 0 && elements.every(([, inner]) => Array.isArray(inner))
}

function elementOf(value: object, depth: number): object {
  const element: Record<string, unknown> = Object.create(null)
  for (const [key, inner] of Object.entries(value)) {
    if (isBlocked(key)) continue
    const items = Array.isArray(inner) ? inner.slice(0, limits.lines + 1).map((item) => itemOf(item, depth + 1)) : null
    element[key] =
      items?.length === 1 && !readHeader(key).words.some((word) => word === 'line' || word === 'detail') ? items[0] : (items ?? inner)
  }
  return element
}

function itemOf(item: unknown, depth: number): unknown {
  const nested = typeof item === 'object' && item !== null && !Array.isArray(item) && losslessNumber(item) === null
  return nested && depth < limits.depth && isOfLists(item) ? elementOf(item, depth) : item
}
