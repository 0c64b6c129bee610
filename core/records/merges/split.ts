import type { Row } from '../../kernel/storage/schema/codec.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { counters, identity } from './absorb.ts'

/**
 * What the value of a field was before a merge, with what has been done to it since: of an object by its keys, of a list by its items,
 * of a counter by what was added. Any other later value stays.
 */
export function split(name: string, now: unknown, before: unknown, after: unknown): unknown {
  if (equal(now, after)) return before
  if (counters.test(name)) return Number(now) - (Number(after) - Number(before))
  if (Array.isArray(now) && Array.isArray(before) && Array.isArray(after)) return without(now, added(before, after))
  return isObject(now) && isObject(before) && isObject(after) ? byKey(now, before, after) : now
}

function byKey(now: Row, before: Row, after: Row): Row {
  const values = Object.keys({ ...before, ...now }).map((key) => {
    const touched = !equal(before[key], after[key])
    return [key, touched && equal(now[key], after[key]) ? before[key] : now[key]] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const added = (before: readonly unknown[], after: readonly unknown[]) => without(after, before)
const without = (items: readonly unknown[], others: readonly unknown[]) =>
  items.filter((item) => !others.some((other) => equal(identity(item), identity(other))))

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
