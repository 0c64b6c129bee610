import { CreditNote, CreditNoteLine, type CreditNoteState } from '../../../commerce/credit-notes/entity.ts'
import { Invoice, InvoiceLine, type InvoiceState } from '../../../commerce/invoices/entity.ts'
import type { Header } from '../../../commerce/documents/amounts.ts'
import type { Fields } from '../../../kernel/operation/schema/fields.ts'
import { sum } from '../recognize/figures.ts'
import { DraftBuilder } from './draft.ts'
import type { OwnRules } from './own-fields.ts'
import type { MatchedRecord } from '../match/matched-record.ts'
import type { Draft, Flat, CompanyReference } from '../match/rules.ts'
import type { DocumentObject } from '../objects.ts'
import type { ReadField } from '../normalize/values.ts'
import type { ObjectWriter } from './object-writer.ts'
import { type DocumentState, documentState } from './status.ts'
import { totals, lineOf, completeTotals, dropKnownRate } from './document-totals.ts'

type DocumentField = ReadField<DocumentObject>

const paths = {
  date: 'issue_date',
  currency: 'currency',
  total_excl_tax: 'total_excl_tax',
  total_tax: 'tax_total',
  total_incl_tax: 'total_incl_tax',
}

// What documents show besides their fields.
const besides = ['lines', 'days_overdue', 'credit_note_ids', 'invoice_ids', 'public_url']

/** The fields of a document that are read by our own names. */
export const ownOf = <F extends Fields>(fields: F): OwnRules<F> => ({
  fields,
  shown: [...besides, ...Object.entries(fields).flatMap(([name, { access }]) => (access === 'hidden' ? [] : name))],
  // A rate of exchange is to the currency of the organization that it comes from.
  foreign: ['exchange_rate'],
  marked: ['owner_email', 'discount_percent', 'discount_amount', 'payments', 'amount_credited'].filter((name) => name in fields),
  only: ['title', 'notes', 'terms', 'reference', 'tags', 'billing_address', 'shipping_address'],
})

/** What the writers of all documents have in common. */
export const documents = {
  keys: [{ column: 'number', taken: 'reject' }],
  custom: 'custom',
  owner: 'owner_email',
  link: (_party: CompanyReference, { id }: MatchedRecord) => ({ values: { company_id: id } }),
  identity: ({ company_id }: Flat) => (typeof company_id === 'string' ? company_id : null),
  lacks: ({ company }: Draft) =>
    company
      ? null
      : { code: 'no_customer', field: 'customer_name', reason: 'no customer: neither its id nor its name was found in the record' },
} as const

/** Invoices by external id and number, with their lines and what is unpaid. */
export const invoices: ObjectWriter<typeof Invoice.fields> = {
  ...documents,
  object: 'invoices',
  entity: Invoice,
  own: ownOf(Invoice.fields),
  lines: InvoiceLine,
  draft: (reading, source) => {
    const draft = documentDraft(new DraftBuilder<DocumentField>(reading, Invoice.fields, source).copy('due_date', 'due_date'))
    return draft.set('balance_due', unpaid(draft)).build()
  },
  line: lineOf,
  complete(invoice, given, before, lines, said) {
    completeTotals(invoice, given, lines, said, before)
    dropKnownRate(invoice, before)
    const { total_incl_tax: total, amount_paid, amount_credited, balance_due } = invoice
    if (total !== null && given.has('balance_due')) invoice.amount_paid = sum([total, -(balance_due ?? 0), -amount_credited])
    else if (total !== null) invoice.balance_due = sum([total, -amount_paid, -amount_credited])
    const word = stateGiven(invoice, given, documentState)
    // Without an unpaid amount, the state that the source names is all that is known.
    const known = before !== null || given.has('balance_due')
    if (word || before === null || given.has('balance_due') || totals.some((field) => given.has(field) || invoice[field] !== before[field]))
      invoice.status = invoiceStatus(word ?? before?.status ?? 'open', total, known ? invoice.balance_due : null)
  },
}

