import { EntityManager } from '@mikro-orm/core'
import { CurrentActor } from '../kernel/actor.ts'
import { CrmError } from '../kernel/errors.ts'
import type { Changes } from '../kernel/resource.ts'
import type { Reply } from '../kernel/reply.ts'
import { Ids } from '../ports/ids.ts'
import type { ListQuery } from '../storage/filters.ts'
import { Records } from '../storage/records.ts'
import { equal } from '../storage/set-writer.ts'
import { type Draft, Drafts } from './drafts.ts'
import { CreditNote, Invoice, InvoiceLine } from './entity.ts'
import { documentSorts, invoiceFilters } from './filters.ts'
import { invoiceValues } from './invoice-values.ts'
import type { Line } from './lines.ts'
import type { InvoiceInput, InvoiceUpdate, InvoiceView } from './schema.ts'
import { DocumentStore } from './store.ts'

/** Invoices: one per number and external id (records.md 6). */
export class InvoiceService {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Drafts] as const
  readonly #store: DocumentStore<typeof Invoice.fields>

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, drafts: Drafts) {
    const sorts = [...documentSorts, 'due_date']
    const kind = { entity: Invoice, lines: InvoiceLine, object: 'invoices', prefix: 'INV', filters: invoiceFilters, sorts }
    this.#store = new DocumentStore({ em, records, actor, ids, drafts }, kind)
  }

  get now(): Date {
    return this.#store.now
  }

  async list(query: ListQuery): Promise<{ items: InvoiceView[]; next_cursor: string | null }> {
    const { items, next_cursor } = await this.#store.list(query)
    return { items: await this.#credited(items), next_cursor }
  }

  async get(id: string): Promise<InvoiceView> {
    const [invoice] = await this.#credited([await this.#store.withLines(await this.#store.get(id))])
    return invoice as InvoiceView
  }

  /** A new invoice, or the one of this external id or number, completed: as long as it is a draft or was imported. */
  async create(input: InvoiceInput, reply: Reply): Promise<InvoiceView> {
    const match = await this.#store.match(input)
    if (match) {
      reply.matched(match.by)
      return await this.#change(await this.#store.forChange(match.id), input)
    }
    const draft = await this.#store.drafts.make(headerOf(input))
    return view(await this.#store.addDraft(draft, this.#own(draft, input)), [])
  }

  async update(id: string, input: Changes<typeof InvoiceUpdate>, reply: Reply): Promise<InvoiceView> {
    return await this.#change(await this.#store.forChange(id, reply), input)
  }

  /** Deletes a draft or an imported invoice; an issued one is only ever credited or voided. */
  async remove(id: string, reply: Reply): Promise<void> {
    const invoice = await this.#store.forChange(id, reply)
    if (isFrozen(invoice)) throw frozen(invoice, 'deleted')
    await this.#store.remove(id, reply)
  }

  async purge(id: string, reply: Reply): Promise<void> {
    const [live] = await this.#store.records.findBy(Invoice, 'id', [id])
    if (live && isFrozen(live)) throw frozen(live, 'deleted')
    await this.#store.purge(id, reply)
  }

  async restore(id: string, reply: Reply): Promise<InvoiceView> {
    const [invoice] = await this.#credited([await this.#store.withLines(await this.#store.restore(id, reply))])
    return invoice as InvoiceView
  }

  #own(draft: Draft, input: InvoiceInput, known?: Invoice) {
    return invoiceValues(draft, input, known, { now: this.now, paymentId: () => this.#store.ids.next() })
  }

  async #change(invoice: Invoice, input: InvoiceInput): Promise<InvoiceView> {
    const { lines: known } = await this.#store.withLines({ id: invoice.id })
    const draft = await this.#store.drafts.make(headerOf(input), { record: invoice, lines: known })
    const own = this.#own(draft, input, invoice)
    if (isFrozen(invoice)) refuseFrozen(invoice, known, draft)
    const [changed] = await this.#credited([await this.#store.applyDraft(invoice, known, draft, own)])
    return changed as InvoiceView
  }

  /** Each with the ids of its credit notes: one query for a page. */
  async #credited<R extends Invoice>(invoices: readonly R[]): Promise<(R & { readonly credit_note_ids: string[] })[]> {
    if (invoices.length === 0) return []
    const ids = invoices.map(({ id }) => id)
    const notes = await this.#store.records.db
      .selectFrom(CreditNote.table)
      .select(['id', 'invoice_id'])
      .where('invoice_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const byInvoice = Map.groupBy(notes, ({ invoice_id }) => String(invoice_id))
    const notesOf = (id: string) => (byInvoice.get(id) ?? []).map((note) => String(note['id']))
    return invoices.map((each) => view(each, notesOf(each.id)))
  }
}

function headerOf(input: InvoiceInput) {
  const { status: _status, due_date: _due, order_id: _order, quote_id: _quote, amount_paid: _paid, ...header } = input
  return header
}

const isFrozen = ({ status, source_totals }: Invoice) => status !== 'draft' && !source_totals
const frozen = ({ number, status, id }: Invoice, what: string) =>
  new CrmError('conflict', `Invoice ${number} is ${status} and cannot be ${what}: credit it instead`, { existing_id: id })

// What the customer was sent stays as it was sent; dates of payment, notes and who is in charge do not.
const issued = [
  'number',
  'company_id',
  'currency',
  'exchange_rate',
  'issue_date',
  'billing_address',
  'discount_percent',
  'discount_amount',
] as const

function refuseFrozen(invoice: Invoice, known: readonly Line[], { values, lines }: Draft): void {
  const same =
    issued.every((field) => values[field] === undefined || equal(values[field], invoice[field])) &&
    lines.length === known.length &&
    lines.every((line, at) => Object.entries(line).every(([field, value]) => equal(value, known[at]?.[field as keyof Line])))
  if (!same) throw frozen(invoice, 'changed')
}

function view<R extends Invoice>(invoice: R, credit_note_ids: string[]): R & { readonly credit_note_ids: string[] } {
  return Object.assign(invoice, { credit_note_ids })
}
