import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Quote } from '../quotes/entity.ts'
import { Order } from './entity.ts'

/** Whether quotes may follow from a change of an order. */
export function isFollowed(record: Row, before: Row | null): boolean {
  if (!(record.quote_id ?? before?.quote_id)) return false
  return before === null || links(record) !== links(before)
}

/** Makes quotes name their order, the oldest one that is neither deleted nor cancelled, whether the caller may see them or not. */
export async function followOrders({ whole }: Records, quote_ids: readonly (string | null)[]): Promise<void> {
  const quotes = await whole.findBy(Quote, 'id', quote_ids, { lock: true })
  const naming = await whole.findBy(
    Order,
    'quote_id',
    quotes.map(({ id }) => id),
  )
  const orders = naming.filter(({ status }) => status !== 'cancelled').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const linked = quotes.flatMap((quote) => {
    const own = orders.filter(({ quote_id }) => quote_id === quote.id)
    const order_id = (own.find(({ id }) => id === quote.order_id) ?? own[0])?.id ?? null
    return order_id === quote.order_id ? [] : [{ before: quote, changes: { order_id } }]
  })
  await whole.update(Quote, linked)
}

const links = ({ quote_id, deleted_at, status }: Row) => (deleted_at || status === 'cancelled' ? '' : String(quote_id ?? ''))
