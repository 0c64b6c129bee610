import { CrmError } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { Invoice } from './entity.ts'

/** An order and the quote that it came from, or one of both. */
export interface Billable {
  readonly order_id?: string | null | undefined
  readonly quote_id?: string | null | undefined
}

/** Throws `conflict` where an invoice bills this order or quote already, or a part of it, whoever sees it; one that is void bills nothing. */
export async function refuseBilled({ whole: { db } }: Records, { order_id, quote_id }: Billable): Promise<void> {
  const invoice = await db
    .selectFrom(Invoice.table)
    .select(['id', 'number'])
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'void')
    .where((eb) => eb.or([...(order_id ? [eb('order_id', '=', order_id)] : []), ...(quote_id ? [eb('quote_id', '=', quote_id)] : [])]))
    .orderBy('id')
    .executeTakeFirst()
  if (!invoice) return
  const message = `Invoice ${String(invoice['number'])} bills it already: give the lines that another one is to bill`
  throw new CrmError('conflict', message, { existing_id: String(invoice['id']) })
}
