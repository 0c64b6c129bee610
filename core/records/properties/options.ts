import { invalid } from '../../kernel/operation/errors.ts'
import type { Property } from '../../kernel/storage/custom/property.ts'
import type { Renamed } from './values.ts'

type Options = Property['options']

/**
 * Throws `invalid_input` unless the options are what the type needs: some (`required`) or none (`not_allowed`), and each once
 * (`duplicate`).
 */
export function checkOptions({ type, options }: Property): void {
  const chosen = type === 'select' || type === 'multi_select'
  if (chosen && options.length === 0) throw invalid('/options', 'required', `A property of the type ${type} has options`)
  if (!chosen && options.length > 0) throw invalid('/options', 'not_allowed', `A property of the type ${type} has no options`)
  const seen = new Set<string>()
  for (const [at, { value }] of options.entries()) {
    const key = value.normalize('NFC').trim().toLowerCase()
    if (seen.has(key)) throw invalid(`/options/${at}/value`, 'duplicate', `${value} is there twice`)
    seen.add(key)
  }
}

/** Former values by what they become; throws `not_allowed` for one that is no option. */
export function renames({ options }: Property, given: readonly { from: string; to: string }[]): Renamed {
  for (const [at, { from }] of given.entries())
    if (!options.some(({ value }) => value === from))
      throw invalid(
        `/rename_options/${at}/from`,
        'not_allowed',
        `${from} is no option`,
        options.map(({ value }) => value),
      )
  return Object.fromEntries(given.map(({ from, to }) => [from, to]))
}

/**
 * The options behind a change, with all that they were called before: the given ones, which the new values must be among; else the old
 * ones, renamed in their places.
 */
export function optionsAfter(property: Property, renamed: Renamed, given: Options | undefined): Options {
  const to = Object.values(renamed)
  const at = given ? to.findIndex((each) => !given.some(({ value }) => value === each)) : -1
  if (at >= 0) throw invalid(`/rename_options/${at}/to`, 'not_allowed', `${to[at]} is not among the options`)
  const after = given ?? inPlace(property, renamed)
  return after.map(({ former: said, ...option }) => {
    const before = property.options.filter(({ value }) => (renamed[value] ?? value) === option.value)
    const words = [...(said ?? before.flatMap(({ former = [] }) => former)), ...before.map(({ value }) => value)]
    const former = [...new Set(words)].filter((word) => !after.some(({ value }) => value === word))
    return former.length > 0 ? { ...option, former } : option
  })
}

/** A value, or those of a list, as they are called now. */
export function renamedIn(value: unknown, renamed: Renamed): unknown {
  const one = (each: unknown) => (typeof each === 'string' && Object.hasOwn(renamed, each) ? renamed[each] : each)
  return Array.isArray(value) ? [...new Set(value.map(one))] : one(value)
}

function inPlace({ options }: Property, renamed: Renamed): Options {
  const after = new Map<string, Options[number]>()
  for (const { value, label } of options) {
    const now = renamed[value] ?? value
    // A label that says the former value would mislead.
    const kept = label !== undefined && label !== value ? { label } : {}
    if (!after.has(now) || now === value) after.set(now, { value: now, ...kept })
  }
  return [...after.values()]
}
