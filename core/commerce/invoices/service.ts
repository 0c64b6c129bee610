import { todayOf } from '../../platform/access/organization.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Order, OrderLine } from '../orders/entity.ts'
import { Quote, QuoteLine } from '../quotes/entity.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { refuseBilled, refuseOverbilled } from './billed.ts'
import { copyOf } from '../documents/copies.ts'
import type { Draft } from '../documents/drafts.ts'
import { Invoice, InvoiceLine } from './entity.ts'
import { documentSorts } from '../documents/filters.ts'
import { invoiceFilters } from './filters.ts'
import { invoiceValues } from './values.ts'
import { Lines } from '../documents/lines.ts'
import type { InvoiceInput } from './schema.ts'
import { referringIds } from '../documents/referring.ts'
import { DocumentService, type Whole } from '../documents/service.ts'

/** What an invoice shows besides its own fields. */
export interface Credited {
  readonly credit_note_ids: string[]
  /** The day in the organization, which decides whether it is overdue. */
  readonly today: string
}

// What of an input can make an invoice bill more.
const billing = ['order_id', 'quote_id', 'lines', 'discount_percent', 'discount_amount', 'currency'] as const

const unbilled = { id: undefined, order_id: null, quote_id: null, currency: null, status: 'draft' } as const

const kind = {
  entity: Invoice,
  lines: InvoiceLine,
  object: 'invoices',
  prefix: 'INV',
  filters: invoiceFilters,
  sorts: [...documentSorts, 'due_date', 'balance_due'],
}

/** Invoices: one per number and external id. */
export class InvoiceService extends DocumentService<typeof Invoice.fields, InvoiceInput, Credited> {
  constructor(uses: Resolved<typeof DocumentService.uses>) {
    super(uses, kind)
  }

  /**
   * A new invoice of an order or quote takes from it what is not given: customer, currency, and all lines where none are given, which is
   * possible once: `conflict` when an invoice bills it already. An invoice of an order names its quote, too, and one of a quote its order.
   */
  override async create(input: InvoiceInput, reply: Reply): Promise<Whole<typeof Invoice.fields, Credited>> {
    const copied = this.standsAlone(input) || (await this.store.match(input)) ? {} : await this.#copied(input, true)
    return await super.create({ ...copied, ...input }, reply)
  }

  /** Undoes a delete; throws `conflict` when other invoices bill the order or quote by now. */
  override async restore(id: string, reply: Reply): Promise<Whole<typeof Invoice.fields, Credited>> {
    const invoice = await super.restore(id, reply)
    await refuseOverbilled(this.records, invoice)
    return invoice
  }

  override async check(input: InvoiceInput): Promise<void> {
    if (!this.standsAlone(input)) await this.#copied(input, false)
    await super.check(input)
  }

  /** An invoice of an order or quote reads it, so a set writes it alone; an invoice with the totals of a source does not. */
  override standsAlone({ order_id, quote_id, source_totals }: InvoiceInput): boolean {
    return source_totals === true || !(order_id ?? quote_id)
  }

  /** Due date, state and payments; see `invoiceValues`. */
  protected async own(draft: Draft, input: InvoiceInput, known?: Invoice) {
    await linked(this.records, input, { order_id: Order, quote_id: Quote }, { known: known ?? {} })
    const { unit } = this.records
    const values = invoiceValues(draft, input, known, { now: this.now, today: unit.today, paymentId: () => this.store.ids.next() })
    // Before anything is written: of a set, only this record is refused.
    if (!known || billing.some((name) => input[name] !== undefined))
      await refuseOverbilled(this.records, { ...unbilled, ...known, ...draft.values, ...draft.amounts, ...values })
    return values
  }

  /** From `sent` on; an invoice with the totals of a source never is, because the source may send it again. */
  protected isFrozen({ status, source_totals }: Invoice): boolean {
    return status !== 'draft' && !source_totals
  }

  protected frozen({ number, status, id }: Invoice, what: string): CrmError {
    const instead = status === 'void' ? '' : ': credit it instead'
    return new CrmError('conflict', `Invoice ${number} is ${status} and cannot be ${what}${instead}`, { existing_id: id })
  }

  // With `lock`, two invoices cannot bill the whole at the same time.
  async #copied({ order_id, quote_id, lines }: InvoiceInput, lock: boolean): Promise<Partial<InvoiceInput>> {
    const [order] = await this.records.findBy(Order, 'id', [order_id], { lock })
    const [quote] = order ? [] : await this.records.findBy(Quote, 'id', [quote_id], { lock })
    const from = order ?? quote
    if (!from) return {}
    if (!lines)
      await refuseBilled(
        this.records,
        order ? { order_id: order.id, quote_id: order.quote_id } : { order_id: quote?.order_id, quote_id: from.id },
      )
    const stored = new Lines(this.records, this.store.ids, order ? OrderLine : QuoteLine)
    const copy = await copyOf(this.records, from, lines ? [] : ((await stored.of([from.id])).get(from.id) ?? []), this.store.drafts)
    const [of, id] = order ? (['quote_id', order.quote_id] as const) : (['order_id', quote?.order_id ?? null] as const)
    return id !== null && (await this.records.has(of === 'quote_id' ? Quote : Order, id)) ? { ...copy, [of]: id } : copy
  }

  /** Each invoice with the ids of its credit notes. */
  async viewed<R extends Invoice>(invoices: readonly R[]): Promise<(R & Credited)[]> {
    const ids = invoices.map(({ id }) => id)
    const notes = await referringIds(this.records, { table: 'credit_notes', field: 'invoice_id' }, ids)
    const today = await todayOf(this.records)
    return invoices.map((each) => Object.assign(each, { credit_note_ids: notes.get(each.id) ?? [], today }))
  }
}
