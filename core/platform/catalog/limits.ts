import { quotas } from '../access/quotas.ts'
import { MAX_RECORDS } from '../../integration/ingest/schema.ts'
import type { Settings } from '../../kernel/operation/settings.ts'
import { deactivateAt } from '../../integration/webhooks/delivery/deactivation.ts'
import { shownDeliveries } from '../../integration/webhooks/delivery/limits.ts'
import { maxAttempts, retryDelays } from '../../integration/webhooks/delivery/retry.ts'

/** Limits that integrations have to reckon with (contract section 8); `null` = none. */
export function limitsOf({ rateLimit }: Settings) {
  return {
    requests_per_minute: rateLimit,
    quotas: Object.entries(quotas).map(([plan, quota]) => ({ plan, requests: quota?.limit ?? null, period: quota?.period ?? null })),
    ingest_batch_records: MAX_RECORDS,
    webhook_attempts: maxAttempts,
    webhook_retry_delays_seconds: retryDelays,
    webhook_deactivation_failures: deactivateAt,
    webhook_deliveries_shown: shownDeliveries,
  }
}
