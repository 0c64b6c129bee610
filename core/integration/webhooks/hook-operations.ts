import { Type } from '@sinclair/typebox'
import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById, Closed, Deleted, Text } from '../../kernel/operation/schema/schema.ts'
import { AddressCheck } from './subscriptions/address.ts'
import { Samples } from './subscriptions/samples.ts'
import { HookCreate, HookRecord, HookSample } from './schema.ts'
import { scope, uses, withSecret } from './operations.ts'

/** Subscriptions of automation platforms: webhooks with the source `rest_hook`, under the names that these platforms use. */
export const hooks = fullVisibilityGroup('REST hooks', {
  create: operation({
    id: 'createHook',
    summary: 'Subscribe the address of an automation platform to one or several event types',
    scope,
    route: 'POST /hooks',
    creates: 'always',
    check: AddressCheck,
    ...withSecret,
    input: HookCreate,
    output: HookRecord,
    uses,
    async handle({ event, events = [], description, ...address }, { webhooks }) {
      const wanted = event === undefined ? events : [event, ...events]
      const subscription = { ...address, ...(wanted.length > 0 && { events: wanted }), ...(description !== undefined && { description }) }
      const { id, secret, events: subscribed } = await webhooks.create(subscription, 'rest_hook')
      return { id, secret, events: subscribed }
    },
  }),
  delete: operation({
    id: 'deleteHook',
    summary: 'End the subscription of an automation platform',
    scope,
    route: 'DELETE /hooks/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { webhooks }) {
      await webhooks.remove(id, 'rest_hook')
      return { deleted: true as const }
    },
  }),
  sample: operation({
    id: 'getHookSample',
    summary: 'Show one example delivery of an event type, built from the latest matching record',
    scope,
    route: 'GET /hooks/sample',
    input: Closed({ event: Type.Optional(Text(100, { description: 'Event type; default contact.created' })) }),
    output: Type.Array(HookSample),
    uses: { samples: Samples },
    handle: async ({ event = 'contact.created' }, { samples }) => [await samples.forHook(event)],
  }),
})

/** `api.hooks` in process. */
export interface Hooks extends Methods<typeof hooks> {}
