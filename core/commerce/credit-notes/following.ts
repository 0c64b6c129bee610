import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Invoice } from '../invoices/entity.ts'
import { followInvoices } from '../invoices/following.ts'

/** Whether orders may follow from a change of a credit note. */
export function isFollowed(record: Row, before: Row | null): boolean {
  return credits(record) !== credits(before ?? {})
}

/** Makes orders and quotes agree with what was credited of the invoices that bill them. */
export async function followCredits({ whole }: Records, invoice_ids: readonly (string | null)[]): Promise<void> {
  const ids = invoice_ids.filter((id) => id !== null)
  const billed = await whole.columnsOf(Invoice, ['order_id', 'quote_id'], ids)
  await followInvoices(whole, billed)
}

// What it credits, and of which invoice.
function credits({ invoice_id = null, status, total_incl_tax, deleted_at }: Row): string {
  const counts = invoice_id !== null && !deleted_at && (status === 'issued' || status === 'applied')
  return counts ? `${String(invoice_id)} ${String(total_incl_tax)}` : ''
}