/** Credit notes, with positive quantities and totals. */
export const creditNotes: ObjectWriter<typeof CreditNote.fields> = {
  ...documents,
  object: 'credit_notes',
  entity: CreditNote,
  own: ownOf(CreditNote.fields),
  lines: CreditNoteLine,
  draft: (reading, source) => {
    const draft = documentDraft(new DraftBuilder<DocumentField>(reading, CreditNote.fields, source))
    return draft.set('remaining_amount', unpaid(draft)).build()
  },
  line: lineOf,
  complete(note, given, before, lines, said) {
    completeTotals(note, given, lines, said, before)
    dropKnownRate(note, before)
    const { total_incl_tax: total, applied_amount, remaining_amount } = note
    if (total !== null && given.has('remaining_amount')) note.applied_amount = sum([total, -(remaining_amount ?? 0)])
    else if (total !== null) note.remaining_amount = sum([total, -applied_amount])
    const word = stateGiven(note, given, documentState)
    if (word || before === null || given.has('remaining_amount'))
      note.status = creditStatus(word ?? before?.status ?? 'open', note.remaining_amount)
  },
}

/** Header, customer and lines of a document; `knows` says whether a word for its state is one. */
export function documentDraft(
  draft: DraftBuilder<DocumentField>,
  knows: (word: string) => boolean = (word) => documentState(word) !== null,
): DraftBuilder<DocumentField> {
  const own = draft.own(ownOf)
  draft
    .copyAll(paths)
    .custom('custom', own)
    .setOwn(withoutExcess(own.values, draft.warnings))
    .key('number', draft.read('number') ?? draft.read('external_id'))
  const status = draft.text('status')
  if (status !== undefined) {
    draft.set('custom.source_status', status)
    if (!knows(status)) draft.warnings.push(`status: ${status.slice(0, 60)} is no state that is known; it is kept as custom source_status`)
  }
  const [external_id, name] = [draft.text('customer_external_id'), draft.text('customer_name')]
  if (external_id !== undefined || name !== undefined)
    draft.company = {
      ...(external_id !== undefined && { external_id: external_id.slice(0, 255) }),
      ...(name !== undefined && { name: name.slice(0, 255) }),
    }
  const lines = draft.read('lines')
  if (lines) draft.withLines(lines)
  else if (draft.isCleared('lines')) draft.lines = []
  return draft
}

// More than any invoice has.
const PAYMENTS = 1000

function withoutExcess(values: Flat, warnings: string[]): Flat {
  const { payments, ...others } = values
  if (!Array.isArray(payments) || payments.length <= PAYMENTS) return values
  warnings.push(`payments: more than ${PAYMENTS} were left out`)
  return others
}

/** The unpaid amount: as given, or zero where the state says paid (edge case 19). */
function unpaid(draft: DraftBuilder<DocumentField>): number | undefined {
  const status = draft.text('status')
  return draft.read('amount_due') ?? (status !== undefined && documentState(status) === 'paid' ? 0 : undefined)
}

/** The state that the source has just given; null where it gives none or an unknown one. */
export function stateGiven<S extends string>(
  { custom }: Pick<Header, 'custom'>,
  given: ReadonlySet<string>,
  stateOf: (word: string) => S | null,
): S | null {
  return given.has('custom.source_status') ? stateOf(String(custom['source_status'])) : null
}

/** Amounts outrank words: the unpaid amount says more than "posted". */
function invoiceStatus(word: DocumentState | InvoiceState, total: number | null, due: number | null): InvoiceState {
  if (word === 'draft' || word === 'void') return word
  if (total !== null && due !== null && total !== 0) return due === 0 ? 'paid' : Math.abs(due) < Math.abs(total) ? 'partially_paid' : 'sent'
  if (word === 'paid') return 'paid'
  return word === 'partly' || word === 'partially_paid' ? 'partially_paid' : 'sent'
}

function creditStatus(word: DocumentState | CreditNoteState, remaining: number | null): CreditNoteState {
  if (word === 'draft' || word === 'void') return word
  return remaining === 0 || word === 'paid' || (word === 'applied' && remaining === null) ? 'applied' : 'issued'
}
