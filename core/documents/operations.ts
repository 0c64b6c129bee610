import { type Static, Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../kernel/operation.ts'
import { standard } from '../kernel/resource.ts'
import { ById, Closed, Nullable } from '../kernel/schema.ts'
import {
  CreditNoteList,
  CreditNoteRecord,
  FullCreditNote,
  FullInvoice,
  InvoiceCreate,
  InvoiceList,
  InvoiceRecord,
  InvoiceUpdate,
  presentCreditNote,
  presentInvoice,
} from './schema.ts'
import { CreditNoteService } from './credit-notes.ts'
import { InvoiceService } from './service.ts'

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
  mcp: { list: true, get: true, create: true },
} as const

// Lists show headers, everything else the whole invoice.
const { list } = standard({ ...invoice, record: InvoiceRecord })
const { list: _, ...others } = standard({ ...invoice, record: FullInvoice })

export const invoices = group('Invoices', { list, ...others })

export interface Invoices extends Methods<typeof invoices> {}

const uses = { creditNotes: CreditNoteService }

export const creditNotes = group('Credit notes', {
  list: operation({
    id: 'listCreditNotes',
    summary: 'List credit notes, filtered and sorted, page by page',
    scope: 'read',
    route: 'GET /credit-notes',
    mcp: true,
    input: CreditNoteList,
    output: Closed({ credit_notes: Type.Array(CreditNoteRecord), next_cursor: Nullable(Type.String()) }),
    uses,
    async handle(query, { creditNotes }) {
      const { items, next_cursor } = await creditNotes.list(query)
      const credit_notes = items.map((each) => presentCreditNote(each, creditNotes.now) as Static<typeof CreditNoteRecord>)
      return { credit_notes, next_cursor }
    },
  }),
  get: operation({
    id: 'getCreditNote',
    summary: 'Read one credit note with its lines',
    scope: 'read',
    route: 'GET /credit-notes/{id}',
    mcp: true,
    input: ById,
    output: FullCreditNote,
    uses,
    handle: async ({ id }, { creditNotes }) =>
      presentCreditNote(await creditNotes.get(id), creditNotes.now) as Static<typeof FullCreditNote>,
  }),
})

export interface CreditNotes extends Methods<typeof creditNotes> {}
