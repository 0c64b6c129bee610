import { type Static, Type } from '@sinclair/typebox'
import { Decimal } from 'decimal.js'
import { type Expression, sql, type SqlBool } from 'kysely'
import { homeOf, todayOf } from '../access/organization.ts'
import { dayOf, documentRate, rateOn } from '../currencies/rates.ts'
import { Deal } from '../deals/entity.ts'
import { CreditNote, Invoice } from '../documents/entity.ts'
import { Closed, Count, Day, described, Nullable } from '../kernel/schema.ts'
import { Order } from '../orders/entity.ts'
import { PriceRule } from '../price-rules/entity.ts'
import type { Row } from '../storage/codec.ts'
import type { AnyEntityClass, EntityClass } from '../storage/entity.ts'
import { Records } from '../storage/records.ts'
import { Task } from '../tasks/entity.ts'
import { presentTask, TaskRecord } from '../tasks/schema.ts'
import { toMoney } from '../values/money.ts'
import { CompanyRecord, presentCompany } from './schema.ts'
import { CompanyService } from './service.ts'

/** Answer of `GET /companies/{id}/summary`. Amounts are in the currency of the organisation, and leave out what no rate converts. */
export const CompanySummary = Closed({
  company: CompanyRecord,
  currency: Type.String({ description: 'Of the organisation: every amount is in it' }),
  open_deals: Closed(
    { count: Count('How many'), amount: Type.Number({ description: 'What they are worth, net' }) },
    { description: 'Deals that are not closed' },
  ),
  revenue: Closed(
    { this_year: Type.Number({ description: 'Since 1 January' }), last_year: Type.Number({ description: 'Of the year before' }) },
    { description: 'Invoices less credit notes, without tax, by the day of issue' },
  ),
  unpaid_amount: Type.Number({ description: 'What is still to be paid' }),
  overdue_amount: Type.Number({ description: 'What of that is past its due date' }),
  last_order: Nullable(
    Closed(
      {
        id: Type.String({ description: 'The order' }),
        number: Nullable(Type.String({ description: 'Its number' })),
        status: Type.String({ description: 'How far it has come' }),
        order_date: Nullable(Day('Day of the order')),
        total_incl_tax: Nullable(Type.Number({ description: 'Gross total' })),
      },
      { description: 'The newest order' },
    ),
  ),
  price_rules: Count('Active ones for this company alone'),
  next_task: described(Nullable(TaskRecord), 'The open task that is due first'),
})

/** Which amounts are summed, and how they are converted. */
interface Sum {
  readonly company_id: string
  readonly home: string
  readonly today: string
  readonly where: Expression<SqlBool>
}

/** What a salesperson wants to know of a company at a glance. */
export class CompanySummaries {
  static readonly inject = [CompanyService, Records] as const
  readonly #companies: CompanyService
  readonly #records: Records

  constructor(companies: CompanyService, records: Records) {
    this.#companies = companies
    this.#records = records
  }

