import { Type } from '@sinclair/typebox'
import { fullVisibilityGroup, type Methods, operation } from '../../kernel/operation/operation.ts'
import { RawAnswer, sentRequest } from '../../kernel/operation/schema/page.ts'
import { ById, Closed, Deleted, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import { withFields } from '../../records/record-type/shown.ts'
import type { InboundWebhook } from './entity.ts'
import { PublicInbound } from './public.ts'
import {
  InboundCreate,
  InboundList,
  InboundRecord,
  InboundUpdate,
  presentRequest,
  RequestById,
  RequestList,
  RequestRecord,
} from './schema.ts'
import { InboundWebhookService } from './service.ts'
import { InboundWorker } from './worker.ts'

const uses = { webhooks: InboundWebhookService }

/** Addresses at which other systems tell something, and what they told. */
export const inboundWebhooks = fullVisibilityGroup('Inbound webhooks', {
  list: operation({
    id: 'listInboundWebhooks',
    summary: 'List the addresses at which other systems tell something, with what is counted of their requests',
    scope: 'read',
    route: 'GET /inbound-webhooks',
    readsMany: true,
    input: InboundList,
    output: pageOf('inbound_webhooks', InboundRecord),
    uses,
    async handle(query, { webhooks }) {
      const { items, next_cursor } = await webhooks.list(query)
      return { inbound_webhooks: withFields(await webhooks.shown(items), query, InboundRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createInboundWebhook',
    summary: 'Create an address at which another system tells something: how it signs, and what is made of it',
    scope: 'write',
    creates: true,
    route: 'POST /inbound-webhooks',
    input: InboundCreate,
    output: InboundRecord,
    uses,
    handle: async (input, { webhooks, reply }) => await one(webhooks, await webhooks.create(input, reply)),
  }),
  update: operation({
    id: 'updateInboundWebhook',
    summary: 'Change mapping and signature, rotate the secret, or switch it off',
    scope: 'write',
    route: 'PATCH /inbound-webhooks/{id}',
    input: InboundUpdate,
    output: InboundRecord,
    uses,
    handle: async ({ id, ...changes }, { webhooks, reply }) => await one(webhooks, await webhooks.update(id, changes, reply)),
  }),
  delete: operation({
    id: 'deleteInboundWebhook',
    summary: 'Delete the address; what it received is kept for 30 days',
    scope: 'delete',
    route: 'DELETE /inbound-webhooks/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { webhooks, reply }) {
      await webhooks.remove(id, reply)
      return { deleted: true as const }
    },
  }),
  listRequests: operation({
    id: 'listInboundRequests',
    summary: 'List what was received in the last 30 days, without secrets: what was made of it, or why it failed',
    scope: 'read',
    route: 'GET /inbound-webhooks/{id}/requests',
    input: RequestList,
    output: Closed({ requests: Type.Array(RequestRecord, { description: 'One page, the newest first' }), next_cursor: NextCursor }),
    uses,
    async handle(query, { webhooks }) {
      const { items, next_cursor } = await webhooks.requests(query)
      const shown = items.map((each) => presentRequest(each, webhooks.now))
      return { requests: withFields(shown, query, RequestRecord), next_cursor }
    },
  }),
  replay: operation({
    id: 'replayInboundRequest',
    summary: 'Work what was received once more, with the mapping as it is now; the same record is completed',
    scope: 'write',
    unitOfWork: false,
    route: 'POST /inbound-webhooks/{id}/requests/{requestId}/replay',
    input: RequestById,
    output: RequestRecord,
    uses: { units: Units, worker: InboundWorker },
    async handle({ id, requestId }, { units, worker, actor }) {
      const find = () => units.read(actor, (resolve) => resolve(InboundWebhookService).request(id, requestId))
      const { user_from: organization, inbound_webhook_id: webhook } = await find()
      await worker.work({ id: requestId, organization, webhook }, actor.asked)
      const request = await find()
      return presentRequest(request, request.created_at)
    },
  }),
})

async function one(webhooks: InboundWebhookService, webhook: InboundWebhook) {
  const [shown] = await webhooks.shown([webhook])
  if (!shown) throw new Error('One webhook is shown as one')
  return shown
}

// Any text in the address is looked up, so that every wrong one is answered alike.
const token = Type.String({ maxLength: 20_000, description: 'From the address' })
const { headers, body, query } = sentRequest
const foreign = ['token', 'headers', 'body', 'query']
const shared = { scope: 'public', unitOfWork: false, foreign, perMinute: { address: 6_000, token: 6_000 }, output: RawAnswer } as const
const inbound = { inbound: PublicInbound }

/** What other systems do at their address. */
export const inboundPages = [
  operation({
    ...shared,
    id: 'receiveInbound',
    summary: 'Take what another system tells',
    route: 'POST /in/{token}',
    input: Closed({ token, headers, body }),
    uses: inbound,
    handle: (input, { inbound }) => inbound.receive(input),
  }),
  operation({
    ...shared,
    id: 'putInbound',
    summary: 'Take what another system tells, by PUT',
    route: 'PUT /in/{token}',
    input: Closed({ token, headers, body }),
    uses: inbound,
    handle: (input, { inbound }) => inbound.receive(input),
  }),
  operation({
    ...shared,
    id: 'challengeInbound',
    summary: 'Answer a verification challenge',
    route: 'GET /in/{token}',
    input: Closed({ token, query }),
    uses: inbound,
    handle: (input, { inbound }) => inbound.challenge(input),
  }),
]

/** The typed methods of these operations. */
export interface InboundWebhookMethods extends Methods<typeof inboundWebhooks> {}
