import { type TArray, type TBoolean, type TObject, type TOptional, type TSchema, type TString, Type } from '@sinclair/typebox'
import { defaulted, json } from './fields.ts'
import { Closed, Nullable, Text } from './schema.ts'

/** A postal address; every part may be unknown. */
export const Address = Closed({
  street: Type.Optional(Nullable(Text(500, { description: 'Street and house number', examples: ['12 rue de la Paix'] }))),
  postal_code: Type.Optional(Nullable(Text(40, { description: 'Postal code', examples: ['75002'] }))),
  city: Type.Optional(Nullable(Text(255, { description: 'City', examples: ['Paris'] }))),
  region: Type.Optional(Nullable(Text(255, { description: 'State, province or canton' }))),
  country: Type.Optional(Nullable(Text(80, { description: 'ISO 3166-1 alpha-2; a name is accepted' }))),
})

const Scalar = Type.Union([Text(10_000), Type.Number(), Type.Boolean(), Type.Null(), Type.Array(Text(1000), { maxItems: 200 })])

/** Who did something, as events, histories and the audit log show it. */
export const Actor = Closed({
  type: Type.String({ description: 'user, api_key, workflow, sync, form, plugin or system' }),
  id: Type.String({ description: 'Id of who did it' }),
  label: Type.String({ description: 'Name of who did it' }),
})

/** Values of custom properties by name. */
export const Custom = Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Scalar, { maxProperties: 500 })

/** Custom values of a record: an update leaves those that it does not name as they are. */
export const customValues = () =>
  defaulted(json(Custom, 'Custom values by name; an update changes those that it names, null clears one'), {})

type LabelledItem<N extends string, S extends TSchema> = TObject<
  { [K in N]: S } & { label: TOptional<Nullable<TString>>; primary: TOptional<TBoolean> }
>

/** Several values of one kind with a label, of which one is primary. */
export function Labelled<const N extends string, S extends TSchema>(name: N, schema: S): TArray<LabelledItem<N, S>> {
  const item = Closed({
    [name]: schema,
    label: Type.Optional(Nullable(Text(60, { description: 'What it is for, such as work or private' }))),
    primary: Type.Optional(Type.Boolean({ description: 'The one to use first' })),
  })
  // A computed key makes an object of any names; the type names it again.
  return Type.Array(item as unknown as LabelledItem<N, S>, { maxItems: 50 })
}
