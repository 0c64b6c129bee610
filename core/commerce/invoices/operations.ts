import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { including, related } from '../../records/record-type/relation.ts'
import { listedFields, standard } from '../../records/record-type/resource.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { shownPage } from '../../records/record-type/shown.ts'
import { ById, Closed, Count, Day, described, Id, NextCursor, Nullable } from '../../kernel/operation/schema.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { Paging } from '../../kernel/storage/whole-list.ts'
import { bulkDocuments } from '../documents/bulk.ts'
import { PaymentService } from './payments.ts'
import { invoiceRelations } from './relations.ts'
import {
  FullInvoice,
  InvoiceCreate,
  InvoiceList,
  InvoiceRecord,
  InvoiceUpdate,
  PaymentInput,
  presentInvoice,
  UnpaidList,
} from './schema.ts'
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

const Money = Type.Number()
// What one customer owes in one currency; amounts of several currencies are never added up here.
const OpenItems = Closed({
  company_id: Nullable(Id('The customer; null where none is named')),
  company_name: Nullable(Type.String({ description: 'Its name' })),
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  invoices: Count('How many are open'),
  balance_due: described(Money, 'What is still to be paid'),
  overdue_amount: described(Money, 'What of that is past its due date'),
  oldest_due_date: Nullable(Day('The first due date of them')),
})
const AppliedNote = Closed({
  credit_note_id: Id('The credit note'),
  number: Type.String({ description: 'Its number' }),
  amount: described(Money, 'What of it was set off'),
  date: Nullable(Day('When')),
})
const { payments } = InvoiceRecord.properties

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
    uses: { payments: PaymentService },
    async handle(query, { payments }) {
      const { items, next_cursor } = await payments.invoices.list({ sort: 'due_date', ...query, unpaid: true })
      const shown = await shownPage(payments.invoices, items, query, {
        present: presentInvoice,
        listed: listedFields(listed),
        relations: invoiceRelations,
      })
      const invoices = shown as Static<typeof listed.record>[]
      return { invoices, companies: await payments.openItems(query), next_cursor }
    },
  }),
  recordPayment: operation({
    id: 'recordInvoicePayment',
    summary: 'Record a payment of an invoice, once per reference; updates what is due and the status',
    scope: 'write',
    route: 'POST /invoices/{id}/payments',
    mcp: true,
    creates: true,
    input: PaymentInput,
    output: FullInvoice,
    uses: { payments: PaymentService },
    async handle(payment, { payments, reply }) {
      const paid = await payments.record(payment, reply)
      return afterFlush(() => presentInvoice(paid, payments.invoices.now) as Static<typeof FullInvoice>)
    },
  }),
  payments: operation({
    id: 'listInvoicePayments',
    summary: 'Payments of an invoice and the credit notes that were applied to it',
    scope: 'read',
    route: 'GET /invoices/{id}/payments',
    input: Closed({ ...ById.properties, ...Paging.properties }),
    output: Closed({
      payments: described(payments, 'One page of payments, in the order of their recording'),
      credit_notes: Type.Array(AppliedNote, { description: 'All credit notes that were set off against it' }),
      next_cursor: NextCursor,
    }),
    uses: { payments: PaymentService },
    handle: (query, { payments }) => payments.list(query),
  }),
})

/** The typed methods of the group. */
export interface Invoices extends Methods<typeof invoices> {}
