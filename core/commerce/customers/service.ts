import type { Decimal } from 'decimal.js'
import { type Static, Type } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import { rounded } from '../../kernel/money/currency-total.ts'
import { homeToday } from '../../platform/currencies/rates.ts'
import { unconverted, UnconvertedRecords } from '../../platform/currencies/converted-sums.ts'
import { dealsOf } from '../../crm/deals/counts.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Closed, Count, Day, described, Nullable } from '../../kernel/operation/schema/schema.ts'
import { Order } from '../orders/entity.ts'
import { PriceRule } from '../price-rules/entity.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Task } from '../../crm/tasks/entity.ts'
import { presentTask, TaskRecord } from '../../crm/tasks/schema.ts'
import { ordered, placed } from './amounts.ts'
import { billingOf } from './billing.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { CompanyService } from '../../crm/companies/service.ts'

/** Answer of `GET /companies/{id}/summary`. Amounts are in the currency of the organization, and leave out what no rate converts. */
export const CompanySummary = Closed({
  company: CompanyRecord,
  currency: Type.String({ description: 'Of the organization: every amount but that of last_order is in it' }),
  open_deals: Closed(
    { count: Count('How many'), amount: Type.Number({ description: 'Sum of their amounts, net' }) },
    { description: 'Deals that are not closed' },
  ),
  revenue: Closed(
    { this_year: Type.Number({ description: 'Since 1 January' }), last_year: Type.Number({ description: 'Of the year before' }) },
    { description: 'Invoices less credit notes, without tax, by the day of issue' },
  ),
  unpaid_amount: Type.Number({ description: 'What is still to be paid' }),
  overdue_amount: Type.Number({ description: 'What of that is past its due date' }),
  open_credit_amount: Type.Number({ description: 'What of its credit notes is not used yet' }),
  other_currencies: UnconvertedRecords,
  last_order: Nullable(
    Closed(
      {
        id: Type.String({ description: 'The order' }),
        number: Nullable(Type.String({ description: 'Its number' })),
        status: Type.String({ description: 'Its status' }),
        order_date: Nullable(Day('Day of the order')),
        currency: Nullable(Type.String({ description: 'ISO 4217, of its total' })),
        total_incl_tax: Nullable(Type.Number({ description: 'Gross total' })),
      },
      { description: 'The newest order that is not cancelled' },
    ),
  ),
  price_rules: Count('Rules for this company alone that apply today'),
  next_task: described(Nullable(TaskRecord), 'The open task that is due first'),
})

// Price rules that apply on a day; both ends are included.
const holdsOn = (day: string) =>
  sql<SqlBool>`active and (valid_from is null or valid_from <= ${day}) and (valid_to is null or valid_to >= ${day})`

/** What a salesperson wants to know of a company at a glance. */
export class CompanySummaries {
  static readonly uses = { companies: CompanyService, records: Records }
  readonly #uses: Resolved<typeof CompanySummaries.uses>
  readonly #deals = dealsOf('company_id')

  constructor(uses: Resolved<typeof CompanySummaries.uses>) {
    this.#uses = uses
  }

  /**
   * The company at a glance, as of today where the organization is; throws `not_found`. Invoices that the caller does not see are not
   * in it.
   */
  async of(id: string): Promise<Static<typeof CompanySummary>> {
    const company = await this.#uses.companies.get(id)
    const home = await homeToday(this.#uses.records)
    const year = Number(home.today.slice(0, 4))
    const [billed] = await billingOf(this.#uses.records, [company.id], home, [yearOf(year), yearOf(year - 1)])
    const [{ open } = {}] = await this.#deals(this.#uses.records, [company])
    const worth = (amount: Decimal | undefined) => rounded(amount, home.currency)
    return {
      company: presentCompany(company, this.#uses.records.unit.now),
      currency: home.currency,
      open_deals: { count: open?.count ?? 0, amount: worth(open?.sums[0]) },
      revenue: { this_year: worth(billed?.revenue[0]), last_year: worth(billed?.revenue[1]) },
      unpaid_amount: worth(billed?.unpaid),
      overdue_amount: worth(billed?.overdue),
      open_credit_amount: worth(billed?.credit),
      other_currencies: unconverted([open, ...(billed?.worths ?? [])]),
      last_order: await this.#lastOrder(company.id),
      price_rules: await this.#count(PriceRule, company.id, holdsOn(home.today)),
      next_task: await this.#nextTask(company.id),
    }
  }

  async #count({ table }: EntityTable, company_id: string, where: Expression<SqlBool>): Promise<number> {
    const counted = this.#uses.records.db.selectFrom(table).select(sql<number>`count(*)`.as('number'))
    const row = await counted.where('company_id', '=', company_id).where('deleted_at', 'is', null).where(where).executeTakeFirst()
    return Number(row?.number ?? 0)
  }

  /** By the day of the order, else that of issue; one without either is not the last. */
  async #lastOrder(company_id: string): Promise<Static<typeof CompanySummary>['last_order']> {
    const [order] = await this.#first(Order, company_id, sql`${placed} and ${ordered} is not null`, sql`${ordered} desc`)
    if (!order) return null
    const { id, number, status, order_date, issue_date, currency, total_incl_tax } = order
    return { id, number, status, order_date: order_date ?? issue_date, currency, total_incl_tax }
  }

  async #nextTask(company_id: string): Promise<Static<typeof TaskRecord> | null> {
    const [task] = await this.#first(Task, company_id, sql`status = 'open' and due_at is not null`, sql`due_at`)
    return task ? presentTask(task, this.#uses.records.unit.now) : null
  }

  /** The first live row of a company by this order; of equal ones the newest. */
  async #first<F extends Fields>(
    entity: EntityTable<F>,
    company_id: string,
    where: Expression<SqlBool>,
    order: Expression<unknown>,
  ): Promise<RecordOf<F>[]> {
    const query = this.#uses.records.db
      .selectFrom(entity.table)
      .select('id')
      .where('company_id', '=', company_id)
      .where('deleted_at', 'is', null)
    const row = await query.where(where).orderBy(order).orderBy('id', 'desc').limit(1).executeTakeFirst()
    return await this.#uses.records.findBy(entity, 'id', [row?.id])
  }
}

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` })
