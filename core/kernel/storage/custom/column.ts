import { v5 } from 'uuid'
import { isObject } from '../../values/is-object.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Property } from './property.ts'

/** The column of custom properties of a record type; undefined where it has none of its own. */
export function customColumn({ fields }: EntityTable): 'custom' | 'custom_properties' | undefined {
  // Lines of documents are parts, which no definition is about.
  if (!('deleted_at' in fields)) return undefined
  return (['custom', 'custom_properties'] as const).find((each) => each in fields)
}

/** Types of which values can be unique or indexed. */
export function isIndexable(type: Property['type']): boolean {
  return type !== 'long_text' && type !== 'multi_select' && type !== 'boolean'
}

/** A value as the index keeps it: texts folded as conditions fold them, times in milliseconds. */
export function indexed(
  { type }: Pick<Property, 'type'>,
  value: unknown,
): { text_value: string | null; number_value: number | null } | null {
  if (typeof value === 'number') return { text_value: null, number_value: value }
  if (typeof value !== 'string' || !isIndexable(type) || type === 'number' || type === 'money') return null
  if (type !== 'datetime') return { text_value: value.normalize('NFC').toLowerCase().trim(), number_value: null }
  const time = new Date(value).getTime()
  return Number.isNaN(time) ? null : { text_value: null, number_value: time }
}

/** What no other live record may have: equal for values that a condition calls equal. */
export function uniqueKey(property: Pick<Property, 'type'>, value: unknown): string | null {
  const kept = indexed(property, value)
  return kept && (kept.text_value ?? String(kept.number_value))
}

/** The custom values of a row. */
export function customOf(record: Readonly<Row>, column: string): Readonly<Row> {
  const custom = record[column]
  return isObject(custom) ? custom : {}
}

/** The id of what the index keeps of one property of one record, which there is once. */
export function valueId(property: string, record: unknown): string {
  return v5(String(record), property)
}
