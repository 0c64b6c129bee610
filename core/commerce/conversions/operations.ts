import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { Closed, described, Id, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'
import { FullInvoice, presentInvoice } from '../invoices/schema.ts'
import { FullOrder, presentOrder } from '../orders/schema.ts'
import { FullQuote, presentWhole } from '../quotes/schema.ts'
import { QuoteConversions } from './service.ts'

/** What a quote becomes; a further method of the group of quotes. */
export const conversions = group('Quotes', {
  convert: operation({
    id: 'convertQuote',
    summary: 'Make an order or an invoice of one quote, with its lines',
    scope: 'write',
    route: 'POST /quotes/{id}/convert',
    mcp: true,
    creates: 'always',
    input: Closed({ id: Id(), to: OneOf(['order', 'invoice'], { description: 'What it becomes' }) }),
    output: Closed({
      quote: FullQuote,
      order: described(Nullable(FullOrder), 'The order that was made'),
      invoice: described(Nullable(FullInvoice), 'The invoice that was made'),
    }),
    uses: { conversions: QuoteConversions },
    async handle(input, { conversions, reply }) {
      const { now } = conversions
      const { quote, order, invoice } = await conversions.convert(input, reply)
      return afterFlush(() => ({
        quote: presentWhole(quote, now),
        order: order && presentOrder(order, now),
        invoice: invoice && presentInvoice(invoice, now),
      }))
    },
  }),
})

/** The typed methods of these operations. */
export interface QuoteConversionMethods extends Methods<typeof conversions> {}
