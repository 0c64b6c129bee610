import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { copyOf } from '../documents/copies.ts'
import type { Draft } from '../documents/drafts.ts'
import { CreditNote, CreditNoteLine, type CreditNoteState } from './entity.ts'
import { Invoice, InvoiceLine } from '../invoices/entity.ts'
import type { Decision } from '../documents/document-kind.ts'
import { creditNoteFilters } from './filters.ts'
import { documentSorts } from '../documents/filters.ts'
import { type Line, Lines } from '../documents/lines.ts'
import type { CreditNoteInput } from './schema.ts'
import { DocumentService, commonInput, type Whole } from '../documents/service.ts'
import { creditable, settledBy } from '../invoices/settlement.ts'
import { sum } from '../documents/totals.ts'
import { withoutSign } from './signs.ts'

// What of an input can make a note credit more.
const crediting = ['status', 'invoice_id', 'company_id', 'lines', 'discount_percent', 'discount_amount'] as const

const kind = {
  entity: CreditNote,
  lines: CreditNoteLine,
  object: 'credit_notes',
  prefix: 'CN',
  filters: creditNoteFilters,
  sorts: documentSorts,
}

/** Credit notes, and how they settle the invoices that they correct. */
export class CreditNoteService extends DocumentService<typeof CreditNote.fields, CreditNoteInput> {
  readonly #invoices: RecordStore<typeof Invoice.fields>
  readonly #lines: Lines

  constructor(uses: Resolved<typeof DocumentService.uses>) {
    super(uses, kind)
    const invoices = { entity: Invoice, object: 'invoices', keys: [], filters: {}, sorts: documentSorts }
    this.#invoices = new RecordStore(uses, invoices)
    this.#lines = new Lines(uses.records, uses.ids, InvoiceLine)
  }

  /** A new credit note takes from its invoice what is not given: customer, currency, and all lines where none are given. */
  override async create(input: CreditNoteInput, reply: Reply): Promise<Whole<typeof CreditNote.fields>> {
    const [invoice] = input.source_totals ? [] : await this.records.findBy(Invoice, 'id', [input.invoice_id])
    if (!invoice) return await super.create(input, reply)
    const lines = (await this.#lines.of([invoice.id])).get(invoice.id) ?? []
    return await super.create({ ...(await copyOf(this.records, invoice, input.lines ? [] : lines)), ...input }, reply)
  }

  /** Undoes a delete; throws `conflict` when other notes credit the invoice by now. */
  override async restore(id: string, reply: Reply): Promise<Whole<typeof CreditNote.fields>> {
    const note = await super.restore(id, reply)
    await this.#refuseOvercredited(note)
    return note
  }

  // The invoice stays locked, so that two notes cannot credit the rest at once.
  async #refuseOvercredited({ id, invoice_id, source_totals, status, total_incl_tax, company_id }: Crediting): Promise<void> {
    if (source_totals || status === 'void' || !invoice_id) return
    const { whole } = this.records
    const [invoice] = await whole.findBy(Invoice, 'id', [invoice_id], { lock: true })
    if (!invoice) return
    const { number, company_id: customer, total_incl_tax: total, currency } = invoice
    if (company_id && customer && company_id !== customer)
      throw new CrmError('conflict', `Invoice ${number} is of another company than the credit note`, { existing_id: invoice.id })
    // A draft credits nothing yet: it is judged when it is issued.
    if (!counts({ status })) return
    const others = (await whole.findBy(CreditNote, 'invoice_id', [invoice_id])).filter((each) => each.id !== id && counts(each))
    const rest = sum(total ?? 0, -others.reduce((all, each) => sum(all, each.total_incl_tax ?? 0), 0))
    if (total === null || (total_incl_tax ?? 0) <= Math.max(0, rest)) return
    const message = `Invoice ${number} is of ${total} ${currency ?? ''}, of which ${rest} is not credited yet: a note of ${total_incl_tax} is more`
    throw new CrmError('conflict', message, { existing_id: invoice.id })
  }

