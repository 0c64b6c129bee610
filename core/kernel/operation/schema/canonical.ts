import type { TSchema } from '@sinclair/typebox'
import { type Places, placesOf } from './format-places.ts'

const placesIn = placesOf(['email', 'idn-email', 'uuid'])

/**
 * The value as both databases compare it: without blanks around the e-mail addresses that its schema names, and with ids
 * in small letters. What was given stays as it is.
 */
export function canonical(schema: TSchema, value: unknown): unknown {
  const places = placesIn(schema)
  return places === null ? value : canonicalAt(places, value)
}

function canonicalAt(places: NonNullable<Places<'email' | 'idn-email' | 'uuid'>>, value: unknown): unknown {
  if (typeof places === 'string') return typeof value !== 'string' ? value : places === 'uuid' ? value.toLowerCase() : value.trim()
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
