import type { TSchema } from '@sinclair/typebox'
import type { Keywords } from './schema.ts'

/** Where in a value addresses and ids stand: here, in these fields, or in every item. */
type Places = 'email' | 'uuid' | { readonly fields: ReadonlyMap<string, Places> } | { readonly items: Places } | null
const known = new WeakMap<TSchema, { readonly places: Places }>()

/**
 * The value as both databases compare it: without blanks around the e-mail addresses that its schema names, and with ids
 * in small letters. What was given stays as it is.
 */
export function canonical(schema: TSchema, value: unknown): unknown {
  const found = known.get(schema) ?? { places: placesIn(schema) }
  known.set(schema, found)
  return found.places === null ? value : canonicalAt(found.places, value)
}

function placesIn({ format, anyOf, properties = {}, items }: Keywords): Places {
  if (format === 'email' || format === 'uuid') return format
  if (anyOf) return anyOf.map(placesIn).find((each) => each !== null) ?? null
  if (items) {
    const within = placesIn(items)
    return within && { items: within }
  }
  const fields = Object.entries(properties).flatMap(([name, each]) => {
    const within = placesIn(each)
    return within ? [[name, within] as const] : []
  })
  return fields.length === 0 ? null : { fields: new Map(fields) }
}

function canonicalAt(places: NonNullable<Places>, value: unknown): unknown {
  if (typeof places === 'string') return typeof value !== 'string' ? value : places === 'email' ? value.trim() : value.toLowerCase()
  if (typeof value !== 'object' || value === null) return value
  if ('items' in places) return Array.isArray(value) ? value.map((each) => places.items && canonicalAt(places.items, each)) : value
  let copy: Record<string, unknown> | undefined
  for (const [name, within] of places.fields) {
    const own: unknown = Reflect.get(value, name)
    const clean = within && own !== undefined ? canonicalAt(within, own) : own
    if (clean !== own) copy = { ...(copy ?? value), [name]: clean }
  }
  return copy ?? value
}
