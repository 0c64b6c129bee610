import type { Row } from './codec.ts'

/** The same value for a record: dates by time, lists and objects by content. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime()
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [a, b] = [Object.entries(left), Object.entries(right)]
  return a.length === b.length && a.every(([key, value]) => equal(value, (right as Row)[key]))
}
