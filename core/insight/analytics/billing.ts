import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { Invoice } from '../../commerce/invoices/entity.ts'
import { openInvoice } from '../../commerce/invoices/settlement.ts'
import { bucketOf, dayText } from '../../kernel/money/bucket.ts'
import { shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally, zero } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { dayAfter } from '../../kernel/values/calendar.ts'
import { textOrNull } from '../../kernel/values/scalar.ts'
import type { ReceivablesAnswer, ReceivablesQuery, RevenueAnswer, RevenueQuery } from './billing-schema.ts'
import { aged, owed } from './ageing.ts'
import { byName, ratio } from './common.ts'
import { type BillingScope, companyNames, groupedBy, IssuedDocuments, moneyOf, net, top } from './issued.ts'

// Days of sales outstanding are measured against what was invoiced in as many days, the quarter that most firms go by.
const DSO_DAYS = 90
/** Revenue, receivables and sold products. */
export class BillingAnalytics {
  static readonly uses = { records: Records, issued: IssuedDocuments }
  readonly #uses: Resolved<typeof BillingAnalytics.uses>

  constructor(uses: Resolved<typeof BillingAnalytics.uses>) {
    this.#uses = uses
  }

  /**
   * Invoiced and credited amounts and the revenue, net. Throws `invalid_input` for days that contradict each other, as every analysis of a
   * span does.
   */
  async revenue({ limit = 20, company_id, owner, ...days }: Static<typeof RevenueQuery>): Promise<Static<typeof RevenueAnswer>> {
    const span = await spanOf(await calendarOf(this.#uses.records), days, 'm12')
    const scope = await this.#uses.issued.resolved({ company_id, owner })
    const month = bucketOf(dayText(sql.ref('d.issue_date'), this.#uses.records.dialect), 'month', this.#uses.records.dialect)
    const documents = await this.#uses.issued.documents(span, scope, [month, sql.ref('d.company_id'), sql.ref('d.owner_email')])
    const lines = await this.#uses.issued.lines(span, scope, [sql.ref('l.sku')])
    const total = new CurrencyTotal(span.currency)
    const by = (at: number) => [...groupedBy(documents, at)].map(([key, own]) => ({ key, ...net(own, span.currency) }))
    const own = net(documents, span.currency, total)
    const companies = top(by(1), limit)
    const named = await companyNames(
      this.#uses.records,
      companies.map(({ key }) => key),
    )
    return {
      period: shownSpan(span),
      currency: span.currency,
      ...own,
      months: byName(groupedBy(documents, 0)).flatMap(([key, some]) => (key === null ? [] : [{ month: key, ...net(some, span.currency) }])),
      companies: companies.map(({ key, ...rest }) => ({ company_id: key, name: named.get(key ?? '') ?? null, ...rest })),
      products: top(
        [...groupedBy(lines, 0)].map(([key, some]) => ({ key, ...net(some, span.currency) })),
        limit,
      ).map(({ key, ...rest }) => ({ sku: key, ...rest })),
      owners: top(by(2), limit).map(({ key, ...rest }) => ({ owner_email: key, ...rest })),
      currencies: byName(groupedBy(documents, 3)).map(([code, some]) => ({
        currency: code ?? span.currency,
        ...net(some, code ?? span.currency),
      })),
      other_currencies: total.others,
    }
  }

  /** Invoiced less credited amounts, net; amounts without a rate are left out. */
  async earned(span: Span): Promise<number> {
    return net(await this.#uses.issued.documents(span, {}, []), span.currency).revenue
  }

  /** Balances due by age and by debtor, as of today in the organization. */
  async receivables({ limit = 20, ...asked }: Static<typeof ReceivablesQuery>): Promise<Static<typeof ReceivablesAnswer>> {
    const span = await spanOf(await calendarOf(this.#uses.records), {})
    const scope = await this.#uses.issued.resolved(asked)
    const { today, currency } = span
    const open = this.#uses.issued.live(Invoice.table, scope).where(openInvoice((name) => sql.ref(`d.${name}`)))
    const due = dayText(sql.ref('d.due_date'), this.#uses.records.dialect)
    const keys = [sql.ref('d.company_id'), due, ...this.#uses.issued.moneyKeys(span)]
    const found = await tally(this.#uses.records, open, keys, [{ kind: 'money', sql: sql.ref('d.balance_due') }])
    const total = new CurrencyTotal(currency)
    const { amount, ageing, ...all } = aged(found, span, total)
    // Few of many debtors are shown, so that only these are sorted by age.
    const most = byName(Map.groupBy(found, ({ keys }) => textOrNull(keys[0])))
      .map(([company_id, groups]) => ({ company_id, groups, owed: owed(groups, currency) }))
      .toSorted((a, b) => b.owed.comparedTo(a.owed))
      .slice(0, limit)
    const named = await companyNames(
      this.#uses.records,
      most.map(({ company_id }) => company_id),
    )
    const debtors = most.map(({ company_id, groups }) => {
      const { ageing, amount: _, ...own } = aged(groups, span)
      const dues = groups.flatMap(({ keys }) => (keys[1] === null ? [] : [String(keys[1])])).toSorted()
      return { company_id, name: named.get(company_id ?? '') ?? null, ...own, oldest_due: dues[0] ?? null, ...ageing }
    })
    const dso = ratio(amount.times(DSO_DAYS), await this.#billedOf(span, scope))
    return { as_of: today, currency, ...all, ageing, dso, debtors, other_currencies: total.others }
  }

  /** Invoiced amounts with tax of the days by which sales outstanding are measured, up to today. */
  async #billedOf(span: Span, scope: BillingScope) {
    const recent = { ...span, from: dayAfter(span.today, 1 - DSO_DAYS), to: span.today }
    const billed = new CurrencyTotal(span.currency)
    for (const group of await this.#uses.issued.documents(recent, scope, [], 'total_incl_tax')) {
      const { code, rate } = moneyOf(group)
      if (group.sign === 1) billed.add(code, group.values[0]?.sum ?? zero, { rate })
    }
    return billed.amount
  }
}
