import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from './entity.ts'
import { FanOut } from './delivery/fan-out.ts'
import { deactivateAt } from './delivery/deactivation.ts'
import { shownDeliveries } from './delivery/log.ts'
import { DeliveryMetrics } from './delivery/metrics.ts'
import { webhookNotices } from './delivery/notices.ts'
import { hooks } from './hook-operations.ts'
import { webhooks as operations } from './operations.ts'
import { ReleaseHeldDeliveries } from './subscriptions/release.ts'
import { Replay } from './delivery/replay.ts'
import { DeliveryRetention } from './delivery/retention.ts'
import { maxAttempts, retryDelays } from './delivery/retry.ts'
import { DeliveryWorker } from './delivery/worker.ts'

/** Webhooks and REST hooks: subscriptions, signed deliveries with retries and log, replay. */
export const webhooks: Feature = plugin({
  name: 'webhooks',
  version: '1.0.0',
  requires: { events: '^1.0.0', secrets: '^1.0.0', jobs: '^1.0.0', notifications: '^1.0.0' },
  audits: [
    audited(Webhook, 'webhook', {
      only: ['url', 'events', 'description', 'source', 'active'],
      action: (changed) => (changed.has('sealed_secret') ? 'rotated' : undefined),
      // Addresses may carry secrets of the receiver, in the query and before the host.
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
  notices: webhookNotices,
  consumers: [FanOut],
  loops: [DeliveryWorker, DeliveryRetention],
  jobTypes: [ReleaseHeldDeliveries, Replay],
  meters: [DeliveryMetrics],
  limits: {
    webhook_attempts: maxAttempts,
    webhook_retry_delays_seconds: retryDelays,
    webhook_deactivation_failures: deactivateAt,
    webhook_deliveries_shown: shownDeliveries,
  },
})
