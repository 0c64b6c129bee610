import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { todayOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records.ts'
import { meantBy } from '../../kernel/storage/references.ts'
import { pageOfAll, type Paging } from '../../kernel/storage/whole-list.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { timesUnits, toUnits } from '../../kernel/values/units.ts'
import { Drafts } from '../documents/drafts.ts'
import { CreditNoteService } from '../credit-notes/service.ts'
import { CreditNote } from '../credit-notes/entity.ts'
import { Invoice } from './entity.ts'
import { isOpen } from './filters.ts'
import { InvoiceService } from './service.ts'
import type { InvoiceView, PaymentInput } from './schema.ts'
import { balanceOf, creditable, settledBy } from './settlement.ts'
import { sum } from '../documents/totals.ts'

/** What one customer owes in one currency. */
export interface OpenItems {
  readonly company_id: string | null
  readonly company_name: string | null
  readonly currency: string | null
  readonly invoices: number
  readonly balance_due: number
  readonly overdue_amount: number
  readonly oldest_due_date: string | null
}

// Customers in an answer, the greatest balances.
const MOST = 200

/** What is paid of invoices, and what is not (records.md 6). */
export class PaymentService {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Drafts] as const
  readonly #invoices: InvoiceService
  readonly #notes: CreditNoteService
  readonly #records: Records
  readonly #ids: Ids

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, drafts: Drafts) {
    this.#invoices = new InvoiceService(em, records, actor, ids, drafts)
    this.#notes = new CreditNoteService(em, records, actor, ids, drafts)
    this.#records = records
    this.#ids = ids
  }

  /** The invoices whose payments these are. */
  get invoices(): InvoiceService {
    return this.#invoices
  }

  /**
   * Records a payment in the currency of the invoice, and answers the invoice with what is still due. One with the reference of an
   * earlier one is that one, and `conflict` where it says another amount. Throws `conflict` for a draft or a void invoice, too, and
   * `invalid_input` for 0, for decimals that the currency lacks, for more given back than was paid, and for more than is due unless that is
   * said to be meant.
   */
  async record(
    { id, date, method = null, reference = null, allow_overpayment = false, ...input }: PaymentInput,
    reply: Reply,
  ): Promise<InvoiceView> {
    const invoice = await this.#invoices.store.forChange(id, reply)
    const amount = toMoney(input.amount)
    if (amount === 0) throw invalid('/amount', 'not_allowed', 'A payment of nothing is none')
    const decimals = exponentOf(invoice.currency)
    // What a source has may be finer, and is to be paid in full.
    if (!invoice.source_totals && timesUnits(toUnits(amount), 1, decimals) !== toUnits(amount))
      throw invalid('/amount', 'not_allowed', `An amount in ${invoice.currency} has ${decimals} decimals`)
    const same = reference === null ? undefined : invoice.payments.find((each) => each.reference === reference)
    if (same && same.amount !== amount)
      throw new CrmError('conflict', `The payment ${reference} of ${same.amount} is recorded already`, { existing_id: same.id })
    if (same) reply.matched('reference')
    else {
      if (!creditable(invoice)) throw new CrmError('conflict', `Invoice ${invoice.number} is ${invoice.status}: it cannot be paid`)
      const paid = sum(invoice.amount_paid, amount)
      if (paid < 0 && (invoice.total_incl_tax ?? 0) >= 0)
        throw invalid('/amount', 'too_small', `Only ${invoice.amount_paid} was paid of the invoice`)
      if (!allow_overpayment && exceeds(amount, invoice))
        throw invalid('/amount', 'too_big', `Only ${invoice.balance_due} is due: send allow_overpayment where more came in`)
      const payment = { id: this.#ids.next(), amount, date: date ?? (await todayOf(this.#records)), method, reference }
      const due = balanceOf({ ...invoice, amount_paid: paid }) ?? 0
      // What is given back is owed again, and a credit that was more than was due is there for it.
      const taken = amount < 0 && due > 0 ? await this.#notes.takeRest(invoice.id, due) : 0
      const amounts = { amount_paid: paid, amount_credited: sum(invoice.amount_credited, taken) }
      this.#invoices.store.change(invoice, {
        ...settledBy(invoice, amounts, this.#records.unit.now),
        payments: [...invoice.payments, payment],
      })
    }
    return await this.#invoices.whole(invoice)
  }

  /** A page of the payments in the order of their recording, and the credit notes that were applied; throws `not_found`. */
  async list({ id, ...page }: { readonly id: string } & Static<typeof Paging>) {
    const { payments } = await this.#invoices.store.get(id)
    const { items, next_cursor } = pageOfAll(payments, page, (payment) => payment.id)
    const notes = await this.#records.findBy(CreditNote, 'invoice_id', [id])
    return {
      payments: [...items],
      next_cursor,
      credit_notes: notes
        .filter(({ applied_amount }) => applied_amount !== 0)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((each) => ({ credit_note_id: each.id, number: each.number, amount: each.applied_amount, date: each.issue_date })),
    }
  }

  /**
   * What customers owe, the greatest balance first, by company and currency; 200 at most. Overdue is counted as of today where the
   * organisation is.
   */
  async openItems({
    company_id,
    currency,
    overdue,
  }: {
    readonly company_id?: string
    readonly currency?: string
    readonly overdue?: boolean
  }): Promise<OpenItems[]> {
    const today = await todayOf(this.#records)
    const late = sql<SqlBool>`due_date is not null and due_date < ${today}`
    let query = this.#records.db
      .selectFrom(Invoice.table)
      .select(['company_id', 'currency', sql<number>`count(*)`.as('invoices'), sql`min(due_date)`.as('oldest_due_date')])
      .select([sql`sum(balance_due)`.as('balance_due'), sql`sum(case when ${late} then balance_due else 0 end)`.as('overdue_amount')])
      .where('deleted_at', 'is', null)
      .where(isOpen)
    if (company_id !== undefined) query = query.where('company_id', '=', await meantBy(this.#records, Company, company_id))
    if (currency !== undefined) query = query.where('currency', '=', currency)
    if (overdue !== undefined) query = query.where(overdue ? late : sql<SqlBool>`not coalesce(${late}, false)`)
    const groups = query.groupBy(['company_id', 'currency']).orderBy('balance_due', 'desc')
    // Where nulls come is for each database to say, unless the statement does.
    const unnamed = sql`(case when company_id is null then 1 else 0 end)`
    const rows = await groups.orderBy(unnamed).orderBy('company_id').orderBy('currency').limit(MOST).execute()
    const companies = await this.#records.findBy(Company, 'id', new Set(rows.map((row) => row['company_id'])))
    const names = new Map(companies.map(({ id, name }) => [id, name]))
    const codec = this.#records.codec(Invoice)
    const money = (value: unknown) => codec.fromRow({ balance_due: value })['balance_due'] as number
    return rows.map((row) => ({
      company_id: row['company_id'] === null ? null : String(row['company_id']),
      company_name: names.get(String(row['company_id'])) ?? null,
      currency: row['currency'] === null ? null : String(row['currency']),
      invoices: Number(row['invoices']),
      balance_due: money(row['balance_due']),
      overdue_amount: money(row['overdue_amount']),
      oldest_due_date: row['oldest_due_date'] === null ? null : String(row['oldest_due_date']),
    }))
  }
}

/** Whether a payment is more than what is due; an invoice of less than nothing, which a source has, is paid the other way. */
function exceeds(amount: number, { balance_due, total_incl_tax }: Invoice): boolean {
  const way = (total_incl_tax ?? 0) < 0 ? -1 : 1
  return balance_due !== null && amount * way > 0 && amount * way > balance_due * way
}
