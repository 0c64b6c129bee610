import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Purgeable } from '../record-type/resource.ts'
import {
  Closed,
  Count,
  Cursor,
  described,
  Id,
  IdOf,
  type IdsOf,
  NextCursor,
  Nullable,
  Text,
  Timestamp,
} from '../../kernel/operation/schema/schema.ts'
import { Filter } from '../search/grammar/condition.ts'
import { is, listSchema } from '../../kernel/storage/records/filters.ts'
import { listFields } from './entity.ts'

// 5,000, as in every set that is sent.
const ids = (of: IdsOf, description: string) => Type.Array(IdOf(of), { maxItems: 5000, description })
const job = { job_id: Type.Optional(Id('Where the progress is read, when there are more than 5,000')) }

/** A list with the number of its members; `job_id` only where a change has begun a job. */
export const ListRecord = Closed({
  ...recordSchema(listFields).properties,
  members_count: Count('Live records that are in it'),
  ...job,
})
/** Input of create. */
export const ListCreate = Closed({
  ...createSchema(listFields).properties,
  type: Type.Optional(described(listFields.type.schema, '`dynamic` when a filter is given, else `static`')),
  ids: Type.Optional(ids({ by: 'object' }, 'First members of a static list')),
})
/** What can change: all but the object, because the members would be of another type. */
export const ListUpdate = updateSchema(listFields)

/** Filters of the list of lists. */
export const listFilters = { object: is('object', listFields.object.schema), type: is('type', listFields.type.schema) }
/** Fields by which lists are sorted. */
export const listSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of lists. */
export const ListQuery = listSchema(listFilters, listSorts)
/** Input of delete. */
export const ListDelete = Closed({
  ...Purgeable.properties,
  force: Type.Optional(Type.Boolean({ description: 'Delete it although something uses it' })),
})

const AnyRecord = Type.Record(Type.String(), Type.Unknown(), { description: 'The record as its own operations answer it' })
/** Which members of a list are asked for. */
export const MembersQuery = Closed({
  id: Id(),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Members on a page' })),
  cursor: Type.Optional(Cursor),
  sort: Type.Optional(Text(300, { description: 'Fields of the record with commas; `-` in front = descending' })),
})
/** A page of the members of a list. */
export const Members = Closed({
  members: Type.Array(
    Closed({
      id: Id('Id of the record'),
      joined_at: Nullable(Timestamp('When it was added; null in a dynamic list')),
      record: described(AnyRecord, 'The record, as lists show it'),
    }),
    { description: 'One page of members' },
  ),
  next_cursor: NextCursor,
})
/** Whom a list gets: these records, or all that a filter finds. */
export const MembersAdd = Closed({
  id: Id(),
  ids: Type.Optional(ids({ at: 'object' }, 'Records to add')),
  filter: Type.Optional(described(Filter, 'Records to add: all that it finds')),
  dry_run: Type.Optional(Type.Boolean({ description: 'Answer how many are meant, and add none' })),
})
/** What adding came to: `added` when it is done at once, else `job_id`. */
export const MembersAdded = Closed({
  matched: Count('How many are asked for'),
  added: Type.Optional(Count('How many were not in the list')),
  ...job,
})
/** Whom a list loses. */
export const MembersRemove = Closed({ id: Id(), ids: ids({ at: 'object' }, 'Records to take out') })
/** How many members a list has lost. */
export const MembersRemoved = Closed({ removed: Count('How many were in the list') })

/** The filter whose finds are shown before a list is made of it. */
export const ListPreview = Closed({
  object: listFields.object.schema,
  filter: described(Filter, 'What the list would hold'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Size of the sample' })),
})
/** What a filter finds just now. */
export const ListPreviewed = Closed({
  count: Count('How many it finds'),
  sample: Type.Array(AnyRecord, { description: 'The newest of them' }),
})

/** Shows a list as the API answers it, without the number of its members. */
export const presentList = presenter(listFields)
