import { Order, OrderLine } from '../../../commerce/orders/entity.ts'
import { Quote, QuoteLine } from '../../../commerce/quotes/entity.ts'
import { completeTotals, dropKnownRate, lineOf } from './document-totals.ts'
import { documentDraft, documents, ownOf, stateGiven } from './documents.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { orderState, quoteState } from './offer-state.ts'
import type { ObjectWriter } from './object-writer.ts'

/** Quotes by external id and number; the quote of a source publishes no events of sending, because nothing was sent to anybody. */
export const quotes: ObjectWriter<typeof Quote.fields> = {
  ...documents,
  object: 'quotes',
  entity: Quote,
  own: ownOf(Quote.fields),
  lines: QuoteLine,
  draft: (reading, source) =>
    documentDraft(
      new DraftBuilder<ReadField<'quotes'>>(reading, Quote.fields, source).copy('due_date', 'valid_until'),
      (word) => quoteState(word) !== null,
    ).build(),
  line: lineOf,
  complete(quote, given, before, lines, said) {
    completeTotals(quote, given, lines, said, before)
    dropKnownRate(quote, before)
    // A source that does not know what the customer did here does not undo it.
    const settled = quote.accepted_at !== null || quote.declined_at !== null
    const word = stateGiven(quote, given, quoteState)
    if (before === null) quote.status = word ?? 'sent'
    else if (word && !settled) quote.status = word
  },
}

/** Sales orders by external id and number; the due date of an order is its expected delivery. */
export const orders: ObjectWriter<typeof Order.fields> = {
  ...documents,
  object: 'orders',
  entity: Order,
  own: ownOf(Order.fields),
  lines: OrderLine,
  draft: (reading, source) =>
    documentDraft(
      new DraftBuilder<ReadField<'orders'>>(reading, Order.fields, source).copy('due_date', 'expected_at').copy('date', 'order_date'),
      (word) => orderState(word) !== null,
    ).build(),
  line: lineOf,
  complete(order, given, before, lines, said) {
    completeTotals(order, given, lines, said, before)
    dropKnownRate(order, before)
    const word = stateGiven(order, given, orderState)
    if (word || before === null) order.status = word ?? 'confirmed'
  },
}