  /** A note of an invoice reads and changes the invoice, so a set writes it alone; a note with the totals of a source does neither. */
  override standsAlone(input: CreditNoteInput, known?: CreditNote): boolean {
    return known ? known.source_totals || !(known.invoice_id ?? input.invoice_id) : input.source_totals === true || !input.invoice_id
  }

  /** As for every document; amounts of a source are positive, whatever their sign there. */
  override async decideNew(input: CreditNoteInput): Promise<Decision<typeof CreditNote.fields>> {
    return await super.decideNew(withoutSign(input, input.source_totals === true))
  }

  /** The same for a change. */
  override async decideChange(
    input: CreditNoteInput,
    record: CreditNote,
    lines: readonly Line[],
  ): Promise<Decision<typeof CreditNote.fields> | null> {
    return await super.decideChange(withoutSign(input, record.source_totals), record, lines)
  }

  // `own` would change the invoice at once, so it is left out here.
  override async check(input: CreditNoteInput): Promise<void> {
    if (!input.source_totals) checkMove(undefined, input.status ?? 'draft')
    await this.store.drafts.make(commonInput(input))
  }

  /**
   * Status and amounts follow from the balance of the invoice: a note is `applied` once nothing of it remains. Throws `invalid_input` for
   * amounts that only a source may give, and for a status that cannot follow.
   */
  protected async own({ amounts, lines, values }: Draft, input: CreditNoteInput, known?: CreditNote) {
    const { reason, applied_amount: given, status = known?.status ?? 'draft' } = input
    const { source_totals: source, total_incl_tax: total } = amounts
    const invoice_id = input.invoice_id === undefined ? (known?.invoice_id ?? null) : input.invoice_id
    if (!source && given !== undefined)
      throw invalid('/applied_amount', 'read_only', 'applied_amount follows from the invoice unless source_totals is true')
    if (!source) checkMove(known?.status, status)
    if (!source && status !== 'draft' && status !== 'void' && lines.length === 0)
      throw invalid('/lines', 'required', 'A credit note without lines cannot be issued')
    const before = known?.applied_amount ?? 0
    if (before !== 0 && !source && invoice_id !== known?.invoice_id)
      throw invalid('/invoice_id', 'not_allowed', 'The credit note was applied to another invoice: void it instead')
    const currency = values.currency === undefined ? known?.currency : values.currency
    if (!known || crediting.some((name) => input[name] !== undefined)) {
      const company_id = values.company_id === undefined ? (known?.company_id ?? null) : values.company_id
      // Before anything is written: of a set, only this record is refused.
      await this.#refuseOvercredited({ id: known?.id, invoice_id, source_totals: source, status, total_incl_tax: total, company_id })
    }
    const applied = source
      ? (given ?? before)
      : await this.#apply({ id: known?.id, invoice_id, status, total: total ?? 0, before, currency })
    const remaining = total === null ? null : sum(total, -applied)
    return {
      ...(reason !== undefined && { reason }),
      invoice_id,
      applied_amount: applied,
      remaining_amount: remaining,
      status: source || status === 'draft' || status === 'void' ? status : remaining === 0 && applied > 0 ? 'applied' : 'issued',
    } as const
  }

  /** From `issued` on; a note with the totals of a source never is, because the source may send it again. */
  protected isFrozen({ status, source_totals }: CreditNote): boolean {
    return status !== 'draft' && !source_totals
  }

  protected frozen({ number, status, id }: CreditNote, what: string): CrmError {
    const instead = status === 'void' ? '' : ': void it instead'
    return new CrmError('conflict', `Credit note ${number} is ${status} and cannot be ${what}${instead}`, { existing_id: id })
  }

  /** A credit note shows nothing besides its own fields. */
  async viewed<R extends CreditNote>(notes: readonly R[]): Promise<R[]> {
    return [...notes]
  }

