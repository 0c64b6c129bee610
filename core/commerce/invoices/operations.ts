import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Closed, NextCursor } from '../../kernel/operation/schema.ts'
import { including, related } from '../../records/record-type/relation.ts'
import { listedFields, standard } from '../../records/record-type/resource.ts'
import { shownPage } from '../../records/record-type/shown.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { bulkDocuments } from '../documents/bulk.ts'
import { OpenItems, openItems } from './open-items.ts'
import { invoiceRelations } from './relations.ts'
import { FullInvoice, InvoiceCreate, InvoiceList, InvoiceRecord, InvoiceUpdate, presentInvoice, UnpaidList } from './schema.ts'
import { invoiceSearch } from './search.ts'
import { InvoiceService } from './service.ts'

// What `standard` makes list, get, create, update, delete and restore of.
const invoice = {
  singular: 'invoice',
  plural: 'invoices',
  create: InvoiceCreate,
  update: InvoiceUpdate,
  list: InvoiceList,
  store: InvoiceService,
  present: presentInvoice,
  summary: {
    create: 'Create an invoice with its lines, or complete the draft or imported one of this number or external id',
    delete: 'Delete one invoice (softly) that is a draft or was imported',
  },
  concise: ['number', 'status', 'company_id', 'issue_date', 'due_date', 'total_incl_tax', 'balance_due', 'currency', 'days_overdue'],
  mcp: { list: true, get: true, create: true },
} as const

// Lists show headers, everything else the whole invoice.
const listed = filtered(related({ ...invoice, record: InvoiceRecord }, invoiceRelations), invoiceSearch)
const { list } = standard(listed)
const { list: _, ...others } = standard(related({ ...invoice, record: FullInvoice }, invoiceRelations))

/** Operations on invoices (records.md 6, operations.md 1). A sent invoice is paid or credited, and no longer changed. */
export const invoices = group('Invoices', {
  list,
  ...others,
  ...searching(listed, invoiceSearch, true),
  ...bulkDocuments({ ...invoice, service: InvoiceService }),
  unpaid: operation({
    id: 'listUnpaidInvoices',
    summary: 'Open items with days overdue and balance, the longest due first, and what each customer owes',
    scope: 'read',
    route: 'GET /invoices/unpaid',
    mcp: true,
    input: including(UnpaidList, invoiceRelations),
    output: Closed({
      invoices: Type.Array(listed.record, { description: 'One page of unpaid invoices' }),
      companies: Type.Array(OpenItems, { description: 'By customer and currency, the greatest balance first, at most 200' }),
      next_cursor: NextCursor,
    }),
    uses: { service: InvoiceService },
    async handle(query, { service }) {
      const { items, next_cursor } = await service.list({ sort: 'due_date', ...query, unpaid: true })
      const shown = await shownPage(service, items, query, {
        present: presentInvoice,
        listed: listedFields(listed),
        relations: invoiceRelations,
      })
      const invoices = shown as Static<typeof listed.record>[]
      return { invoices, companies: await openItems(service.records, query), next_cursor }
    },
  }),
})

/** The typed methods of the group. */
export interface Invoices extends Methods<typeof invoices> {}
