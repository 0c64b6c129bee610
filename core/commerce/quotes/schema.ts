import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Day, Id, Nullable, OneOf, Text, Timestamp, NOT_BLANK } from '../../kernel/operation/schema/schema.ts'
import { documentFilters, documentSorts } from '../documents/filters.ts'
import { aliases, documentInput, LineInput, Lines, presentLines } from '../documents/schema.ts'
import type { View, Whole } from '../documents/service.ts'
import { type ListFilter, fromDay, is, listSchema, tagged, toDay } from '../../kernel/storage/records/filters.ts'
import { type Quote, quoteFields, quoteStates } from './entity.ts'

/** What a quote shows besides its own fields. */
export interface Linked {
  readonly public_url: string | null
}

/** A quote as lists and events show it: without lines and without the address of its page. */
export const QuoteRecord = recordSchema(quoteFields)
/** A quote as everything but lists and events shows it. */
export const FullQuote = Closed(
  {
    ...QuoteRecord.properties,
    public_token: Nullable(Type.String({ description: 'Null until it is sent' })),
    public_url: Nullable(Type.String({ description: 'Page on which the customer accepts or declines; null until it is sent' })),
    lines: Lines,
  },
  { description: 'A quote with its lines' },
)
/** Input of create: header, lines, and the aliases that all documents take. */
export const QuoteCreate = Closed({ ...createSchema(quoteFields).properties, ...documentInput })
/** Input of update, which cannot change the number. */
export const QuoteUpdate = Closed({ ...updateSchema(quoteFields).properties, ...aliases })
/** What create and update of a quote take. */
export type QuoteInput = Partial<Static<typeof QuoteCreate>>

const expiringBefore: ListFilter = {
  schema: Day('Quotes that can still be accepted, for the last time on a day before this one'),
  condition: (day, { eb, today }) =>
    eb.and([eb('valid_until', '<', day), eb('valid_until', '>=', today), eb('status', 'in', ['sent', 'viewed'])]),
}

/** The named filters of the list of quotes, which are joined by and. */
export const quoteFilters = {
  ...documentFilters,
  tag: tagged('quotes'),
  status: is('status', OneOf(quoteStates)),
  expiring_before: expiringBefore,
  valid_from: fromDay('valid_until'),
  valid_to: toDay('valid_until'),
}
/** By what the list of quotes can be sorted. */
export const quoteSorts = [...documentSorts, 'valid_until', 'sent_at'] as const
/** Query of the list of quotes. */
export const QuoteList = listSchema(quoteFilters, quoteSorts)

/** Input of `replaceQuoteLines`. */
export const QuoteLines = Closed({
  id: Id(),
  lines: Type.Array(LineInput, { maxItems: 1000, description: 'All lines of the quote; they take the place of those before' }),
})
/** Input of `sendQuote`. */
export const QuoteSending = Closed({
  id: Id(),
  valid_until: Type.Optional(Nullable(Day('Last day on which it can be accepted'))),
})
/** Input of `acceptQuote`: an acceptance that was given elsewhere, on paper for example. */
export const QuoteAcceptance = Closed({
  id: Id(),
  name: Text(255, { minLength: 1, pattern: NOT_BLANK, description: 'Who accepted', examples: ['Anna Martin'] }),
  email: Type.Optional(Nullable(Type.String({ format: 'idn-email', maxLength: 254, description: 'E-mail address of who accepted' }))),
  signed_at: Type.Optional(Timestamp('When, if not now')),
  win_deal: Type.Optional(Type.Boolean({ description: 'Also win the deal of the quote; an open one stays open when left out' })),
})
/** Input of `declineQuote`. */
export const QuoteRefusal = Closed({
  id: Id(),
  reason: Type.Optional(Nullable(Text(2000, { description: 'Why, in the words of the customer' }))),
})
/** Input of `duplicateQuote`. */
export const QuoteDuplication = Closed({
  id: Id(),
  as: Type.Optional(OneOf(['draft', 'version'], { default: 'draft', description: 'A quote of its own, or the next version of this one' })),
})
/** The public page of a quote, and how often it was viewed. */
export const QuoteLink = Closed({
  id: Type.String({ description: 'The quote' }),
  public_url: Type.String({ description: 'Page on which the customer accepts or declines' }),
  status: OneOf(quoteStates, { description: 'Its status' }),
  valid_until: Nullable(Day('Last day on which it can be accepted')),
  sent_at: Nullable(Timestamp('When it was sent')),
  view_count: Count('How often the customer has seen it'),
  first_viewed_at: Nullable(Timestamp('When the customer first saw it')),
  last_viewed_at: Nullable(Timestamp('When the customer last saw it')),
  next_quote_id: Nullable(Id('The version that took its place: the page says so')),
})

const quote = presenter(quoteFields)

/** A quote as lists and events show it: without the token of its page. */
export function presentQuote(view: View<typeof Quote.fields>, now: Date): Static<typeof QuoteRecord> {
  return { ...quote(view, now), ...presentLines(view, now) }
}

/** A quote as everything but lists and events shows it. */
export function presentWhole(view: Whole<typeof Quote.fields, Linked>, now: Date): Static<typeof FullQuote> {
  return { ...quote(view, now), ...presentLines(view, now), public_token: view.public_token, public_url: view.public_url }
}
