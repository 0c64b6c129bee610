import type { TSchema } from '@sinclair/typebox'
import type { Keywords } from './schema.ts'

/** Where in a value texts of some formats stand: here, in these fields, or in every item; null: nowhere. */
export type Places<F extends string> = F | { readonly fields: ReadonlyMap<string, Places<F>> } | { readonly items: Places<F> } | null

/** Finds the places of texts of these formats in the values of a schema, once for each schema. */
export function placesOf<F extends string>(formats: readonly F[]): (schema: TSchema) => Places<F> {
  const known = new WeakMap<TSchema, { readonly places: Places<F> }>()
  const placesIn = ({ format, anyOf, properties = {}, items }: Keywords): Places<F> => {
    const own = formats.find((each) => each === format)
    if (own !== undefined) return own
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
  return (schema) => {
    const found = known.get(schema) ?? { places: placesIn(schema) }
    known.set(schema, found)
    return found.places
  }
}
