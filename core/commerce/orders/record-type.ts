import { recordType } from '../../records/record-type/record-type.ts'
import { partyRelations } from '../../crm/deals/parties.ts'
import { linesOf } from '../documents/lines-of.ts'
import { relatedCustomer } from '../documents/related.ts'
import { documentEntry } from '../documents/timeline.ts'
import { quoteOf } from '../quotes/contributions.ts'
import { Order, OrderLine } from './entity.ts'
import { orderEvents } from './events.ts'
import { FullOrder, OrderCreate, OrderList, OrderRecord, OrderUpdate, presentOrder } from './schema.ts'
import { orderSearch } from './search.ts'
import { OrderService } from './service.ts'

/** Orders, as everything that works on records knows them. */
export const orderType = recordType({
  entity: Order,
  singular: 'order',
  plural: 'orders',
  watch: orderEvents,
  // Lists show headers, everything else the whole order.
  record: OrderRecord,
  present: presentOrder,
  whole: { record: FullOrder, present: presentOrder },
  create: OrderCreate,
  update: OrderUpdate,
  list: OrderList,
  store: OrderService,
  summary: {
    create: 'Create an order with its lines, those of its quote when none are given, or complete the one of this number or external id',
    delete: 'Delete one order (softly) that is open or was imported',
  },
  concise: ['number', 'status', 'company_id', 'order_date', 'total_incl_tax', 'currency'],
  mcp: { list: true, get: true, create: true, search: true },
  search: orderSearch,
  related: relatedCustomer,
  relations: { ...partyRelations, quote: quoteOf('quote_id', 'The quote that it came from') },
  report: { date: 'issue_date' },
  lines: linesOf(OrderLine),
  export: true,
  timelineEntry: documentEntry('order'),
})
