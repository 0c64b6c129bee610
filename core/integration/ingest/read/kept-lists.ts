import { isBlocked, limits } from './limits.ts'
import { losslessNumber } from './lossless.ts'
import { isSecret, isSecretValue } from './mask.ts'

const most = 2_000

/** The JSON text that is kept of a list that no field takes; null for a list that is too large. */
export function listText(list: readonly unknown[]): string | null {
  if (!isSmall(list)) return null
  const text = JSON.stringify(list, replaced)
  return text.length <= limits.text ? text : null
}

/** Iterates instead of recursing and stops at the limits, so that depth and width cost no more than these. */
function isSmall(list: readonly unknown[]): boolean {
  const open: [unknown, number][] = [[list, 0]]
  for (let seen = 0; open.length > 0; seen++) {
    const [value, depth] = open.pop() ?? [null, 0]
    if (seen + open.length > most || depth > limits.depth) return false
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Object.values(value)
    if (inner.length > most) return false
    for (const each of inner) open.push([each, depth + 1])
  }
  return true
}

/** The part of a value that may be kept: no secrets, no keys that touch a prototype, numbers as they were written. */
function replaced(key: string, value: unknown): unknown {
  if (isBlocked(key)) return undefined
  if (key !== '' && isSecret(key)) return '***'
  if (isSecretValue(value)) return '***'
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'object' && value !== null ? (losslessNumber(value) ?? value) : value
}
