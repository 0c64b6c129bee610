import type { StepResult } from './action.ts'

// What every write changes tells nothing.
const kept = new Set(['version', 'updated_at'])
const stored = (value: unknown) => JSON.stringify(value ?? null)

/** The fields in which a record is another than it was. */
export function changedFields(before: object, after: object): string[] {
  const known = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (kept.has(name) || stored(value) === stored(known.get(name)) ? [] : [name]))
}

/** What a step says that wrote a record: which fields are others now, or that it changed nothing. */
export function changeOf(before: object, after: object): StepResult {
  const changed = changedFields(before, after)
  return changed.length === 0 ? { skipped: 'no_change' } : { done: { changed } }
}
