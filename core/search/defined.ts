import { propertiesOf } from '../storage/custom/definitions.ts'
import type { Records } from '../storage/records.ts'
import { propertyField } from './property.ts'
import type { SearchField } from './field.ts'
import type { Related, Searchable } from './searchable.ts'

/**
 * What conditions can name of a record type in this organisation: its custom properties, and those of related records, have the
 * types of their definitions; what else it depends on is asked. Properties are read only where something says `custom`, because it is a query.
 */
export async function withProperties(records: Records, of: Searchable, ...said: readonly unknown[]): Promise<Searchable> {
  const words = JSON.stringify(said)
  for (const each of [of, ...Object.values(of.related).map(({ to }) => to)]) await each.asks?.(records, words)
  if (!words.includes('custom')) return of
  const related: Record<string, Related> = {}
  for (const [name, each] of Object.entries(of.related)) related[name] = { ...each, to: await defined(records, each.to) }
  return { ...(await defined(records, of)), related }
}

async function defined(records: Records, of: Searchable): Promise<Searchable> {
  if (!of.custom) return of
  const properties = await propertiesOf(records, of.entity.table)
  const fields: Record<string, SearchField> = { ...of.fields }
  for (const property of properties)
    for (const column of ['custom', 'custom_properties']) fields[`${column}.${property.name}`] = propertyField(of.custom, property)
  return properties.length === 0 ? of : { ...of, fields }
}
