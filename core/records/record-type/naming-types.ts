import { OptionalKind, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { ClosedAs, OneOf } from '../../kernel/operation/schema/schema.ts'

/** The schema with these record types, by their plurals, as the values of its field `object`. */
export function namingTypes<P extends TProperties>(schema: TObject<P>, plurals: readonly string[]): TObject<P> {
  const { description } = schema
  const properties: TProperties = schema.properties
  const { object } = properties
  if (!object) return schema
  const named: TSchema = OneOf(plurals, { ...(object.description !== undefined && { description: object.description }) })
  const all = { ...properties, object: OptionalKind in object ? Type.Optional(named) : named }
  // The field is of the same type, and takes fewer words.
  return ClosedAs(all, { ...(description !== undefined && { description }) })
}
