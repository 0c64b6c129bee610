import { choice, createOnly, json, longText, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { Filter } from '../search/grammar/condition.ts'
import { commonFields, entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** `static`: members are added; `dynamic`: they follow from a filter whenever somebody looks. */
export const listTypes = ['static', 'dynamic'] as const

/** The fields of a list; `filter` has the grammar of all conditions. */
export const listFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the list', example: 'Bakeries in Lyon' }),
  description: optional(longText('What it is for')),
  object: createOnly(text({ description: 'Of what it is a list' })),
  type: choice(listTypes, { description: 'A static list has the members that were added, a dynamic one all that its filter finds' }),
  filter: optional(json(Filter, 'Of a dynamic list: what finds its members')),
}

const schema = entity('List', 'lists', listFields, { indexes: [['created_at', 'id']] })

/** A list of contacts, companies or deals. */
export class List extends schema.class {}
schema.setClass(List)

const member = entity(
  'ListMember',
  'list_members',
  {
    ...ownFields,
    list_id: readOnly(uuid()),
    object: readOnly(text()),
    record_id: readOnly(uuid()),
    added_by: readOnly(text()),
    added_at: readOnly(timestamp()),
  },
  { uniques: [['list_id', 'record_id']], indexes: [['record_id']], ownership: { type: 'object', id: 'record_id' } },
)

/** A record that was added to a static list, once per list; one that was merged since means its survivor. Dynamic lists have no rows. */
export class ListMember extends member.class {}
member.setClass(ListMember)
