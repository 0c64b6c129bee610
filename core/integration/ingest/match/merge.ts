import { hash } from 'node:crypto'
import { equal } from '../../../kernel/storage/schema/equal.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import type { MatchedRecord } from './matched-record.ts'
import type { Flat, SourceSettings } from './rules.ts'

type Policy = SourceSettings['conflictPolicy']

/** What a source sent last, by path: short values as they are, long ones as a hash. */
export type Sent = Readonly<Record<string, string>>

/** What this source sent last of a record, and what other sources did. */
export interface SentBefore {
  readonly own: Sent | undefined
  readonly others: readonly Sent[]
}

const SHORT = 40

/** A short stand-in for a value that is only compared. */
export function fingerprint(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length <= SHORT ? `${typeof value === 'string' ? '"' : ''}${text}` : `#${digest(text)}`
}

/** A short hash of a text. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27)
}

/** The fingerprint of each value, by path. */
export function fingerprints(values: Flat): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([path, value]) => [path, fingerprint(value)]))
}

/**
 * Whether a source may set a value (edge cases 14 and 15): a new value, unless another source set the current one; never a value that it
 * sent before, so that a change made by hand is kept. The policy of the source may say otherwise.
 */
function mayTake(policy: Policy, path: string, before: unknown, value: unknown, { own, others }: SentBefore): boolean {
  if (policy === 'source_wins') return true
  if (policy === 'fill_empty') return isEmpty(before)
  const last = own?.[path]
  if (last === fingerprint(value)) return false
  if (isEmpty(before)) return true
  const there = fingerprint(before)
  return last === there || !others.some((each) => each[path] === there)
}

/** The record with the values that its source may set, and their paths. */
export function merged(
  record: MatchedRecord,
  values: Flat,
  said: SentBefore,
  policy: Policy,
): { record: MatchedRecord; taken: Set<string> } {
  const result = { ...record }
  const taken = new Set<string>()
  for (const [path, value] of Object.entries(values)) {
    const before = valueAt(result, path)
    if (equal(before ?? null, value) || !mayTake(policy, path, before, value, said)) continue
    put(result, path, value)
    taken.add(path)
  }
  return { record: result, taken }
}

/** Sets these values in a new record. */
export function fill(record: MatchedRecord, values: Flat): void {
  const parts = new Map<string, Record<string, unknown>>()
  for (const [path, value] of Object.entries(values)) {
    const dot = path.indexOf('.')
    if (dot < 0) {
      record[path] = value
      continue
    }
    const field = path.slice(0, dot)
    const part = parts.get(field) ?? partsOf(record[field])
    part[path.slice(dot + 1)] = value
    record[field] = part
    parts.set(field, part)
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function valueAt(record: MatchedRecord, path: string): unknown {
  const dot = path.indexOf('.')
  if (dot < 0) return record[path]
  const parts = record[path.slice(0, dot)]
  return isObject(parts) ? parts[path.slice(dot + 1)] : undefined
}

function put(record: MatchedRecord, path: string, value: unknown): void {
  const dot = path.indexOf('.')
  if (dot < 0) record[path] = value
  else record[path.slice(0, dot)] = { ...partsOf(record[path.slice(0, dot)]), [path.slice(dot + 1)]: value }
}

/** A copy of the parts of a field that is an object; empty for one that has no value yet. */
function partsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {}
}
