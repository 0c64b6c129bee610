import { Decimal } from 'decimal.js'
import { exponentOf } from '../../kernel/values/currency.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { todayOf } from '../../platform/access/organization.ts'
import { sum } from '../documents/totals.ts'
import type { OrderAmount } from '../orders/billing.ts'
import { Order } from '../orders/entity.ts'
import { Quote } from '../quotes/entity.ts'
import { refuseUnorderable } from '../quotes/orderable.ts'
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

/**
 * Throws `conflict` for an invoice of an order that is a draft or cancelled, of a quote that is no offer (any more), and where all invoices together would bill
 * more than the order or quote has, less what was credited. The order or quote stays locked, so that two invoices cannot bill the rest at once.
 */
export async function refuseOverbilled(records: Records, invoice: Billing): Promise<void> {
  const { whole } = records
  const { id, order_id, quote_id, source_totals, status, total_excl_tax, currency } = invoice
  if (source_totals || status === 'void') return
  const [named] = order_id ? [] : await whole.findBy(Quote, 'id', [quote_id], { lock: true })
  // What became an order is billed as that, whichever of the two an invoice names.
  const [order] = await whole.findBy(Order, 'id', [order_id ?? named?.order_id], { lock: true })
  const quote = order ? undefined : named
  const of = order ?? quote
  if (!of) return
  // A source need not tell the state of its orders: they are drafts then.
  const isNone = order && (order.status === 'cancelled' || (order.status === 'draft' && !order.source_totals))
  if (isNone) throw new CrmError('conflict', `Order ${order.number} is ${order.status} and cannot be billed`, { existing_id: order.id })
  if (quote) refuseUnorderable(quote, 'invoice', await todayOf(records))
  if (of.total_excl_tax === null || total_excl_tax === null) return
  const what = order ? `Order ${of.number}` : `Quote ${of.number}`
  if (currency !== of.currency)
    throw new CrmError('conflict', `${what} is in ${of.currency ?? 'no currency'}, and so are its invoices`, { existing_id: of.id })
  const { billed } = await billedOf(records, order ? { order_id: order.id, quote_id: order.quote_id } : { quote_id: of.id }, id)
  const rest = sum(of.total_excl_tax, -billed)
  if (total_excl_tax <= Math.max(0, rest)) return
  const message = `${what} is of ${of.total_excl_tax} ${of.currency ?? ''} net, of which ${rest} is not billed yet: an invoice of ${total_excl_tax} is more`
  throw new CrmError('conflict', message, { existing_id: of.id })
}

/** Throws `conflict` for an order that would be less than what its invoices bill, drafts with them, or in another currency than they are. */
export async function refuseBelowBilled(records: Records, order: OrderAmount, before: OrderAmount): Promise<void> {
  const { id, number, quote_id, currency, total_excl_tax } = order
  const { billed, invoices } = await billedOf(records, { order_id: id, quote_id })
  const [first] = invoices
  if (!first) return
  const existing_id = first.id
  if (currency !== before.currency)
    throw new CrmError('conflict', `Invoice ${first.number} bills order ${number}: its currency stays`, { existing_id })
  if (total_excl_tax === null || total_excl_tax >= billed) return
  const message = `Invoices bill ${billed} ${currency ?? ''} net of order ${number}: it cannot be ${total_excl_tax}`
  throw new CrmError('conflict', message, { existing_id })
}

// What all invoices of an order or quote bill together, but for one of them.
async function billedOf({ whole }: Records, { order_id, quote_id }: Billable, except?: string) {
  const naming = [...(await whole.findBy(Invoice, 'order_id', [order_id])), ...(await whole.findBy(Invoice, 'quote_id', [quote_id]))]
  const invoices = [...new Map(naming.map((each) => [each.id, each])).values()].filter(
    ({ id, status }) => id !== except && status !== 'void',
  )
  const credited = await creditedOf(whole, invoices)
  return { invoices, billed: invoices.reduce((all, each) => sum(all, billedBy(each, credited)), 0) }
}

/** An invoice as it shall be written; a new one has no id. */
export interface Billing extends Pick<Invoice, 'order_id' | 'quote_id' | 'source_totals' | 'status' | 'total_excl_tax' | 'currency'> {
  readonly id: string | undefined
}

/** How much of the total of each of these invoices was credited, by their ids: also what was paid before, and is still to be given back. */
export async function creditedOf(records: Records, invoices: readonly Invoice[]): Promise<ReadonlyMap<string, number>> {
  const credited = new Map(invoices.map(({ id, amount_credited }) => [id, amount_credited]))
  if (invoices.length === 0) return credited
  const codec = records.codec(Invoice)
  const rows = await records.db
    .selectFrom('credit_notes')
    .select(['invoice_id', 'total_incl_tax'])
    .where(anyOf('invoice_id', 'uuid', [...credited.keys()], records.dialect))
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['issued', 'applied'])
    .execute()
  const noted = new Map<string, number>()
  for (const row of rows) {
    const id = String(row.invoice_id)
    noted.set(id, sum(noted.get(id) ?? 0, codec.pick(row, ['total_incl_tax']).total_incl_tax ?? 0))
  }
  for (const [id, amount] of noted) credited.set(id, Math.max(amount, credited.get(id) ?? 0))
  return credited
}

/** What an invoice bills: net, because rates of tax may differ; what was credited can be billed again. */
export function billedBy({ id, total_excl_tax, total_incl_tax, currency }: Invoice, amounts: ReadonlyMap<string, number>): number {
  // A negative one makes no room: it may be deleted.
  if (total_excl_tax === null || total_excl_tax <= 0) return 0
  if (!total_incl_tax) return total_excl_tax
  const credited = new Decimal(amounts.get(id) ?? 0).dividedBy(total_incl_tax)
  return new Decimal(1).minus(credited).times(total_excl_tax).toDecimalPlaces(exponentOf(currency)).toNumber()
}
