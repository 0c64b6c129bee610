import { type Static, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, NextCursor, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { type ListFilter, is, listSchema } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { comparedValue, hashOf } from './address.ts'
import { suppressionFields, suppressionKinds } from './entity.ts'

/** A suppression as the API answers it. */
export const SuppressionRecord = recordSchema(suppressionFields)
/** Shows a suppression as the API answers it. */
export const presentSuppression = presenter(suppressionFields)

// Found by its hash, so that also those of erased persons are.
const value: ListFilter = {
  schema: Text(320, { description: 'The address or `*@domain`, also where its person was erased' }),
  condition: (given, { eb }) => eb('hash', '=', hashOf(comparedValue(String(given)) ?? '')),
}

/** The named filters of the list of suppressions. */
export const suppressionFilters = { value, kind: is('kind', OneOf(suppressionKinds)), topic: is('topic', Text(100)) }
/** By what suppressions are sorted. */
export const suppressionSorts = ['created_at'] as const
/** Query of the list of suppressions. */
export const SuppressionList = withoutChanges(listSchema(suppressionFilters, suppressionSorts))

/** One page of suppressions. */
export const SuppressionPage = Closed({
  suppressions: Type.Array(SuppressionRecord, { description: 'One page, the newest first' }),
  next_cursor: NextCursor,
})

/** Input of `addSuppression`. */
export const SuppressionCreate = Closed({
  value: Text(320, {
    minLength: 3,
    description: 'Address, or `*@` and a domain for all of its addresses',
    examples: ['anna@example.com', '*@example.com'],
  }),
  kind: Type.Optional(OneOf(suppressionKinds, { default: 'manual', description: 'Why it is blocked' })),
  topic: Type.Optional(
    Nullable(
      Text(100, { minLength: 1, description: 'Only with the kind `unsubscribed`: blocks this topic only; all marketing when left out' }),
    ),
  ),
  reason: Type.Optional(Nullable(Text(1000, { description: 'In words' }))),
  source: Type.Optional(Nullable(Text(255, { description: 'Where this was said' }))),
})
export type SuppressionCreate = Static<typeof SuppressionCreate>
