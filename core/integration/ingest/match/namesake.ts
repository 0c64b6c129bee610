import type { Entry } from './entry.ts'
import type { MatchRules } from './rules.ts'
import type { Target } from './target.ts'

/** A company that was created from an e-mail address has its domain for a name until it gets a real one. */
export function isUnnamed({ record }: Target): boolean {
  return record.name === record.domain
}

/** Both are known, and they differ. */
export function differ(one: unknown, other: unknown): boolean {
  return one !== undefined && one !== null && other !== undefined && other !== null && one !== other
}

/** True for a record into which others were merged: it may have several ids of one source, which stand for two records otherwise. */
export function hasMerged({ record }: Target): boolean {
  return (record.merged_ids ?? []).length > 0
}

interface Namesake {
  readonly target: Target
  readonly entry: Entry
  /** The record that the source has sent before by this name alone. */
  readonly named: Target | undefined
}

/**
 * An entry with a name only matches any company of that name; one with keys matches only a company of which nothing but the name is
 * known.
 */
export function isNamesake({ keys, idColumn }: MatchRules, provider: string, { target, entry, named }: Namesake): boolean {
  const { values } = entry.draft
  const keyed = entry.externalId !== undefined || (!entry.implied && keys.some(({ column }) => values[column] !== undefined))
  if (!keyed) return true
  if (entry.externalId !== undefined && target.idsAt(provider).length > 0) return false
  if (target === named) return true
  if (keys.some(({ column }) => differ(target.record[column], values[column]))) return false
  if (target.before === null) return true
  const bare = [...keys.map(({ column }) => column), ...(idColumn ? [idColumn] : [])].every((column) => !target.record[column])
  return bare && target.record.external_ids.length === 0
}
