import { isBlocked } from './limits.ts'
import { isSecret } from './mask.ts'
import type { TableReading } from './reading.ts'
import type { Row } from './table.ts'
import { repair } from '../values/text.ts'

/** A copy of a record that can be stored: no blocked keys, no NUL, no broken text, no secrets. */
export function cleanRecord(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 13) return null
  if (Array.isArray(value)) return value.map((item) => cleanRecord(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (isBlocked(key)) continue
    copy[key.replaceAll('\0', '').toWellFormed()] = isSecret(key) ? '***' : cleanRecord(Reflect.get(value, key), depth + 1)
  }
  return copy
}

/** The same for what the engine says of a batch, which has texts of the source in it and keeps its shape. */
export function cleanReport<T extends readonly object[]>(report: T): T {
  // It has no keys to leave out and nothing but numbers and texts as values.
  return cleanRecord(report) as T
}

/** True when a record has a key whose value must not be kept. */
export function holdsSecret(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 13) return false
  if (Array.isArray(value)) return value.some((item) => holdsSecret(item, depth + 1))
  return Object.keys(value).some((key) => secretKey(key) || holdsSecret(Reflect.get(value, key), depth + 1))
}

const judged = new Map<string, boolean>()

function secretKey(key: string): boolean {
  const known = judged.get(key)
  if (known !== undefined) return known
  const secret = isSecret(key)
  if (judged.size > 20_000) judged.clear()
  if (key.length <= 200) judged.set(key, secret)
  return secret
}

/** Undoes UTF-8 that was read as Windows-1252, if every text of the batch with such letters comes out whole. */
export function* repairTexts({ table: { rows, suspicious } }: TableReading): Generator<void, void> {
  if (!suspicious) return
  const whole = new Map<string, string>()
  for (const { values } of everyRow(rows)) {
    yield
    for (const value of values) {
      if (typeof value !== 'string' || !/[^\0-\x7F]/.test(value) || whole.has(value)) continue
      const repaired = repair(value)
      if (repaired === null) return
      whole.set(value, repaired)
    }
  }
  for (const { values } of everyRow(rows)) {
    yield
    values.forEach((value, index) => {
      if (typeof value === 'string') values[index] = whole.get(value) ?? value
    })
  }
}

function* everyRow(rows: readonly (Row | null)[]): Generator<Row> {
  for (const row of rows) {
    if (!row) continue
    yield row
    for (const lines of row.lists?.values() ?? []) yield* lines
  }
}
