import type { RunningJob, Step, JobHandler } from '../../../kernel/feature/job-handler.ts'
import { Records } from '../../../kernel/storage/records.ts'
import { letGo, setAside } from './held-deliveries.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { asideSize } from '../delivery/limits.ts'

/** Lets go of what is held for a webhook, in steps: due again if it is active, cancelled if it is deleted (webhooks.md D5, D6). */
export class Release implements JobHandler {
  static readonly kind = 'webhook_release'
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  async step({ record_id, done }: RunningJob): Promise<Step> {
    const { db, dialect } = this.#records
    const id = String(record_id)
    // The webhook is locked before its deliveries, as everywhere.
    const query = db.selectFrom(Webhook.table).select('active').where('id', '=', id)
    const row = await (dialect === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
    // Switched off again meanwhile: what is left goes on waiting.
    if (row && !row['active']) return { done }
    const now = this.#records.codec(WebhookDelivery).toColumn('due_at', this.#records.unit.now)
    const all = row ? await letGo(db, id, now) : await setAside(db, id, 'cancelled', 'held')
    return all ? { done } : { done: done + asideSize, next: done + asideSize }
  }
}
