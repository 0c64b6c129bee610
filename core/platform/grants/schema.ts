import { Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { flag, listSchema, refersTo } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { grantFields } from './entity.ts'

/** A grant as the API shows it. */
export const GrantRecord = recordSchema(grantFields)
/** A stored grant as callers see it. */
export const presentGrant = presenter(grantFields)
/** Filters of the list of grants; without `ended` it shows the live ones. */
export const grantFilters = {
  user_id: refersTo('user_id'),
  ended: flag('Ended grants instead of the live ones', ({ eb }) => eb('ended_at', 'is not', null)),
}
/** Orders of the list of grants. */
export const grantSorts = ['created_at'] as const
/** Query of the list of grants. */
export const GrantList = withoutChanges(listSchema(grantFilters, grantSorts))
/** Answer of the list of grants. */
export const GrantPage = Closed({ grants: Type.Array(GrantRecord, { description: 'One page of grants' }), next_cursor: NextCursor })
