import { Type } from '@sinclair/typebox'
import { Closed, Count, Id, NextCursor, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { Paging } from '../../kernel/storage/records/whole-list.ts'
import { picklistNames } from './lists.ts'

const Word = Text(100, { minLength: 1, description: 'As records hold it', examples: ['new_business'] })
const Name = OneOf(picklistNames, { description: 'Which list' })

/** A picklist as the API answers it. */
export const PicklistRecord = Closed({
  name: Name,
  meaning: Type.String({ description: 'What the list is for' }),
  fields: Type.Array(Type.String(), { description: 'Where records hold its values, such as deals.priority' }),
  strict: Type.Boolean({ description: 'Only values of the list are taken; else records may hold other words' }),
  initial: Nullable(Type.String({ description: 'What records get that say nothing; it stays in the list' })),
  values: Type.Array(
    Closed({
      value: Type.String({ description: 'As records hold it' }),
      label: Type.String({ description: 'What people read' }),
      position: Count('Place in the list, from 0'),
      active: Type.Boolean({ description: 'Whether pickers offer it; records may hold others still' }),
    }),
    { description: 'In their order' },
  ),
  updated_by: Nullable(Type.String({ description: 'E-mail address of the user who replaced it last; null = nobody has' })),
  updated_at: Nullable(Timestamp('When it was replaced last; null = never')),
  version: Type.Integer({ minimum: 0, description: 'Bumps on each write, 0 before the first; for `If-Match`' }),
  job_id: Type.Optional(Id('Where the progress of renaming is read, when there are more than 500 records')),
})
/** Which picklists are asked for. */
export const PicklistQuery = Closed({
  name: Type.Optional(OneOf(picklistNames, { description: 'Only this list' })),
  ...Paging.properties,
})
/** A page of picklists. */
export const Picklists = Closed({
  picklists: Type.Array(PicklistRecord, { description: 'One page of the lists of the organization' }),
  next_cursor: NextCursor,
})
/** A whole list: what is not in it is taken away. */
export const PicklistReplacement = Closed({
  name: Name,
  values: Type.Array(
    Closed({
      value: Word,
      label: Type.Optional(Text(100, { minLength: 1, description: 'What people read; the value when left out' })),
      position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description: 'Place in the list; as given when left out' })),
      active: Type.Optional(Type.Boolean({ description: 'Whether pickers offer it; true when left out' })),
    }),
    { minItems: 1, maxItems: 500, description: 'The whole list' },
  ),
  rename: Type.Optional(
    Type.Array(Closed({ from: Word, to: Word }), {
      maxItems: 500,
      description: 'Former values by what they become in all records; the new one must be in the list, so removed values are replaced, too',
    }),
  ),
})
