import {
  choice,
  day,
  defaulted,
  hidden,
  integer,
  json,
  longText,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { headerFields, headerIndexes } from '../documents/header.ts'
import { lineEntity } from '../documents/line.ts'
import { entity } from '../../kernel/storage/schema/entity.ts'

/** States of a quote; all but `draft` and `cancelled` are reached by operations of their own or by the clock. */
export const quoteStates = ['draft', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'cancelled'] as const
/** How far a quote has come. */
export type QuoteState = (typeof quoteStates)[number]

/** Who accepted a quote; the address is known only of the public page. */
const Acceptance = Closed({
  name: Text(255, { description: 'Who accepted' }),
  email: Nullable(Text(254, { description: 'E-mail address of who accepted' })),
  ip: Nullable(Text(60, { description: 'Address of the browser; null when a user recorded it' })),
})

/** The header of a quote: that of every document, and the fields that only quotes have. Only transitions set the times. */
export const quoteFields = {
  ...headerFields,
  status: defaulted(choice(quoteStates, 'Its status'), 'draft'),
  valid_until: optional(day({ description: 'Last day on which it can be accepted' })),
  quote_version: readOnly(defaulted(integer({ description: 'From 1; every edit of a sent quote makes the next' }), 1)),
  previous_quote_id: readOnly(optional(uuid('The version before'))),
  next_quote_id: readOnly(optional(uuid('The version that took its place'))),
  sent_at: readOnly(optional(timestamp('When it was sent'))),
  first_viewed_at: readOnly(optional(timestamp('When the customer first saw it'))),
  last_viewed_at: readOnly(optional(timestamp('When the customer last saw it'))),
  view_count: readOnly(defaulted(integer({ description: 'Views of the public page, half an hour or more apart' }), 0)),
  accepted_at: readOnly(optional(timestamp('When it was accepted'))),
  accepted_by: readOnly(optional(json(Acceptance, 'Who accepted it'))),
  declined_at: readOnly(optional(timestamp('When it was declined'))),
  decline_reason: readOnly(optional(longText('Why, in the words of the customer'))),
  order_id: readOnly(optional(uuid('The order that it became'))),
  invoice_id: readOnly(optional(uuid('The invoice that it became'))),
  /** Opens the public page; shown with the single quote, never in lists and events. */
  public_token: hidden(optional(text())),
  /** Finds the token: an index of the token itself would reveal by its timing how much of a guess is right. */
  token_hash: hidden(optional(text())),
}

const quote = entity('Quote', 'quotes', quoteFields, {
  uniques: [['number']],
  global: [['token_hash']],
  indexes: [...headerIndexes, ['deal_id'], ['previous_quote_id'], ['valid_until', 'id']],
})

/**
 * A quote; each version is a record of its own, and its lines are `QuoteLine` rows. The number is unique among the live quotes of the
 * organization, the hash of the token among all quotes.
 */
export class Quote extends quote.class {}
quote.setClass(Quote)

const quoteLine = lineEntity('QuoteLine', 'quote_lines')

/** A line of a quote, kept in its place by `position`. */
export class QuoteLine extends quoteLine.class {}
quoteLine.setClass(QuoteLine)
