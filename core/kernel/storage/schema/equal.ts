import { isObject } from '../../values/is-object.ts'

/** The same value for a record: dates by time, lists and objects by content. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime()
  if (!isObject(left) || !isObject(right)) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [a, b] = [Object.entries(left), Object.entries(right)]
  return a.length === b.length && a.every(([key, value]) => equal(value, right[key]))
}
