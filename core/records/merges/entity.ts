import { Type } from '@sinclair/typebox'
import { hidden, json, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { Id } from '../../kernel/operation/schema/schema.ts'

/** What was before a merge, and what it made of it. */
export interface Snapshot {
  /** By field of the survivor: the value before, and the one that the merge set. */
  readonly survivor: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
  /** Rows of other records that named a merged record: where, which, and what stood there. */
  readonly repointed: readonly { readonly table: string; readonly field: string; readonly id: string; readonly from: unknown }[]
}

/** The fields of a merge; all are the engine's. */
export const mergeFields = {
  ...ownFields,
  object: readOnly(text('Plural of the record type')),
  survivor_id: readOnly(uuid('The record that lives on')),
  merged_ids: readOnly(json(Type.Array(Id(), { description: 'The records that it has taken in' }))),
  created_by: readOnly(text('E-mail address of the user who merged')),
  created_at: readOnly(timestamp('When it was done')),
  undone_by: readOnly(optional(text('E-mail address of the user who undid it'))),
  undone_at: readOnly(optional(timestamp('When it was undone'))),
  /** What undoing it needs: values before and after, what was re-pointed. */
  snapshot: hidden(json(Type.Unsafe<Snapshot>(Type.Unknown()))),
}
const schema = entity('Merge', 'merges', mergeFields, {
  indexes: [['created_at', 'id'], ['survivor_id']],
  privacy: { by: ['survivor_id'] },
})

/** One merge of records, with all that it takes to split them again. */
export class Merge extends schema.class {}
schema.setClass(Merge)
