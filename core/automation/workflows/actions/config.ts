import { type TOptional, type TString, type TUnion, type TBoolean, type TNull, type TNumber, Type } from '@sinclair/typebox'
import { OneOf, type TEnum } from '../../../kernel/operation/schema/schema.ts'

/** A text in which merge tags are filled in. */
export function Rendered(maxLength: number, description?: string): TString {
  return Type.String({ maxLength, merge_tags: true, ...(description && { description }) })
}

/** One that must say something: without any, the step could only fail. */
export function RenderedTitle(maxLength: number): TString {
  return Type.String({ minLength: 1, maxLength, merge_tags: true })
}

/** An optional choice; the first value is the default. */
export function Choice<const V extends readonly [string, ...string[]]>(values: V, description?: string): TOptional<TEnum<V>> {
  return Type.Optional(OneOf(values, { default: values[0], ...(description && { description }) }))
}

/** The new value of a field; merge tags of a text are filled in before it is read as the type of the field. */
export const Value: TUnion<[TString, TNumber, TBoolean, TNull]> = Type.Union(
  [Type.String({ merge_tags: true }), Type.Number(), Type.Boolean(), Type.Null()],
  {
    description: 'New value; merge tags are filled in, an empty text clears the field',
  },
)

/** Days that a step waits at most. */
export const TimeoutDays = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 366, default: 30, description: 'Days after which the run goes on all the same' }),
)