  /** Applies a note to the balance of its invoice, or takes a void note back; answers how much of the note is applied then. */
  async #apply(note: Application): Promise<number> {
    const { id, invoice_id, status, total, before, currency } = note
    const isIssued = counts({ status })
    if (!invoice_id || (!isIssued && before === 0)) {
      if (invoice_id && before === 0) await this.#named(invoice_id)
      return 0
    }
    const invoice = await this.#invoices.forChange(await this.#named(invoice_id))
    if (isIssued && !creditable(invoice))
      throw invalid('/invoice_id', 'not_allowed', `Invoice ${invoice.number} is ${invoice.status}: only an issued one can be credited`)
    if (isIssued && currency && invoice.currency && currency !== invoice.currency)
      throw invalid('/currency', 'not_allowed', `Invoice ${invoice.number} is in ${invoice.currency}`, [invoice.currency])
    const open = Math.max(0, sum(invoice.balance_due ?? 0, before))
    const applied = isIssued ? Math.min(total, open) : 0
    const others = applied < before ? await this.applyRemaining(invoice.id, sum(open, -applied), id) : 0
    const amount_credited = sum(invoice.amount_credited, sum(sum(applied, others), -before))
    this.#invoices.change(invoice, settledBy(invoice, { amount_credited }, this.now))
    return applied
  }

  /**
   * Applies what remains of the issued notes of an invoice to its balance, the oldest first, except the note with the id `without`. Answers
   * how much is applied; the caller changes the invoice.
   */
  async applyRemaining(invoice_id: string, open: number, without?: string): Promise<number> {
    const notes = await this.records.findBy(CreditNote, 'invoice_id', [invoice_id])
    let left = open
    for (const { id } of notes.filter((each) => each.id !== without && hasRest(each)).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (left <= 0) break
      const note = await this.store.forChange(id)
      const taken = hasRest(note) ? Math.min(left, note.remaining_amount ?? 0) : 0
      const remaining_amount = sum(note.remaining_amount ?? 0, -taken)
      const applied_amount = sum(note.applied_amount, taken)
      this.store.change(note, { applied_amount, remaining_amount, ...(remaining_amount === 0 && { status: 'applied' as const }) })
      left = sum(left, -taken)
    }
    return sum(open, -left)
  }

  /** Throws `unknown_record` for an invoice that does not exist. */
  async #named(invoice_id: string): Promise<string> {
    const [invoice] = await this.records.findBy(Invoice, 'id', [invoice_id])
    if (!invoice) throw invalid('/invoice_id', 'unknown_record', `There is no record of invoices with the id ${invoice_id}`)
    return invoice.id
  }
}

/** A credit note as it shall be written; a new one has no id. */
interface Crediting extends Pick<CreditNote, 'invoice_id' | 'source_totals' | 'status' | 'total_incl_tax' | 'company_id'> {
  readonly id: string | undefined
}

// A note and its invoice; `before` is how much of it is applied already.
interface Application {
  readonly id: string | undefined
  readonly invoice_id: string | null
  readonly status: CreditNoteState
  readonly total: number
  readonly before: number
  readonly currency: string | null | undefined
}

const counts = ({ status }: Pick<CreditNote, 'status'>) => status === 'issued' || status === 'applied'

// The notes of a source are applied by the source.
function hasRest({ status, source_totals, remaining_amount }: CreditNote): boolean {
  return status === 'issued' && !source_totals && (remaining_amount ?? 0) > 0
}

// By an update; `applied` follows from the invoice, and `void` is final.
const moves: Readonly<Record<CreditNoteState, readonly CreditNoteState[]>> = {
  draft: ['issued', 'void'],
  issued: ['void'],
  applied: ['void'],
  void: [],
}

function checkMove(from: CreditNoteState | undefined, to: CreditNoteState): void {
  const allowed: readonly CreditNoteState[] = from === undefined ? ['draft', 'issued'] : [from, ...moves[from]]
  if (allowed.includes(to)) return
  const message = from === undefined ? `A new credit note cannot be ${to}` : `A credit note that is ${from} cannot become ${to}`
  throw invalid('/status', 'not_allowed', message, allowed)
}
