import { watch } from '../../kernel/storage/schema/changes.ts'
import { Order } from './entity.ts'
import { presentOrder } from './schema.ts'

/** What changes of orders are told besides the general events. */
export const orderEvents = watch(Order, 'order', {
  summary: ({ id, number, status, company_id, total_incl_tax, currency, order_date, expected_at }) => ({
    id,
    number,
    status,
    company_id,
    amount: total_incl_tax,
    currency,
    order_date,
    expected_at,
  }),
  record: presentOrder,
  events: (on) => ({
    'order.status_changed': on.moved('status', 'Order status changed', { tells: ['delivered_at'], extension: true }),
  }),
})
