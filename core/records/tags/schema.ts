import { Type } from '@sinclair/typebox'
import {
  Closed,
  Count,
  Cursor,
  described,
  FieldNames,
  Id,
  IdOf,
  NextCursor,
  Nullable,
  Text,
  Texts,
  Timestamp,
} from '../../kernel/operation/schema/schema.ts'
import { dryRun } from '../bulk/selection.ts'
import { Filter } from '../search/grammar/condition.ts'
import { tagFields } from './entity.ts'

const { name, color } = tagFields
const job = { job_id: Type.Optional(Id('Where the progress is read, when there are more than 500 records')) }
const ObjectName = Text(60, {
  minLength: 1,
  description: 'Record type with tags, plural or singular: contacts, companies, deals, ...',
  examples: ['contacts'],
})

/** A tag with the number of live records that have it. */
export const TagRecord = Closed({
  id: Id('Id of the tag'),
  name: Type.String({ description: 'As records show it' }),
  color: Nullable(Type.String({ description: 'For people, such as #d32f2f' })),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'Live records that have it, by object' }),
  total: Count('Live records that have it'),
  created_at: Nullable(Timestamp('Null for a tag that only records know')),
  updated_at: Nullable(Timestamp('When its name or color was changed last')),
  version: Nullable(Type.Integer({ minimum: 0, description: 'Bumps on each write; null for a tag that only records know' })),
  ...job,
})
/** Query of the list of tags. */
export const TagList = Closed({
  object: Type.Optional(ObjectName),
  q: Type.Optional(Text(100, { minLength: 1, description: 'Part of the name' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Tags on a page' })),
  cursor: Type.Optional(Cursor),
  fields: Type.Optional(FieldNames),
})
/** A page of tags. */
export const Tags = Closed({ tags: Type.Array(TagRecord, { description: 'By name' }), next_cursor: NextCursor })
/** Input of create. */
export const TagCreate = Closed({ name: name.schema, color: Type.Optional(color.schema) })
/** What can change of a tag. */
export const TagUpdate = Closed({
  id: Id(),
  name: Type.Optional(described(name.schema, 'Its new name, in all records')),
  color: Type.Optional(color.schema),
  merge: Type.Optional(Type.Boolean({ description: 'Rename it although there is a tag of that name: the two become one' })),
  emit_events: Type.Optional(
    Type.Boolean({ description: 'Tell of each record that its tags have changed (contact.tags_changed, ...)', default: false }),
  ),
})
/** Which records, by ids or by a filter, and which tags they get and lose. */
export const TagAssignment = Closed({
  object: ObjectName,
  ids: Type.Optional(Type.Array(IdOf({ by: 'object' }), { maxItems: 5000, description: 'Records, by id' })),
  filter: Type.Optional(described(Filter, 'Records, by what they are like')),
  add_tags: Type.Optional(Texts({ description: 'Tags that they get', examples: [['vip']] })),
  remove_tags: Type.Optional(Texts({ description: 'Tags that they lose' })),
  dry_run: dryRun,
})
/** What an assignment came to: `updated` when it is done at once, else `job_id`. */
export const TagsAssigned = Closed({
  matched: Count('Records that were found'),
  updated: Type.Optional(Count('Records that had not been so already')),
  ...job,
})
