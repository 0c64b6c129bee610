import { invalid } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Unit } from '../../kernel/storage/schema/unit.ts'
import { fold } from '../../kernel/values/fold.ts'
import { Picklist } from './entity.ts'
import { definitionOf, type PicklistName, type Value } from './lists.ts'

const read = new WeakMap<Unit, Map<string, Promise<readonly Value[]>>>()

/** The values of a list in the caller's organization, in their order; read once in a unit of work. */
export function valuesOf(records: Records, name: PicklistName): Promise<readonly Value[]> {
  const known = read.get(records.unit) ?? new Map<string, Promise<readonly Value[]>>()
  read.set(records.unit, known)
  const found = known.get(name) ?? stored(records, name)
  known.set(name, found)
  return found
}

/** To be called by what replaces a list, so that the rest of the unit of work reads the new one. */
export function forgetValues(unit: Unit): void {
  read.delete(unit)
}

/** The name under which the lists are relied on and changed (`NamedLocks`). */
export const picklistsName = 'picklists'

async function stored(records: Records, name: PicklistName): Promise<readonly Value[]> {
  await records.locks.share(picklistsName)
  const [own] = await records.findBy(Picklist, 'name', [name])
  return own?.values ?? definitionOf(name).values
}

/** The value that a word means, by value or label in any case. Throws at `path` for one that a strict list has not; others stay. */
export async function picked(records: Records, name: PicklistName, word: string, path: string): Promise<string> {
  const values = await valuesOf(records, name)
  const found = meant(values, word)
  if (found !== undefined) return found
  if (!definitionOf(name).strict) return word.trim()
  const allowed = values.filter(({ active }) => active).map(({ value }) => value)
  throw invalid(path, 'not_allowed', `${word} is not in the list ${name} of the organization`, allowed)
}

/** The value that has this value or label, whatever its case, spaces and hyphens. */
export function meant(values: readonly Value[], word: string): string | undefined {
  const key = keyOf(word)
  return (values.find(({ value }) => keyOf(value) === key) ?? values.find(({ label }) => keyOf(label) === key))?.value
}

const keyOf = (text: string) =>
  fold(text)
    .trim()
    .replaceAll(/[\s-]+/g, '_')
