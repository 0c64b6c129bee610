import type { TObject } from '@sinclair/typebox'
import { ActivityRecord, presentActivity } from '../../crm/activities/schema.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { ContactRecord, presentContact } from '../../crm/contacts/schema.ts'
import { DealRecord, presentDeal } from '../../crm/deals/schema.ts'
import { CreditNoteRecord, presentCreditNote } from '../../commerce/credit-notes/schema.ts'
import { InvoiceRecord, presentInvoice } from '../../commerce/invoices/schema.ts'
import { OrderRecord, presentOrder } from '../../commerce/orders/schema.ts'
import { presentPriceRule, PriceRuleRecord } from '../../commerce/price-rules/schema.ts'
import { priceRuleSearch } from '../../commerce/price-rules/search.ts'
import { presentProduct, ProductRecord } from '../../commerce/products/schema.ts'
import { presentQuote, QuoteRecord } from '../../commerce/quotes/schema.ts'
import { objects as reported, subjects } from '../../insight/reports/subjects.ts'
import type { Searchable } from '../../records/search/searchable.ts'
import { presentTask, TaskRecord } from '../../crm/tasks/schema.ts'

/** Record types of which there are exports, by plural. */
export const objects = [...reported, 'price_rules'] as const
/** A record type of which there are exports. */
export type ExportObject = (typeof objects)[number]

/** How records of one type are shown: as its list shows them. */
interface Form {
  readonly record: TObject
  present(record: never, now: Date): Record<string, unknown>
}

/** Schema and presenter of each type: those of its list. */
export const forms: Readonly<Record<ExportObject, Form>> = {
  contacts: { record: ContactRecord, present: presentContact },
  companies: { record: CompanyRecord, present: presentCompany },
  deals: { record: DealRecord, present: presentDeal },
  tasks: { record: TaskRecord, present: presentTask },
  activities: { record: ActivityRecord, present: presentActivity },
  quotes: { record: QuoteRecord, present: presentQuote },
  orders: { record: OrderRecord, present: presentOrder },
  invoices: { record: InvoiceRecord, present: presentInvoice },
  credit_notes: { record: CreditNoteRecord, present: presentCreditNote },
  products: { record: ProductRecord, present: presentProduct },
  price_rules: { record: PriceRuleRecord, present: presentPriceRule },
}

/** What a filter can name of these records. */
export const searchOf = (object: ExportObject): Searchable => (object === 'price_rules' ? priceRuleSearch : subjects[object].of)
