import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { RunningJob, Step, JobHandler } from '../../../kernel/feature/job-handler.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { cancelDeliveries, deliveryChunk, resumeDeliveries } from './held-deliveries.ts'

/** Empties a long list of held deliveries in steps: they are sent if their webhook is active, canceled if it was deleted. */
export class ReleaseHeldDeliveries implements JobHandler {
  static readonly kind = 'webhook_release'
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof ReleaseHeldDeliveries.uses>) {
    this.#records = records
  }

  /** One chunk of deliveries. */
  async step({ record_id, done }: RunningJob): Promise<Step> {
    const { db, dialect } = this.#records
    const id = String(record_id)
    // Rule 4 of integration: the webhook is locked before its deliveries.
    const query = db.selectFrom(Webhook.table).select('active').where('id', '=', id)
    const webhook = await (dialect === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
    // Deactivated again in the meantime: the rest stays held.
    if (webhook && !this.#records.codec(Webhook).fromRow(webhook).active) return { done }
    const now = this.#records.codec(WebhookDelivery).toColumn('due_at', this.#records.unit.now)
    const isEmpty = webhook ? await resumeDeliveries(db, id, now) : await cancelDeliveries(db, id, 'held')
    return isEmpty ? { done } : { done: done + deliveryChunk, next: done + deliveryChunk }
  }
}
