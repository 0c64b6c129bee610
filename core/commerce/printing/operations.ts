import { Bytes } from '../../kernel/operation/bytes.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { CreditNoteService } from '../credit-notes/service.ts'
import { Invoice } from '../invoices/entity.ts'
import { InvoiceService } from '../invoices/service.ts'
import { OrderService } from '../orders/service.ts'
import { QuoteService } from '../quotes/service.ts'
import { ofCreditNote, ofInvoice, ofOrder, ofQuote } from './particulars.ts'
import { DocumentPdfs } from './pdfs.ts'
import { sheetOf } from './sheet.ts'
import type { Particulars, Printed } from './shown-sheet.ts'

interface Printing<D extends Printed> {
  readonly documents: { readonly records: Records; get(id: string): Promise<D> }
  readonly pdfs: DocumentPdfs
  readonly reply: Reply
}

const printed = { scope: 'read', input: ById, output: Bytes('application/pdf', 'The PDF') } as const

/** The quote as a file; a further method of the group of quotes. */
export const quoteFiles = group('Quotes', {
  pdf: operation({
    ...printed,
    id: 'getQuotePdf',
    summary: 'One quote as a PDF, in the language of its customer',
    route: 'GET /quotes/{id}/pdf',
    uses: { documents: QuoteService, pdfs: DocumentPdfs },
    handle: ({ id }, uses) => print(uses, id, ofQuote, ({ sent_at }) => sent_at),
  }),
})

/** The order as a file; a further method of the group of orders. */
export const orderFiles = group('Orders', {
  pdf: operation({
    ...printed,
    id: 'getOrderPdf',
    summary: 'One order as a PDF, in the language of its customer',
    route: 'GET /orders/{id}/pdf',
    uses: { documents: OrderService, pdfs: DocumentPdfs },
    handle: ({ id }, uses) => print(uses, id, ofOrder),
  }),
})

/** The invoice as a file; a further method of the group of invoices. */
export const invoiceFiles = group('Invoices', {
  pdf: operation({
    ...printed,
    id: 'getInvoicePdf',
    summary: 'One invoice as a PDF, with what was paid of it, in the language of its customer',
    route: 'GET /invoices/{id}/pdf',
    uses: { documents: InvoiceService, pdfs: DocumentPdfs },
    handle: ({ id }, uses) => print(uses, id, ofInvoice),
  }),
})

/** The credit note as a file; a further method of the group of credit notes. */
export const creditNoteFiles = group('Credit notes', {
  pdf: operation({
    ...printed,
    id: 'getCreditNotePdf',
    summary: 'One credit note as a PDF, in the language of its customer',
    route: 'GET /credit-notes/{id}/pdf',
    uses: { documents: CreditNoteService, pdfs: DocumentPdfs },
    handle: ({ id }, uses) =>
      print(uses, id, async (note) => {
        const [invoice] = await uses.documents.records.findBy(Invoice, 'id', [note.invoice_id])
        return ofCreditNote(note, invoice?.number ?? null)
      }),
  }),
})

async function print<D extends Printed>(
  { documents, pdfs, reply }: Printing<D>,
  id: string,
  particularsOf: (document: D) => Particulars | Promise<Particulars>,
  madeAt: (document: D) => Date | null = () => null,
): Promise<Uint8Array> {
  const document = await documents.get(id)
  const made = madeAt(document) ?? document.updated_at
  const pdf = await pdfs.of(await sheetOf(documents.records, document, await particularsOf(document), { made }))
  reply.file = { name: `${document.number}.pdf`, media: 'application/pdf', bytes: pdf.length }
  return pdf
}

/** The typed method of quotes. */
export interface QuoteFileMethods extends Methods<typeof quoteFiles> {}
/** The typed method of orders. */
export interface OrderFileMethods extends Methods<typeof orderFiles> {}
/** The typed method of invoices. */
export interface InvoiceFileMethods extends Methods<typeof invoiceFiles> {}
/** The typed method of credit notes. */
export interface CreditNoteFileMethods extends Methods<typeof creditNoteFiles> {}
