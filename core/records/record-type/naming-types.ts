import { OptionalKind, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Closed, OneOf } from '../../kernel/operation/schema.ts'

/** The schema with these record types, by their plurals, as the values of its field `object`. */
export function namingTypes<S extends TObject>(schema: S, plurals: readonly string[]): S {
  const { properties, description } = schema
  const object: TSchema | undefined = properties['object']
  if (!object) return schema
  const named: TSchema = OneOf(plurals, { ...(object.description !== undefined && { description: object.description }) })
  const all = { ...properties, object: OptionalKind in object ? Type.Optional(named) : named }
  // The field is of the same type, and takes fewer words.
  return Closed(all, { ...(description !== undefined && { description }) }) as unknown as S
}
