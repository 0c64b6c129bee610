import { listUse } from './lists.ts'

// How deep lines stand in a document that is itself an element of something.
const depth = 3

/**
 * A document whose heads and lines stand in a list of one, `{ header: {...}, body: [{ general: {...}, lines: [...] }] }`: that list is
 * taken for its element. A record with lines of its own comes back as it is, and so does one of several such lists.
 */
export function withoutBodyList(record: object, left = depth): object {
  const entries = Object.entries(record)
  const bodies = entries.filter(([, value]) => Array.isArray(value) && value.length === 1 && holdsLines(value[0], depth))
  const [[key, list] = []] = bodies
  if (bodies.length === 0) return left > 0 ? withoutInnerList(record, left - 1) : record
  if (bodies.length > 1 || key === undefined) return record
  const others = entries.some(([name, value]) => isLines(name, value) || (name !== key && holdsLines(value, depth)))
  return others ? record : { ...record, [key]: (list as unknown[])[0] }
}

/** The same of the only element that holds lines. */
function withoutInnerList(record: object, left: number): object {
  const holding = Object.entries(record).filter(([key, value]) => isLines(key, value) || holdsLines(value, depth))
  const [[key, value] = []] = holding
  if (holding.length !== 1 || key === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return record
  const inner = withoutBodyList(value as object, left)
  return inner === value ? record : { ...record, [key]: inner }
}

function holdsLines(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null || left === 0) return false
  if (Array.isArray(value)) return value.length > 0 && value.length < 10 && value.some((item) => holdsLines(item, left))
  return Object.entries(value).some(([key, inner]) => isLines(key, inner) || holdsLines(inner, left - 1))
}

const isLines = (key: string, value: unknown): boolean => Array.isArray(value) && listUse(key, [], 'document', null) === 'lines'
