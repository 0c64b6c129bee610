import { Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Id } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { mergeFields } from './entity.ts'

/** A merge as the API answers it. */
export const MergeRecord = recordSchema(mergeFields)
/** Shows a merge as the API answers it. */
export const presentMerge = presenter(mergeFields)
/** Filters of the list of merges. */
export const mergeFilters = { object: is('object', mergeFields.object.schema), survivor_id: refersTo('survivor_id') }
/** Fields by which merges are sorted. */
export const mergeSorts = ['created_at'] as const
/** Query of the list of merges. */
export const MergeList = withoutChanges(listSchema(mergeFilters, mergeSorts))

/** The records that a merge takes in. */
export const mergeIds = Type.Array(Id(), {
  minItems: 1,
  maxItems: 50,
  description: 'The records that are taken in; their ids mean the survivor from then on',
})
