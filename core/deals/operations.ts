import { group, type Methods } from '../kernel/operation.ts'
import { standard } from '../kernel/resource.ts'
import { DealCreate, DealList, DealRecord, DealUpdate, presentDeal } from './schema.ts'
import { DealService } from './service.ts'

export const deals = group(
  'Deals',
  standard({
    singular: 'deal',
    plural: 'deals',
    record: DealRecord,
    create: DealCreate,
    update: DealUpdate,
    list: DealList,
    store: DealService,
    present: presentDeal,
    summary: {
      create: 'Open a deal, in the default pipeline and its first stage unless others are named, or complete the one of this external id',
    },
    mcp: { list: true, get: 'default', create: 'default', update: 'default', delete: true },
  }),
)

export interface Deals extends Methods<typeof deals> {}
