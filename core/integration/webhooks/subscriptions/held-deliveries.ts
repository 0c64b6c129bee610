import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../kernel/storage/tables.ts'
import { WebhookDelivery } from '../entity.ts'
import { asideSize } from '../delivery/limits.ts'

type Waiting = 'pending' | 'held'

/** Holds or cancels deliveries of a webhook that wait; true if that were all of them, false if there may be more. */
export async function setAside(
  tables: Kysely<Tables>,
  webhook_id: string,
  status: 'held' | 'cancelled',
  from: Waiting = 'pending',
): Promise<boolean> {
  const { numUpdatedRows } = await some(tables, webhook_id, from).set({ status }).executeTakeFirst()
  return numUpdatedRows < asideSize
}

/** Makes deliveries due that are held for a webhook, at their place in the schedule; true if that were all of them. */
export async function letGo(tables: Kysely<Tables>, webhook_id: string, now: unknown): Promise<boolean> {
  // The longer one has been due, the sooner it is sent: only what was to wait longer is moved.
  const due_at = sql`case when due_at > ${now} then ${now} else due_at end`
  const { numUpdatedRows } = await some(tables, webhook_id, 'held').set({ status: 'pending', due_at }).executeTakeFirst()
  return numUpdatedRows < asideSize
}

function some(tables: Kysely<Tables>, webhook_id: string, status: Waiting) {
  const { table } = WebhookDelivery
  const waiting = tables
    .selectFrom(table)
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', sql.lit(status))
    .limit(asideSize)
  return tables.updateTable(table).where('id', 'in', waiting)
}
