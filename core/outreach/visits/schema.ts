import { type Static, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Id, NextCursor, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { before, type ListFilter, listSchema, refersTo, says, since } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { pageVisitFields } from './entity.ts'

const VisitorId = Text(100, {
  minLength: 8,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'By which the browser knows itself',
  examples: ['v-7d41c0a9'],
})

/** A page that was opened, as the browser or a server tells it. */
export const TrackedPage = Closed({
  visitor_id: VisitorId,
  id: Text(100, {
    minLength: 1,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'Of this page view: told again, it is the same',
    examples: ['p-1'],
  }),
  url: Text(8_000, { description: 'Address of the page', examples: ['https://www.lovelace.example/prices'] }),
  title: Type.Optional(Nullable(Text(2_000, { description: 'Title of the page' }))),
  referrer: Type.Optional(Nullable(Text(8_000, { description: 'From where the visitor came' }))),
  at: Type.Optional(Text(40, { description: 'When it was opened (ISO 8601); within 24 hours back and 5 minutes ahead' })),
  duration_seconds: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 86_400, description: 'How long it was open' }))),
})
/** A page that was opened. */
export type TrackedPage = Static<typeof TrackedPage>
/** Input of `trackVisits`. */
export const TrackedPages = Closed({
  visits: Type.Array(TrackedPage, {
    minItems: 1,
    maxItems: 100,
    description: 'Pages that were opened',
    examples: [[{ visitor_id: 'v-7d41c0a9', id: 'p-1', url: 'https://www.lovelace.example/prices' }]],
  }),
})
/** What became of them. */
export const TrackAnswer = Closed({
  accepted: Count('Pages that are stored, those that were stored before included'),
  dropped: Closed(
    {
      bot: Count('Opened by robots'),
      origin: Count('Of sites that the key is not bound to'),
      invalid: Count('Without an address of the web, or at a time that cannot be'),
    },
    { description: 'Pages that are not stored, by reason' },
  ),
})
/** Input of `identifyVisitor`: who it is, and for widget keys the proof of the host application. */
export const Identification = Closed({
  visitor_id: VisitorId,
  contact_id: Type.Optional(Id('The contact')),
  email: Type.Optional(Type.String({ format: 'idn-email', maxLength: 254, description: 'An address of the contact' })),
  signature: Type.Optional(
    Text(64, { description: 'HMAC-SHA-256 of contact_id or e-mail under `identity_secret`, in hex: widget-only keys must send it' }),
  ),
})
/** Input of `identifyVisitor`. */
export type Identification = Static<typeof Identification>
/** Who it is. */
export const Identified = Closed({
  visitor_id: Text(100, { description: 'Goes on as this one: another one where the browser was already somebody else' }),
  contact_id: Nullable(Id('The contact; null where there is none, and for widget-only keys, which learn nothing about contacts')),
})

/** A page visit as the API answers it. */
export const PageVisitRecord = recordSchema(pageVisitFields)
/** Shows a page visit as the API answers it. */
export const presentPageVisit = presenter(pageVisitFields)

const ofCompany: ListFilter = {
  schema: Id('Only of contacts of this company'),
  condition: (id, { eb }) => eb('contact_id', 'in', eb.selectFrom('contacts').select('id').where('company_id', '=', id)),
}
/** The named filters of the list. */
export const visitFilters = {
  contact_id: refersTo('contact_id'),
  company_id: ofCompany,
  url: says('url'),
  since: since('at'),
  before: before('at'),
}
/** By what visits are sorted. */
export const visitSorts = ['at'] as const
/** Query of the list. */
export const VisitList = withoutChanges(listSchema(visitFilters, visitSorts))
/** One page of the list. */
export const VisitPage = Closed({
  visits: Type.Array(PageVisitRecord, { description: 'Pages that were opened, the newest first' }),
  next_cursor: NextCursor,
})
