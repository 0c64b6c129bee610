import type { PriceRule } from './entity.ts'

/** Rules by customer and article, so that a line is compared only with rules that name its customer and article, or none. */
export class RuleBook {
  readonly #pages: ReadonlyMap<string, readonly PriceRule[]>

  /** The rules are in the order of their ids, and so are those of each line. */
  constructor(rules: readonly PriceRule[]) {
    this.#pages = Map.groupBy(rules, ({ company_id, product_id, sku }) => pageOf(company_id, product_id, product_id === null ? sku : null))
  }

  /** The rules that can be for this customer and article. */
  rulesFor(company_id: string | null, product_id: string | null, sku: string | null): PriceRule[] {
    const articles = [[null, null], ...(product_id === null ? [] : [[product_id, null]]), ...(sku === null ? [] : [[null, sku]])] as const
    const customers = company_id === null ? [null] : [null, company_id]
    const found = customers.flatMap((customer) =>
      articles.flatMap(([product, code]) => this.#pages.get(pageOf(customer, product, code)) ?? []),
    )
    return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
}

const pageOf = (...names: readonly (string | null)[]) => JSON.stringify(names)
