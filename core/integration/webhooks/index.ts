import { audited } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from './entity.ts'
import { FanOut } from './delivery/fan-out.ts'
import { DeliveryMetrics } from './delivery/metrics.ts'
import { hooks, webhooks as operations } from './operations.ts'
import { Release } from './subscriptions/release.ts'
import { Replay } from './delivery/replay.ts'
import { Retention } from './delivery/retention.ts'
import { DeliveryWorker } from './delivery/worker.ts'

/** Webhooks and REST hooks: subscriptions, signed deliveries with retries and log, replay (contract 2.1-2.3, 3, 4.4, 4.5, 6, 8.2). */
export const webhooks: Feature = plugin({
  name: 'webhooks',
  version: '1.0.0',
  requires: { events: '^1.0.0', secrets: '^1.0.0', jobs: '^1.0.0', notifications: '^1.0.0' },
  audits: [
    audited(Webhook, 'webhook', {
      only: ['url', 'events', 'description', 'source', 'active'],
      action: (changed) => (changed.has('sealed_secret') ? 'rotated' : undefined),
      // Addresses carry keys of their own in the query, and in front of the host.
      masked: (field, value) =>
        field === 'url'
          ? String(value)
              .replace(/[?#].*$/s, '?…')
              .replace(/\/\/[^/@]*@/, '//…@')
          : value,
    }),
  ],
  entities: [Webhook, WebhookDelivery, WebhookAttempt],
  operations: { webhooks: operations, hooks },
  consumers: [FanOut],
  loops: [DeliveryWorker, Retention],
  jobTypes: [Release, Replay],
  meters: [DeliveryMetrics],
})
