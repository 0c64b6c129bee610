import { Type } from '@sinclair/typebox'
import { Bytes } from '../../kernel/operation/bytes.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Page, visit } from '../../kernel/operation/schema/page.ts'
import { ById, Closed, Text } from '../../kernel/operation/schema/schema.ts'
import { QuoteService } from '../quotes/service.ts'
import { QuotePdfs } from './pdfs.ts'
import { PublicQuotes } from './service.ts'
import { sheetOf } from './sheet.ts'

const address = { token: Text(200, { description: 'From the address' }), ...visit }
// Forms take longer texts than are stored: the page reports or cuts them, so that they are no error of the schema.
const typed = (most: number) => Type.Optional(Text(most))
const uses = { quotes: PublicQuotes }

/** What a customer does on the public page of a quote. */
export const quotePages = [
  operation({
    id: 'showQuotePage',
    summary: 'Show the public page of a quote',
    scope: 'public',
    route: 'GET /q/{token}',
    unitOfWork: false,
    input: Closed(address),
    output: Page,
    uses,
    handle: (input, { quotes }) => quotes.show(input),
  }),
  operation({
    id: 'acceptQuotePage',
    summary: 'Accept a quote on its public page',
    scope: 'public',
    route: 'POST /q/{token}/accept',
    unitOfWork: false,
    input: Closed({ ...address, name: typed(1000), email: typed(1000) }),
    output: Page,
    uses,
    handle: (input, { quotes }) => quotes.accept(input),
  }),
  operation({
    id: 'declineQuotePage',
    summary: 'Decline a quote on its public page',
    scope: 'public',
    route: 'POST /q/{token}/decline',
    unitOfWork: false,
    input: Closed({ ...address, reason: typed(5000) }),
    output: Page,
    uses,
    handle: (input, { quotes }) => quotes.decline(input),
  }),
]

/** The quote as a file; a further method of the group of quotes. */
export const quoteFiles = group('Quotes', {
  pdf: operation({
    id: 'getQuotePdf',
    summary: 'One quote as a PDF, in the language of its customer',
    scope: 'read',
    route: 'GET /quotes/{id}/pdf',
    input: ById,
    output: Bytes('application/pdf', 'The PDF'),
    uses: { quotes: QuoteService, pdfs: QuotePdfs },
    async handle({ id }, { quotes, pdfs, reply }) {
      const quote = await quotes.get(id)
      const pdf = await pdfs.of(await sheetOf(quotes.records, quote))
      reply.file = { name: `${quote.number}.pdf`, media: 'application/pdf', bytes: pdf.length }
      return pdf
    },
  }),
})

/** The typed methods of these operations. */
export interface QuoteFileMethods extends Methods<typeof quoteFiles> {}