  /**
   * The company at a glance, as of today where the organisation is; throws `not_found`. Invoices that the caller does not see are not
   * in it.
   */
  async of(id: string): Promise<Static<typeof CompanySummary>> {
    const company = await this.#companies.get(id)
    const [{ currency }, today] = [await homeOf(this.#records), await todayOf(this.#records)]
    const year = Number(today.slice(0, 4))
    const exact = (entity: AnyEntityClass, column: string, where: Expression<SqlBool>) =>
      this.#sum(entity, column, { company_id: company.id, home: currency, today, where })
    const sum = async (entity: AnyEntityClass, column: string, where: Expression<SqlBool>) =>
      toMoney((await exact(entity, column, where)).toNumber())
    const revenue = async (of: number) => {
      const issued = sql<SqlBool>`issue_date >= ${`${of}-01-01`} and issue_date <= ${`${of}-12-31`} and status not in ('draft', 'void')`
      const credited = await exact(CreditNote, 'total_excl_tax', issued)
      return toMoney((await exact(Invoice, 'total_excl_tax', issued)).minus(credited).toNumber())
    }
    const unpaid = sql<SqlBool>`status not in ('draft', 'void', 'paid')`
    const shown = {
      company: presentCompany(company, this.#records.unit.now),
      currency,
      open_deals: {
        count: await this.#count(Deal, company.id, sql`status = 'open'`),
        amount: await sum(Deal, 'amount', sql`status = 'open'`),
      },
      revenue: { this_year: await revenue(year), last_year: await revenue(year - 1) },
      unpaid_amount: await sum(Invoice, 'balance_due', unpaid),
      overdue_amount: await sum(Invoice, 'balance_due', sql`${unpaid} and due_date is not null and due_date < ${today}`),
      last_order: await this.#lastOrder(company.id),
      price_rules: await this.#count(PriceRule, company.id, sql`active`),
      next_task: await this.#nextTask(company.id),
    }
    return shown as unknown as Static<typeof CompanySummary>
  }

  /** In the organisation's currency, by the rate of each document or that of its day; what has neither is left out. Exact until the end. */
  async #sum(entity: AnyEntityClass, column: string, { company_id, home, today, where }: Sum): Promise<Decimal> {
    const { table, fields } = entity
    const code = sql.ref(`${table}.currency`)
    const rate =
      'exchange_rate' in fields
        ? documentRate(this.#records, home, today, table)
        : rateOn(this.#records, home, { currency: code, day: dayOf(this.#records, today) })
    const rated = this.#records.db
      .selectFrom(table)
      .select([sql<boolean>`coalesce(${code}, ${home}) = ${home}`.as('home'), sql`${rate}`.as('rate'), column])
      .where('company_id', '=', company_id)
      .where('deleted_at', 'is', null)
      .where(where)
    const rows: readonly Row[] = await this.#records.db
      .selectFrom(rated.as('rated'))
      .select(['home', 'rate', sql`sum(${sql.ref(column)})`.as('sum')])
      .groupBy(['home', 'rate'])
      .execute()
    const codec = this.#records.codec(entity)
    return rows.reduce((total, { home: own, rate, sum }) => {
      const amount = sum === null ? 0 : (codec.fromRow({ [column]: sum })[column] as number)
      const worth = own ? 1 : ((rate as number | null) ?? 0)
      return total.plus(new Decimal(amount).times(worth))
    }, new Decimal(0))
  }

  async #count({ table }: AnyEntityClass, company_id: string, where: Expression<SqlBool>): Promise<number> {
    const counted = this.#records.db.selectFrom(table).select(sql<number>`count(*)`.as('number'))
    const row = await counted.where('company_id', '=', company_id).where('deleted_at', 'is', null).where(where).executeTakeFirst()
    return Number(row?.number ?? 0)
  }

  /** By the day of the order, else that of issue; one without either is not the last. */
  async #lastOrder(company_id: string): Promise<object | null> {
    const [order] = await this.#first(
      Order,
      company_id,
      sql`coalesce(order_date, issue_date) is not null`,
      sql`coalesce(order_date, issue_date) desc`,
    )
    if (!order) return null
    const { id, number, status, order_date, issue_date, total_incl_tax } = order
    return { id, number, status, order_date: order_date ?? issue_date, total_incl_tax }
  }

  async #nextTask(company_id: string): Promise<object | null> {
    const [task] = await this.#first(Task, company_id, sql`status = 'open' and due_at is not null`, sql`due_at`)
    return task ? presentTask(task, this.#records.unit.now) : null
  }

  /** The first live row of a company by this order; of equal ones the newest. */
  async #first<T extends AnyEntityClass>(
    entity: T,
    company_id: string,
    where: Expression<SqlBool>,
    order: Expression<unknown>,
  ): Promise<InstanceType<T>[]> {
    const query = this.#records.db
      .selectFrom(entity.table)
      .select('id')
      .where('company_id', '=', company_id)
      .where('deleted_at', 'is', null)
    const row = await query
      .where(where)
      .orderBy(order as never)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return (await this.#records.findBy(entity as unknown as EntityClass, 'id', [row?.['id']])) as unknown as InstanceType<T>[]
  }
}
