import { partyRelations } from '../documents/relations.ts'
import { invoicesOf } from '../invoices/relations.ts'
import { quoteOf } from '../quotes/relations.ts'

/** What `include` shows beside an order. */
export const orderRelations = {
  ...partyRelations,
  quote: quoteOf('quote_id', 'The quote that it came from'),
  invoices: invoicesOf('order_id', 'Invoices that bill it'),
}
