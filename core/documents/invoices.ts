import { EntityManager } from '@mikro-orm/core'
import { todayOf } from '../access/organization.ts'
import { CurrentActor } from '../kernel/actor.ts'
import { CrmError } from '../kernel/errors.ts'
import { Order } from '../orders/entity.ts'
import { Ids } from '../ports/ids.ts'
import { Quote } from '../quotes/entity.ts'
import { linked } from '../storage/links.ts'
import { Records } from '../storage/records.ts'
import { type Draft, Drafts } from './drafts.ts'
import { CreditNote, Invoice, InvoiceLine } from './entity.ts'
import { documentSorts, invoiceFilters } from './filters.ts'
import { invoiceValues } from './invoice-values.ts'
import type { InvoiceInput } from './schema.ts'
import { DocumentService } from './service.ts'

/** What other records say of an invoice. */
export interface Credited {
  readonly credit_note_ids: readonly string[]
  /** The day as of which it is overdue or not. */
  readonly today: string
}

const kind = {
  entity: Invoice,
  lines: InvoiceLine,
  object: 'invoices',
  prefix: 'INV',
  filters: invoiceFilters,
  sorts: [...documentSorts, 'due_date', 'balance_due'],
}

/** Invoices: one per number and external id (records.md 6). */
export class InvoiceService extends DocumentService<typeof Invoice.fields, InvoiceInput, Credited> {
  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, drafts: Drafts) {
    super({ em, records, actor, ids, drafts }, kind)
  }

  /** Due date, state and payments; see `invoiceValues`. */
  protected async own(draft: Draft, input: InvoiceInput, known?: Invoice) {
    await linked(this.records, input, { order_id: Order, quote_id: Quote })
    const { unit } = this.records
    return invoiceValues(draft, input, known, { now: this.now, today: unit.today, paymentId: () => this.store.ids.next() })
  }

  /** From `sent` on; what a source gave is never frozen, because the source may give it again. */
  protected isFrozen({ status, source_totals }: Invoice): boolean {
    return status !== 'draft' && !source_totals
  }

  protected frozen({ number, status, id }: Invoice, what: string): CrmError {
    return new CrmError('conflict', `Invoice ${number} is ${status} and cannot be ${what}: credit it instead`, { existing_id: id })
  }

  /** Each with the ids of its credit notes. */
  async viewed<R extends Invoice>(invoices: readonly R[]): Promise<(R & Credited)[]> {
    if (invoices.length === 0) return []
    const notes = await this.records.db
      .selectFrom(CreditNote.table)
      .select(['id', 'invoice_id'])
      .where(
        this.records.anyOf(
          CreditNote,
          'invoice_id',
          invoices.map(({ id }) => id),
        ),
      )
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const byInvoice = Map.groupBy(notes, ({ invoice_id }) => String(invoice_id))
    const today = await todayOf(this.records)
    return invoices.map((each) =>
      Object.assign(each, { credit_note_ids: (byInvoice.get(each.id) ?? []).map(({ id }) => String(id)), today }),
    )
  }
}
