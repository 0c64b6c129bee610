import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { WebhookDelivery } from '../entity.ts'

/** Deliveries that one statement changes or deletes; a long backlog in one statement would block all other webhooks. */
export const deliveryChunk = 1000

type Waiting = 'pending' | 'held'

/** Holds pending deliveries of a webhook, at most one chunk; true if none is left, false if there may be more. */
export async function holdDeliveries(tables: Kysely<Tables>, webhook_id: string): Promise<boolean> {
  const { numUpdatedRows } = await chunk(tables, webhook_id, 'pending').set({ status: 'held' }).executeTakeFirst()
  return numUpdatedRows < deliveryChunk
}

/** Cancels deliveries of a deleted webhook in one of the two waiting states, at most one chunk; true if none is left. */
export async function cancelDeliveries(tables: Kysely<Tables>, webhook_id: string, from: Waiting): Promise<boolean> {
  const { numUpdatedRows } = await chunk(tables, webhook_id, from).set({ status: 'cancelled' }).executeTakeFirst()
  return numUpdatedRows < deliveryChunk
}

/** Makes held deliveries of a webhook pending again, at most one chunk; `now` is a column value. True if none is left. */
export async function resumeDeliveries(tables: Kysely<Tables>, webhook_id: string, now: unknown): Promise<boolean> {
  // A delivery that was due earlier stays ahead of the others; one that was due later is due now.
  const due_at = sql`case when due_at > ${now} then ${now} else due_at end`
  const { numUpdatedRows } = await chunk(tables, webhook_id, 'held').set({ status: 'pending', due_at }).executeTakeFirst()
  return numUpdatedRows < deliveryChunk
}

// Written directly: deliveries are no watched records, and a chunk is one statement however many rows it changes.
function chunk(tables: Kysely<Tables>, webhook_id: string, status: Waiting) {
  const { table } = WebhookDelivery
  const waiting = tables
    .selectFrom(table)
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', sql.lit(status))
    .limit(deliveryChunk)
  return tables.updateTable(table).where('id', 'in', waiting)
}
