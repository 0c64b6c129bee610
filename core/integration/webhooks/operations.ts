import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById, Closed, Deleted, Id, Text } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { Job, presentJob } from '../../kernel/jobs/schema.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import { SecretAccessLog } from '../../kernel/secrets/secret-access-log.ts'
import { Seals } from '../../kernel/secrets/seals.ts'
import { AddressCheck } from './subscriptions/address.ts'
import { Webhook } from './entity.ts'
import { DeliveryLog } from './delivery/log.ts'
import { Replay } from './delivery/replay.ts'
import {
  DeliveryLogList,
  DeliveryResult,
  ReplayRequest,
  SecretRotation,
  WebhookCreate,
  WebhookDetail,
  WebhookList,
  WebhookQuery,
  WebhookRecord,
  WebhookUpdate,
} from './schema.ts'
import { WebhookService } from './subscriptions/service.ts'
import { ManualDeliveries } from './delivery/manual-deliveries.ts'

/** The scope of all operations of webhooks. */
export const scope = 'webhooks'

/** The service that they use. */
export const uses = { webhooks: WebhookService }

/** For operations whose answer holds the signing secret. */
export const withSecret = { secrets: ['secret'], seals: Seals } as const

/** Webhooks and their delivery log. All operations need the scope `webhooks`; an unknown id is `not_found`. */
export const webhooks = fullVisibilityGroup('Webhooks', {
  list: operation({
    id: 'listWebhooks',
    summary: 'List the webhooks of the organization, newest first',
    scope,
    route: 'GET /webhooks',
    mcp: true,
    input: WebhookQuery,
    output: WebhookList,
    uses: { ...uses, secretLog: SecretAccessLog },
    async handle(query, { webhooks, secretLog }) {
      const { items, next_cursor } = await webhooks.list(query)
      const page = { webhooks: withFields(items, query, WebhookRecord), next_cursor }
      await secretLog.note(
        Webhook,
        items.map(({ id }) => id),
      )
      return page
    },
  }),
  create: operation({
    id: 'createWebhook',
    summary: 'Subscribe an https address to event types; the answer carries the signing secret, which the caller must store',
    scope,
    route: 'POST /webhooks',
    creates: 'always',
    mcp: true,
    check: AddressCheck,
    ...withSecret,
    input: WebhookCreate,
    output: WebhookRecord,
    uses,
    handle: (input, { webhooks }) => webhooks.create(input, 'api'),
  }),
  get: operation({
    id: 'getWebhook',
    summary: 'Read one webhook with its success rate of the last 24 hours',
    scope,
    route: 'GET /webhooks/{id}',
    input: ById,
    output: WebhookDetail,
    uses: { ...uses, log: DeliveryLog, secretLog: SecretAccessLog },
    async handle({ id }, { webhooks, log, secretLog }) {
      const webhook = await webhooks.get(id)
      await secretLog.note(Webhook, [webhook.id])
      const { disabled_at, disabled_reason } = webhook
      const disabled = { disabled_at: disabled_at?.toISOString() ?? null, disabled_reason }
      return { ...(await webhooks.show(webhook)), ...(await log.statistics(webhook)), ...disabled }
    },
  }),
  update: operation({
    id: 'updateWebhook',
    summary: 'Change a webhook; when it is activated again, its failure counter is reset and held deliveries are sent',
    scope,
    route: 'PATCH /webhooks/{id}',
    check: AddressCheck,
    ...withSecret,
    input: WebhookUpdate,
    output: WebhookRecord,
    uses,
    handle: (input, { webhooks }) => webhooks.update(input),
  }),
  delete: operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook with its log and cancel its waiting deliveries',
    scope,
    route: 'DELETE /webhooks/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { webhooks }) {
      await webhooks.remove(id)
      return { deleted: true as const }
    },
  }),
  test: operation({
    id: 'testWebhook',
    summary: 'Send a sample payload marked `test: true` now and show what the endpoint answered',
    scope,
    route: 'POST /webhooks/{id}/test',
    mcp: true,
    unitOfWork: false,
    input: ById,
    output: DeliveryResult,
    uses: { deliveries: ManualDeliveries },
    handle: ({ id }, { deliveries }) => deliveries.test(id),
  }),
  rotateSecret: operation({
    id: 'rotateWebhookSecret',
    summary: 'Give a webhook a new signing secret; for 24 hours the old one signs too, in the header webhook-signature',
    scope,
    route: 'POST /webhooks/{id}/rotate-secret',
    ...withSecret,
    input: SecretRotation,
    output: WebhookRecord,
    uses,
    handle: ({ id, secret }, { webhooks }) => webhooks.rotate(id, secret),
  }),
  replay: operation({
    id: 'replayWebhookEvents',
    summary: 'Send a webhook every event that it subscribes to again, since an event or a time, for instance after an outage',
    scope,
    route: 'POST /webhooks/{id}/replay',
    input: ReplayRequest,
    output: Job,
    uses: { replay: Replay, jobs: Jobs },
    handle: async (input, { replay, jobs }) => presentJob(await replay.start(input), jobs.now),
  }),
  deliveries: operation({
    id: 'listWebhookDeliveries',
    summary: 'Read the delivery log of a webhook: its last 50 attempts, newest first',
    scope,
    route: 'GET /webhooks/{id}/deliveries',
    mcp: true,
    input: ById,
    output: DeliveryLogList,
    uses: { ...uses, log: DeliveryLog },
    async handle({ id }, { webhooks, log }) {
      await webhooks.get(id)
      return { deliveries: await log.latest(id) }
    },
  }),
  redeliver: operation({
    id: 'redeliverWebhook',
    summary: 'Send a logged delivery again now: same payload, same delivery id, next attempt number',
    scope,
    route: 'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver',
    mcp: true,
    unitOfWork: false,
    input: Closed({ id: Id(), deliveryId: Text(100, { description: 'Id of an entry of the delivery log' }) }),
    output: DeliveryResult,
    uses: { deliveries: ManualDeliveries },
    handle: ({ id, deliveryId }, { deliveries }) => deliveries.redeliver(id, deliveryId),
  }),
})

/** `api.webhooks` in process. */
export interface Webhooks extends Methods<typeof webhooks> {}
