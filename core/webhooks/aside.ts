import { sql, type Kysely } from 'kysely'
import type { Tables } from '../storage/set-writer.ts'
import { WebhookDelivery } from './entity.ts'
import { asideSize } from './limits.ts'

type Waiting = 'pending' | 'held'

/**
 * Holds, cancels or lets go of deliveries of a webhook that wait, with the time at which they are due; true if that were all of
 * them, false if there may be more.
 */
export async function setAside(
  tables: Kysely<Tables>,
  webhook_id: string,
  status: Waiting | 'cancelled',
  from: Waiting = 'pending',
): Promise<boolean> {
  const { table } = WebhookDelivery
  const waiting = tables
    .selectFrom(table)
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', sql.lit(from))
    .limit(asideSize)
  const { numUpdatedRows } = await tables.updateTable(table).set({ status }).where('id', 'in', waiting).executeTakeFirst()
  return numUpdatedRows < asideSize
}
