import { operation } from '../../kernel/operation/operation.ts'
import { RawAnswer, sentRequest, visit } from '../../kernel/operation/schema/page.ts'
import { Closed, Text } from '../../kernel/operation/schema/schema.ts'
import { PublicHits } from './public-hits.ts'

const { method, agent, headers } = sentRequest
const input = Closed({
  token: Text(200, { description: 'From the address' }),
  ip: visit.ip,
  method,
  agent,
  headers,
})
// One proxy fetches the images of all readers of a mail service.
const perMinute = { address: 60_000, token: 60 }
const uses = { hits: PublicHits }

/** The addresses in messages by which opens and clicks are counted. */
export const engagementPages = [
  operation({
    id: 'openEmail',
    summary: 'The pixel of a message',
    scope: 'public',
    route: 'GET /t/o/{token}.gif',
    unitOfWork: false,
    perMinute,
    foreign: ['headers'],
    input,
    output: RawAnswer,
    uses,
    handle: (hit, { hits }) => hits.open(hit),
  }),
  operation({
    id: 'followLink',
    summary: 'A link of a message',
    scope: 'public',
    route: 'GET /t/c/{token}',
    unitOfWork: false,
    perMinute,
    foreign: ['headers'],
    input,
    output: RawAnswer,
    uses,
    handle: (hit, { hits }) => hits.click(hit),
  }),
]
