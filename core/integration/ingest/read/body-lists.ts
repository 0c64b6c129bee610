import { listUse } from './lists.ts'

// How deep the lines of a nested document are looked for.
const depth = 3

/**
 * Replaces a list of one that holds head and lines of a document, `{ header: {...}, body: [{ general: {...}, lines: [...] }] }`, by its
 * element. A record with lines of its own, or with several such lists, is returned unchanged.
 */
export function withoutBodyList(record: object, left = depth): object {
  const entries = Object.entries(record)
  const bodies = entries.flatMap(([key, value]): [string, unknown][] =>
    Array.isArray(value) && value.length === 1 && holdsLines(value[0], depth) ? [[key, value[0]]] : [],
  )
  const [[key, body] = []] = bodies
  if (bodies.length === 0) return left > 0 ? withoutInnerList(record, left - 1) : record
  if (bodies.length > 1 || key === undefined) return record
  const others = entries.some(([name, value]) => isLines(name, value) || (name !== key && holdsLines(value, depth)))
  return others ? record : { ...record, [key]: body }
}

/** Does the same with the only element that holds lines. */
function withoutInnerList(record: object, left: number): object {
  const holding = Object.entries(record).filter(([key, value]) => isLines(key, value) || holdsLines(value, depth))
  const [[key, value] = []] = holding
  if (holding.length !== 1 || key === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return record
  const inner = withoutBodyList(value, left)
  return inner === value ? record : { ...record, [key]: inner }
}

function holdsLines(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null || left === 0) return false
  if (Array.isArray(value)) return value.length > 0 && value.length < 10 && value.some((item) => holdsLines(item, left))
  return Object.entries(value).some(([key, inner]) => isLines(key, inner) || holdsLines(inner, left - 1))
}

const isLines = (key: string, value: unknown): boolean => Array.isArray(value) && listUse(key, [], 'document', null) === 'lines'
