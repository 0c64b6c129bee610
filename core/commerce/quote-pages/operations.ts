import { Type } from '@sinclair/typebox'
import { operation } from '../../kernel/operation/operation.ts'
import { Page, RawAnswer, visit } from '../../kernel/operation/schema/page.ts'
import { Closed, Text } from '../../kernel/operation/schema/schema.ts'
import { PublicQuotes } from './service.ts'

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
    id: 'downloadQuotePage',
    summary: 'The quote of a public page as a PDF',
    scope: 'public',
    route: 'GET /q/{token}/pdf',
    unitOfWork: false,
    // Each call makes it again, in a thread.
    perMinute: { address: 20, token: 10 },
    input: Closed({ token: address.token, languages: visit.languages }),
    output: RawAnswer,
    uses,
    handle: (input, { quotes }) => quotes.pdf(input),
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
