import { boolean, hidden, integer, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const visitor = entity(
  'Visitor',
  'visitors',
  {
    ...ownFields,
    /** By which the browser knows itself. */
    key: readOnly(text({ max: 100 })),
    contact_id: readOnly(optional(uuid())),
    created_at: readOnly(timestamp()),
  },
  {
    uniques: [['key']],
    indexes: [['contact_id', 'id']],
    ownership: { part: 'contact_id', of: 'contacts' },
    privacy: { by: ['contact_id'] },
  },
)

/** A browser that visits the web site; tied to at most one contact, once. */
export class Visitor extends visitor.class {}
visitor.setClass(Visitor)

/** Fields of a page that a visitor has opened. */
export const pageVisitFields = {
  ...ownFields,
  visit_id: readOnly(uuid('The visit that it is part of: pages with less than 30 minutes between them')),
  is_start: readOnly(boolean('It was the first page of its visit')),
  visitor: hidden(uuid()),
  contact_id: readOnly(optional(uuid('The contact, where it is known who visits'))),
  url: readOnly(text({ max: 2048, description: 'Address of the page, without fragment and query but for utm' })),
  title: readOnly(optional(text({ max: 500, description: 'Title of the page' }))),
  referrer: readOnly(optional(text({ max: 2048, description: 'From where the visitor came' }))),
  at: readOnly(timestamp('When it was opened')),
  duration_seconds: readOnly(optional(integer('How long it was open'))),
  /** Of the visitor and the id that the browser gave it: the same page is stored once. */
  key: hidden(text({ max: 250 })),
  created_at: readOnly(timestamp('When it was stored')),
}
const pageVisit = entity('PageVisit', 'page_visits', pageVisitFields, {
  uniques: [['key']],
  indexes: [
    ['at', 'id'],
    ['visitor', 'at'],
    ['contact_id', 'at', 'id'],
  ],
  ownership: { part: 'contact_id', of: 'contacts' },
  privacy: { by: ['contact_id'] },
})

/** A page of the web site that a visitor has opened. */
export class PageVisit extends pageVisit.class {}
pageVisit.setClass(PageVisit)
