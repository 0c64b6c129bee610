import { CrmError } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Invoice } from './entity.ts'

/** An order and the quote that it came from, or one of both. */
export interface Billable {
  readonly order_id?: string | null | undefined
  readonly quote_id?: string | null | undefined
}

/**
 * Throws `conflict` when an invoice already bills this order or quote, or a part of it, even one that the caller may not see; a void invoice
 * bills nothing.
 */
export async function refuseBilled({ whole }: Records, { order_id, quote_id }: Billable): Promise<void> {
  const row = await whole.db
    .selectFrom(Invoice.table)
    .select(['id', 'number'])
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'void')
    .where((eb) => eb.or([...(order_id ? [eb('order_id', '=', order_id)] : []), ...(quote_id ? [eb('quote_id', '=', quote_id)] : [])]))
    .orderBy('id')
    .executeTakeFirst()
  if (!row) return
  const { id, number } = whole.codec(Invoice).fromRow(row)
  const message = `Invoice ${number} already bills it: send the lines that another invoice is to bill`
  throw new CrmError('conflict', message, { existing_id: id })
}
