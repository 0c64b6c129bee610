import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { daysBefore, shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { companyNames, groupedBy, IssuedDocuments, type IssuedGroup, net, top } from './issued.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import type { ProductsAnswer, ProductsQuery } from './billing-schema.ts'
import { dayText } from '../../kernel/money/bucket.ts'
import { Product } from '../../commerce/products/entity.ts'
import { zero } from '../../kernel/money/tally.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { Records } from '../../kernel/storage/records/records.ts'

/** What was sold of each article, and to whom no more. */
export class ProductSales {
  static readonly uses = { records: Records, issued: IssuedDocuments }
  readonly #uses: Resolved<typeof ProductSales.uses>

  constructor(uses: Resolved<typeof ProductSales.uses>) {
    this.#uses = uses
  }

  /**
   * Quantity and net revenue by article, brand and category, and the customers who stopped buying. A line without a product has neither brand
   * nor category.
   */
  async read({ limit = 20, sku, ...days }: Static<typeof ProductsQuery>): Promise<Static<typeof ProductsAnswer>> {
    const span = await spanOf(await calendarOf(this.#uses.records), days, 'quarter')
    const of = (name: string) =>
      sql`(${this.#uses.records.db.selectFrom(`${Product.table} as p`).select(`p.${name}`).whereRef('p.id', '=', 'l.product_id')})`
    const lines = await this.#uses.issued.lines(span, { sku }, [sql.ref('l.sku'), of('brand'), of('category'), sql.ref('d.company_id')])
    const total = new CurrencyTotal(span.currency)
    net(lines, span.currency, total)
    const by = (at: number) =>
      top(
        [...groupedBy(lines, at)].map(([key, own]) => ({
          key,
          quantity:
            own
              .reduce((sum, { values, sign }) => sum.plus((values[1]?.sum ?? zero).times(sign)), zero)
              .toDecimalPlaces(4)
              .toNumber() + 0,
          ...net(own, span.currency),
          customers: new Set(own.flatMap(({ keys, sign }) => (sign === 1 && keys[3] ? [keys[3]] : []))).size,
        })),
        limit,
      )
    return {
      period: shownSpan(span),
      currency: span.currency,
      skus: by(0).map(({ key, ...rest }) => ({ sku: key, ...rest })),
      brands: by(1).map(({ key, ...rest }) => ({ brand: key, ...rest })),
      categories: by(2).map(({ key, ...rest }) => ({ category: key, ...rest })),
      stopped: await this.#stopped(span, sku, lines, limit),
      other_currencies: total.others,
    }
  }

  /** Customers who were invoiced in the period before, of the same length, and not in this one. */
  async #stopped(span: Span, sku: string | undefined, lines: readonly IssuedGroup[], limit: number) {
    const days = daysBefore(span)
    if (!days) return []
    const before = { ...span, ...days }
    const day = dayText(sql.ref('d.issue_date'), this.#uses.records.dialect)
    const past = await this.#uses.issued.lines(before, { sku }, [sql.ref('d.company_id'), day])
    // A credit note is no purchase.
    const still = new Set(lines.flatMap(({ keys, sign }) => (sign === 1 ? [keys[3]] : [])))
    const gone = [...groupedBy(past, 0)].filter(([id, own]) => id !== null && !still.has(id) && own.some(({ sign }) => sign === 1))
    const named = await companyNames(
      this.#uses.records,
      gone.map(([id]) => id),
    )
    const shown = gone.map(([id, own]) => ({
      key: id,
      last_bought:
        own
          .flatMap(({ keys, sign }) => (sign === 1 ? [String(keys[1])] : []))
          .toSorted()
          .at(-1) ?? '',
      revenue: net(own, span.currency).revenue,
    }))
    return top(shown, limit).map(({ key, ...rest }) => ({ company_id: key, name: named.get(key ?? '') ?? null, ...rest }))
  }
}
