import { recordType } from '../../records/record-type/record-type.ts'
import { partyRelations } from '../../crm/deals/parties.ts'
import { linesOf } from '../documents/lines-of.ts'
import { relatedCustomer } from '../documents/related.ts'
import { documentEntry } from '../documents/timeline.ts'
import { Quote, QuoteLine } from './entity.ts'
import { quoteEvents } from './events.ts'
import { FullQuote, presentQuote, presentWhole, QuoteCreate, QuoteList, QuoteRecord, QuoteUpdate } from './schema.ts'
import { quoteSearch } from './search.ts'
import { QuoteService } from './service.ts'

/** Quotes, as everything that works on records knows them. */
export const quoteType = recordType({
  entity: Quote,
  singular: 'quote',
  plural: 'quotes',
  watch: quoteEvents,
  // Lists show headers, and nobody the token of a public page; everything else shows the whole quote.
  record: QuoteRecord,
  present: presentQuote,
  whole: { record: FullQuote, present: presentWhole },
  create: QuoteCreate,
  update: QuoteUpdate,
  list: QuoteList,
  store: QuoteService,
  summary: {
    create:
      'Create a quote with its lines, priced by the price rules, or complete the draft or imported one of this number or external id; one of a deal takes its customer, owner, currency and lines unless they are given',
    delete: 'Delete one quote (softly) that is a draft or was imported',
  },
  concise: ['number', 'title', 'status', 'company_id', 'deal_id', 'valid_until', 'total_incl_tax', 'currency'],
  mcp: { list: true, get: true, create: true, update: true, search: true },
  search: quoteSearch,
  related: relatedCustomer,
  relations: partyRelations,
  report: { date: 'issue_date' },
  lines: linesOf(QuoteLine),
  export: true,
  timelineEntry: documentEntry('quote'),
})
