import { Hook } from '../../kernel/operation/hook.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Order } from './entity.ts'

/** Throws `conflict` for an order that would be less than what bills it, or in another currency; the order is locked. */
export type OrderRule = (records: Records, order: OrderAmount, before: OrderAmount) => Promise<void>

/** An order as it is or shall be written. */
export type OrderAmount = Pick<Order, 'id' | 'number' | 'quote_id' | 'currency' | 'total_excl_tax'>

/** Where what bills orders judges changes of them. */
export const orderRules = new Hook<OrderRule>('rules of changed orders')
