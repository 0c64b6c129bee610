import type { Static } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Activity } from '../../crm/activities/entity.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { dealRate, zonedHome } from '../../platform/currencies/rates.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { daysBefore, shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally, zero } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Task } from '../../crm/tasks/entity.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import { mapValues } from '../../kernel/values/objects.ts'
import { numberOrNull } from '../../kernel/values/scalar.ts'
import { endOf } from '../../kernel/values/zone.ts'
import { BillingAnalytics } from './billing.ts'
import { ratio } from './common.ts'
import { live } from './deal-states.ts'
import { during } from './during.ts'
import type { Kpis, OverviewAnswer, OverviewQuery } from './overview-schema.ts'

// `win_rate` alone may be null: no deal was closed.
type Figures = Record<Exclude<Kpis, 'win_rate'>, number> & { win_rate: number | null }

/** The figures of a period, beside those of the one before. */
export class Overview {
  static readonly uses = { records: Records, billing: BillingAnalytics }
  readonly #uses: Resolved<typeof Overview.uses>

  constructor(uses: Resolved<typeof Overview.uses>) {
    this.#uses = uses
  }

  /** The key figures, those of the period before, and the share by which each changed: null where there was no figure before, or 0. */
  async read(query: Static<typeof OverviewQuery>): Promise<Static<typeof OverviewAnswer>> {
    const span = await spanOf(await calendarOf(this.#uses.records), query, 'month')
    const before = previousOf(span)
    const total = new CurrencyTotal(span.currency)
    const current = await this.#figures(span, total)
    const previous = before && (await this.#figures(before, new CurrencyTotal(span.currency)))
    // The open pipeline is that of now: the period does not narrow it.
    const open = await this.#deals(sql`status = 'open'`)
    const subtotal = new CurrencyTotal(span.currency, total)
    for (const { currency, amount, ...beside } of open) subtotal.add(currency, amount, beside)
    const change = mapValues(current, (is, name) => {
      const was = previous?.[name]
      return is === null || was === null || was === undefined ? null : ratio(is - was, Math.abs(was))
    })
    return {
      period: shownSpan(span),
      previous_period: before && shownSpan(before),
      currency: span.currency,
      open_pipeline: { count: counted(open), amount: subtotal.value, weighted_amount: subtotal.weightedValue },
      current,
      previous,
      change,
      other_currencies: total.others,
    }
  }

  /** One span; amounts that nothing converts are listed for the asked period only, as the subtotal of the other one is thrown away. */
  async #figures(span: Span, total: CurrencyTotal): Promise<Figures> {
    const closed = await this.#deals(sql`status <> 'open' and ${during(this.#uses.records, sql.ref('closed_at'), span)}`)
    const won = closed.filter(({ status }) => status === 'won')
    const subtotal = new CurrencyTotal(span.currency, total)
    for (const { currency, amount, rate, count } of won) subtotal.add(currency, amount, { rate, count })
    return {
      new_contacts: await this.#count(Contact.table, 'created_at', span),
      new_companies: await this.#count(Company.table, 'created_at', span),
      new_deals: await this.#count(Deal.table, 'created_at', span),
      won_deals: counted(won),
      lost_deals: counted(closed) - counted(won),
      won_amount: subtotal.value,
      win_rate: ratio(counted(won), counted(closed)),
      activities: await this.#count(Activity.table, 'at', span),
      completed_tasks: await this.#count(Task.table, 'completed_at', span),
      revenue: await this.#uses.billing.earned(span),
    }
  }

  /** Live deals that meet a condition, those together that are worth alike. */
  async #deals(condition: Expression<unknown>) {
    const home = await zonedHome(this.#uses.records)
    const rows = this.#uses.records.db.selectFrom(Deal.table).where(sql<SqlBool>`${live} and ${condition}`)
    const keys = [sql.ref('status'), sql.ref('probability'), sql.ref('currency'), dealRate(this.#uses.records, home, Deal.table)]
    const groups = await tally(this.#uses.records, rows, keys, [{ kind: 'money', sql: sql.ref('amount') }])
    return groups.map(({ keys: [status, probability, currency, rate], count, values }) => ({
      status,
      currency: String(currency),
      amount: values[0]?.sum ?? zero,
      probability: Number(probability ?? 0),
      rate: numberOrNull(rate),
      count,
    }))
  }

  async #count(table: string, field: string, span: Span): Promise<number> {
    const rows = this.#uses.records.db
      .selectFrom(table)
      .where(live)
      .where(`${field}`, 'is not', null)
      .where(during(this.#uses.records, sql.ref(field), span))
    const [all] = await tally(this.#uses.records, rows, [], [])
    return all?.count ?? 0
  }
}

const counted = (groups: readonly { readonly count: number }[]): number => groups.reduce((sum, { count }) => sum + count, 0)

/** The period of the same length before: of whole months so many months, else so many days. */
function previousOf(span: Span): Span | null {
  const { from, to, zone } = span
  const days = daysBefore(span)
  if (!days || from === null || to === null) return null
  const whole = from.endsWith('-01') && dayAfter(to, 1).endsWith('-01')
  const months = whole
    ? (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
    : 0
  const last = dayAfter(from, -1)
  const first = whole ? dayOf(new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1 - months, 1))) : days.from
  return { ...span, from: first, to: last, start: zone.startOf(first), end: endOf(zone, last) }
}
