import { operation } from '../../kernel/operation/operation.ts'
import { Page, sentRequest, visit } from '../../kernel/operation/schema/page.ts'
import { Closed, Text } from '../../kernel/operation/schema/schema.ts'
import { PublicUnsubscribes } from './public.ts'

const token = Text(200, { description: 'From the address' })
const { headers, body } = sentRequest
// Mail services send what their readers ask for from few addresses.
const perMinute = { address: 6_000, token: 60 }
const uses = { unsubscribes: PublicUnsubscribes }

/** The page on which people unsubscribe. */
export const unsubscribePages = [
  operation({
    id: 'showUnsubscribePage',
    summary: 'Ask which messages somebody does not want any more',
    scope: 'public',
    route: 'GET /u/{token}',
    unitOfWork: false,
    perMinute,
    input: Closed({ token, languages: visit.languages }),
    output: Page,
    uses,
    handle: (request, { unsubscribes }) => unsubscribes.show(request),
  }),
  operation({
    id: 'unsubscribeOnPage',
    summary: 'Unsubscribe by a button of the page, or by a mail program (RFC 8058)',
    scope: 'public',
    route: 'POST /u/{token}',
    unitOfWork: false,
    perMinute,
    foreign: ['headers', 'body'],
    input: Closed({ token, languages: visit.languages, headers, body }),
    output: Page,
    uses,
    handle: (request, { unsubscribes }) => unsubscribes.submit(request),
  }),
]
