import { propertiesOf } from '../../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { anySurvivors } from '../../../kernel/storage/records/references.ts'
import { limits } from './parse.ts'
import { propertyField, type PropertyKind } from './property.ts'
import type { Labels, SearchField } from './field.ts'
import type { Related, Searchable } from './searchable.ts'

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const FIELD = /"field":"(\w+)"/g
// Values, and what stands around them, of the longest filter that is parsed and of what else is said beside it.
const MOST_SAID = limits.values + 10 * (limits.comparisons + limits.groups)

/**
 * What conditions can name of a record type in this organization: its custom properties, and those of related records, have the
 * types of their definitions, stages and pipelines their names, ids of merged records mean their survivors; what else it depends on is
 * asked. Nothing is asked that is not said, because it is a query.
 */
export async function withProperties(records: Records, of: Searchable, ...said: readonly unknown[]): Promise<Searchable> {
  // What is too long is refused as soon as it is parsed, and not read through before.
  if (partsIn(said) > MOST_SAID) return of
  const words = JSON.stringify(said)
  for (const each of [of, ...Object.values(of.related).map(({ to }) => to)]) await each.prepare?.(records, words)
  const merged = await survivorsIn(records, words)
  const related: Record<string, Related> = {}
  for (const [name, each] of Object.entries(of.related)) related[name] = { ...each, to: await knownAs(records, each.to, words, merged) }
  return { ...(await knownAs(records, of, words, merged, namesUnknown(of, words))), related }
}

/** Parts of a value, itself included, counted no further than is asked. */
function partsIn(value: unknown, most = MOST_SAID): number {
  if (typeof value !== 'object' || value === null) return 1
  let number = 1
  for (const each of Object.values(value)) {
    number += partsIn(each, most - number)
    if (number > most) break
  }
  return number
}

// Whoever names a custom property like a field is told its name.
function namesUnknown(of: Searchable, words: string): boolean {
  return [...words.matchAll(FIELD)].some(([, name = '']) => !Object.hasOwn(of.fields, name))
}

async function knownAs(
  records: Records,
  of: Searchable,
  words: string,
  merged: Labels | undefined,
  needsProperties = false,
): Promise<Searchable> {
  const known = needsProperties || words.includes('custom') ? await defined(records, of) : of
  const fields: Record<string, SearchField> = {}
  for (const [name, field] of Object.entries(known.fields)) {
    if (!words.includes(name)) continue
    const labels = field.loadLabels ? await field.loadLabels(records) : field.type === 'id' ? merged : undefined
    if (labels) fields[name] = { ...field, labels }
  }
  return Object.keys(fields).length === 0 ? known : { ...known, fields: { ...known.fields, ...fields } }
}

async function survivorsIn(records: Records, words: string): Promise<Labels | undefined> {
  const survivors = await anySurvivors(records, new Set(words.match(IDS)?.map((id) => id.toLowerCase())))
  return survivors.size === 0 ? undefined : { ids: new Map([...survivors].map(([id, survivor]) => [id, [survivor]])), closed: false }
}

async function defined(records: Records, of: Searchable): Promise<Searchable> {
  return of.custom ? withDefined(of, await propertiesOf(records, of.entity.table)) : of
}

/** What conditions can name of a record type with these custom properties. */
export function withDefined(of: Searchable, properties: readonly PropertyKind[]): Searchable {
  if (!of.custom) return of
  const fields: Record<string, SearchField> = { ...of.fields }
  for (const property of properties)
    for (const column of ['custom', 'custom_properties']) fields[`${column}.${property.name}`] = propertyField(of.custom, property)
  return properties.length === 0 ? of : { ...of, fields }
}
