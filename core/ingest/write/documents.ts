import { CreditNote, CreditNoteLine, Invoice, InvoiceLine } from '../../documents/entity.ts'
import type { Row } from '../../storage/codec.ts'
import { sum } from '../arithmetic.ts'
import { completeLine, differenceOf, fillTotals, taxesOf, totalsOfLines } from './amounts.ts'
import { DraftBuilder } from './draft.ts'
import { fit } from './fit.ts'
import type { Draft, Flat, Sink } from './sink.ts'
import { documentState } from './status.ts'

const paths = {
  date: 'issue_date',
  currency: 'currency',
  total_excl_tax: 'total_excl_tax',
  total_tax: 'tax_total',
  total_incl_tax: 'total_incl_tax',
}
const totals = ['total_excl_tax', 'tax_total', 'total_incl_tax']

const documents = {
  keys: [{ column: 'number', taken: 'reject' }],
  custom: 'custom',
  owner: 'owner_email',
  identity: ({ company_id }: Row) => (typeof company_id === 'string' ? company_id : null),
  lacks: ({ party }: Draft) =>
    party
      ? null
      : { code: 'no_customer', field: 'customer_name', reason: 'no customer: neither its id nor its name was found in the record' },
} as const

/** Invoices by external id and number, with their lines and what is unpaid. */
export const invoices: Sink = {
  ...documents,
  object: 'invoices',
  entity: Invoice,
  lines: InvoiceLine,
  draft: (reading, source) => {
    const draft = documentDraft(new DraftBuilder(reading, Invoice.fields).copy({ ...paths, due_date: 'due_date' }, source))
    return draft.set('balance_due', draft.read('amount_due')).build()
  },
  line: lineOf,
  complete(invoice, given, before, lines) {
    completeTotals(invoice, given, lines)
    const total = invoice['total_incl_tax'] as number | null
    if (total !== null && given.has('balance_due'))
      invoice['amount_paid'] = sum([total, -Number(invoice['balance_due'] ?? 0), -Number(invoice['amount_credited'])])
    else if (total !== null) invoice['balance_due'] = sum([total, -Number(invoice['amount_paid']), -Number(invoice['amount_credited'])])
    const word = stateGiven(invoice, given)
    if (word || before === null || given.has('balance_due') || totals.some((field) => given.has(field)))
      invoice['status'] = invoiceStatus(
        word ?? (before ? String(before['status']) : 'open'),
        total,
        invoice['balance_due'] as number | null,
      )
  },
}

/** Credit notes, with positive quantities and totals. */
export const creditNotes: Sink = {
  ...documents,
  object: 'credit_notes',
  entity: CreditNote,
  lines: CreditNoteLine,
  draft: (reading, source) => {
    const draft = documentDraft(new DraftBuilder(reading, CreditNote.fields).copy(paths, source))
    return draft.set('remaining_amount', draft.read('amount_due')).build()
  },
  line: lineOf,
  complete(note, given, before, lines) {
    completeTotals(note, given, lines)
    const total = note['total_incl_tax'] as number | null
    if (total !== null && given.has('remaining_amount')) note['applied_amount'] = sum([total, -Number(note['remaining_amount'] ?? 0)])
    else if (total !== null) note['remaining_amount'] = sum([total, -Number(note['applied_amount'])])
    const word = stateGiven(note, given)
    if (word || before === null || given.has('remaining_amount'))
      note['status'] = creditStatus(word ?? (before ? String(before['status']) : 'open'), note['remaining_amount'] as number | null)
  },
}

function documentDraft(draft: DraftBuilder): DraftBuilder {
  draft.custom('custom').key('number', draft.read('number') ?? draft.read('external_id'))
  const status = draft.text('status')
  if (status !== undefined) {
    draft.set('custom.source_status', status)
    if (documentState(status) === null)
      draft.warnings.push(`status: ${status.slice(0, 60)} is no state that is known; it is kept as custom source_status`)
  }
  const [external_id, name] = [draft.text('customer_external_id'), draft.text('customer_name')]
  if (external_id !== undefined || name !== undefined)
    draft.party = {
      ...(external_id !== undefined && { external_id: external_id.slice(0, 255) }),
      ...(name !== undefined && { name: name.slice(0, 255) }),
    }
  const lines = draft.read('lines') as readonly Flat[] | undefined
  if (lines) draft.lines = lines
  return draft
}

function lineOf(line: Flat, document: Row): Row {
  const stored: Row = {}
  for (const [field, value] of Object.entries(line)) stored[field] = fit(InvoiceLine.fields, field, value, [])
  completeLine(stored, document['currency'])
  return stored
}

function completeTotals(record: Row, given: ReadonlySet<string>, lines: readonly Row[] | null): void {
  fillTotals(record, given)
  const stated = totals.some((field) => given.has(field))
  if (stated) record['source_totals'] = true
  if (!lines) return
  if (!stated && !record['source_totals']) for (const field of totals) record[field] = null
  totalsOfLines(record, lines)
  record['taxes'] = taxesOf(lines)
  record['totals_difference'] = differenceOf(record, lines)
}

function stateGiven(record: Row, given: ReadonlySet<string>): string | null {
  return given.has('custom.source_status') ? documentState(String((record['custom'] as Row)['source_status'])) : null
}

/** Amounts outrank words: what is unpaid says more than "posted". */
function invoiceStatus(word: string, total: number | null, due: number | null): string {
  if (word === 'draft' || word === 'void') return word
  if (total !== null && due !== null && total !== 0) return due === 0 ? 'paid' : Math.abs(due) < Math.abs(total) ? 'partially_paid' : 'sent'
  if (word === 'paid') return 'paid'
  return word === 'partly' || word === 'partially_paid' ? 'partially_paid' : 'sent'
}

function creditStatus(word: string, remaining: number | null): string {
  if (word === 'draft' || word === 'void') return word
  return remaining === 0 || word === 'paid' || (word === 'applied' && remaining === null) ? 'applied' : 'issued'
}
