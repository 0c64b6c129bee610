import { type Feature, plugin } from '../kernel/feature.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from './entity.ts'
import { FanOut } from './fan-out.ts'
import { DeliveryMetrics } from './metrics.ts'
import { hooks, webhooks as operations } from './operations.ts'
import { Release } from './release.ts'
import { Replay } from './replay.ts'
import { Retention } from './retention.ts'
import { DeliveryWorker } from './worker.ts'

export const webhooks: Feature = plugin({
  name: 'webhooks',
  version: '1.0.0',
  requires: { events: '^1.0.0', secrets: '^1.0.0', jobs: '^1.0.0', notifications: '^1.0.0' },
  entities: [Webhook, WebhookDelivery, WebhookAttempt],
  operations: { webhooks: operations, hooks },
  consumers: [FanOut],
  jobs: [DeliveryWorker, Retention],
  work: [Release, Replay],
  meters: [DeliveryMetrics],
})
