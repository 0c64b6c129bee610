import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { sum } from '../documents/totals.ts'
import { Order } from '../orders/entity.ts'
import { Quote } from '../quotes/entity.ts'
import { type Billable, billedBy, creditedOf } from './billed.ts'
import { Invoice } from './entity.ts'
import { creditable } from './settlement.ts'

// What of an invoice decides how much it bills, besides whether it is issued, and of what.
const billing = ['order_id', 'quote_id', 'total_excl_tax', 'total_incl_tax', 'amount_credited', 'currency', 'deleted_at'] as const

/** Whether orders and quotes may follow from a change of an invoice: a payment alone changes nothing for them. */
export function isFollowed(record: Row, before: Row | null): boolean {
  if (!(record.order_id ?? record.quote_id ?? before?.order_id ?? before?.quote_id)) return false
  return before === null || standing(record) !== standing(before) || billing.some((name) => !isSame(record[name], before[name]))
}

/** The same for a change of an order: its invoices may have been there before it, and bill more or less of it now. */
export function followsInvoices(record: Row, before: Row | null): boolean {
  if (before === null) return (record.quote_id ?? null) !== null
  return (['quote_id', 'total_excl_tax', 'deleted_at'] as const).some((name) => !isSame(record[name], before[name]))
}

/**
 * Makes orders and quotes agree with the invoices that name them, whether the caller may see them or not. An order is `invoiced` once the
 * issued invoices bill all of it, less what was credited, and goes back to the state before when they no longer do; a state that somebody set
 * stays, and so does that of an order with `source_totals`. A quote names the oldest invoice that stands, and an invoice of a quote its order.
 */
export async function followInvoices({ whole }: Records, changed: readonly Billable[]): Promise<void> {
  const order_ids = new Set(changed.flatMap(({ order_id }) => order_id ?? []))
  const named = await whole.columnsOf(Order, ['quote_id'], order_ids)
  const quote_ids = [...named, ...changed].flatMap(({ quote_id }) => quote_id ?? [])
  const quotes = await whole.findBy(Quote, 'id', quote_ids, { lock: true })
  const orders = await whole.findBy(Order, 'id', [...order_ids, ...quotes.map(({ order_id }) => order_id)], { lock: true })
  const ofOrders = await whole.findBy(
    Invoice,
    'order_id',
    orders.map(({ id }) => id),
  )
  const ofQuotes = await whole.findBy(
    Invoice,
    'quote_id',
    quotes.map(({ id }) => id),
  )
  const all = [...new Map([...ofOrders, ...ofQuotes].map((each) => [each.id, each])).values()]
  const invoices = all.filter(({ status }) => status !== 'void').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const credited = await creditedOf(whole, invoices)

  const moved = orders.flatMap((order) => {
    const changes = stateBehind(
      order,
      invoices.filter((each) => isOf(each, order) && creditable(each)),
      credited,
    )
    return changes ? [{ before: order, changes }] : []
  })
  await whole.update(Order, moved)

  const linked = quotes.flatMap((quote) => {
    const own = invoices.filter((each) => each.quote_id === quote.id || (quote.order_id !== null && each.order_id === quote.order_id))
    const invoice_id = (own.find(({ id }) => id === quote.invoice_id) ?? own[0])?.id ?? null
    return invoice_id === quote.invoice_id ? [] : [{ before: quote, changes: { invoice_id } }]
  })
  await whole.update(Quote, linked)

  const orderOf = new Map(orders.filter(({ status }) => status !== 'cancelled').map(({ quote_id, id }) => [quote_id, id]))
  const lacking = (each: Invoice) => each.quote_id !== null && each.order_id === null && !each.source_totals && orderOf.has(each.quote_id)
  const late = await whole.findBy(
    Invoice,
    'id',
    invoices.filter(lacking).map(({ id }) => id),
    { lock: true },
  )
  const completed = late.filter(lacking).map((before) => ({ before, changes: { order_id: orderOf.get(before.quote_id) ?? null } }))
  await whole.update(Invoice, completed)
}

// The state of an order behind its issued invoices; undefined where it stays.
function stateBehind(
  { status, total_excl_tax, source_totals, invoiced_from }: Order,
  issued: readonly Invoice[],
  credited: ReadonlyMap<string, number>,
): Partial<Pick<Order, 'status' | 'invoiced_from'>> | undefined {
  if (source_totals) return undefined
  const billed = issued.reduce((total, each) => sum(total, billedBy(each, credited)), 0)
  const isBilled = issued.length > 0 && total_excl_tax !== null && billed >= total_excl_tax
  if (isBilled && (status === 'confirmed' || status === 'partially_delivered' || status === 'delivered'))
    return { status: 'invoiced', invoiced_from: status }
  return !isBilled && status === 'invoiced' && invoiced_from !== null ? { status: invoiced_from, invoiced_from: null } : undefined
}

function isOf({ order_id, quote_id }: Invoice, order: Order): boolean {
  return order_id === order.id || (order_id === null && quote_id !== null && quote_id === order.quote_id)
}

// Whether it bills, shows only, or neither.
const standing = ({ status }: Row) => (status === 'draft' || status === 'void' ? status : 'issued')

// Moments are objects.
const isSame = (one: unknown, other: unknown) => String(one ?? '') === String(other ?? '')
