import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { fold } from '../../kernel/values/fold.ts'
import type { Value } from './lists.ts'
import type { PicklistReplacement } from './schema.ts'

/** The values of a list in their order; throws `invalid_input` for blank and repeated ones. */
export function ordered(given: Static<typeof PicklistReplacement>['values']): Value[] {
  const seen = new Set<string>()
  for (const [at, { value }] of given.entries()) {
    const key = fold(value).trim()
    if (key === '') throw invalid(`/values/${at}/value`, 'required', 'A value is not blank')
    if (seen.has(key)) throw invalid(`/values/${at}/value`, 'duplicate', `${value} is there twice`)
    seen.add(key)
  }
  const placed = given.map((each, at) => ({ ...each, at: each.position ?? at }))
  return placed
    .toSorted((a, b) => a.at - b.at)
    .map(({ value, label, active = true }, position) => ({ value: value.trim(), label: label?.trim() || value.trim(), position, active }))
}

/** New values by the former ones; throws `invalid_input` for renames that make no sense. */
export function renamesOf(rename: readonly { from: string; to: string }[], values: readonly Value[]): Readonly<Record<string, string>> {
  const kept = new Set(values.map(({ value }) => value))
  for (const [at, { from, to }] of rename.entries()) {
    if (!kept.has(to)) throw invalid(`/rename/${at}/to`, 'not_allowed', `${to} is not among the values`, [...kept])
    if (kept.has(from)) throw invalid(`/rename/${at}/from`, 'not_allowed', `${from} stays in the list, so it is not renamed`)
  }
  return Object.fromEntries(rename.map(({ from, to }) => [from, to]))
}
