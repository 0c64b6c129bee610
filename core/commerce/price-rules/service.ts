import type { Static } from '@sinclair/typebox'
import { homeOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { productsOf } from '../products/look-up.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { PriceRule } from './entity.ts'
import { Prices } from './prices.ts'
import { priceRuleLinks, priceRuleSets } from './sets.ts'
import { decidePriceRule, normalizePriceRule, type PriceRuleValues } from './values.ts'
import {
  type PriceQuery,
  type PriceRuleCreate,
  priceRuleFilters,
  priceRuleSorts,
  type PriceRuleUpdate,
  type ResolvedPrices,
} from './schema.ts'

/** Price rules: one per external id, and the prices that they make. */
export class PriceRuleService extends RecordStore<typeof PriceRule.fields> {
  static readonly uses = { ...storeParts, prices: Prices }
  readonly sets = priceRuleSets
  readonly #prices: Prices

  constructor(uses: Resolved<typeof PriceRuleService.uses>) {
    const options = { entity: PriceRule, object: 'price_rules', keys: [], filters: priceRuleFilters, sorts: priceRuleSorts }
    super(uses, options)
    this.#prices = uses.prices
  }

  /**
   * The rule of this external id, completed; a new one when there is none. Throws `unknown_record` for a company or product that does not
   * exist, and what `decidePriceRule` throws.
   */
  async create(input: Static<typeof PriceRuleCreate>, reply: Reply): Promise<PriceRule> {
    const given = normalizePriceRule(input)
    const known = await this.references.findAny(given.external_ids ?? [])
    if (!known) return await this.add(decidePriceRule(null, await linked(this.records, given, priceRuleLinks)))
    reply.matched('external_id')
    const rule = await this.forChange(known)
    await this.complete(rule, await this.#decided(rule, given))
    return rule
  }

  /** Changes of a rule, which must make sense with what it has already; throws `not_found`, `version_mismatch` and as `create` does. */
  async update(id: string, input: Changes<typeof PriceRuleUpdate>, reply: Reply): Promise<PriceRule> {
    const rule = await this.forChange(id, reply)
    this.change(rule, await this.#decided(rule, normalizePriceRule(input)))
    return rule
  }

  /**
   * The net price of each line, the rule that won and why the others did not. What is left out follows from the company, then from the
   * organization; the day is today in the organization. Throws `unknown_record` for ids of no record.
   */
  async resolve({ company_id: given = null, lines, ...asked }: PriceQuery): Promise<Static<typeof ResolvedPrices>> {
    const { company_id } = await linked(this.records, { company_id: given }, priceRuleLinks)
    const [company] = await this.records.findBy(Company, 'id', [company_id])
    const home = await homeOf(this.records)
    const currency = asked.currency ?? company?.currency ?? home.currency
    const company_tier = asked.company_tier ?? company?.tier ?? null
    const date = asked.date ?? dayOf(this.now, home.timezone)
    const products = await productsOf(this.records, lines)
    const wanted = lines.map(({ sku = null, quantity = 1 }, at) => ({ product: products[at], sku, quantity }))
    const resolved = await this.#prices.resolve({ customer: { id: company_id, tier: company_tier }, currency, date, lines: wanted })
    return {
      company_id,
      company_tier,
      currency,
      date,
      lines: resolved.map(({ price, list_price, rule_id, trace }, line) => {
        const { product, sku = null, quantity = 1 } = wanted[line] ?? {}
        return { line, product_id: product?.id ?? null, sku: product?.sku ?? sku, quantity, price, list_price, rule_id, trace: [...trace] }
      }),
    }
  }

  async #decided(rule: PriceRule, given: PriceRuleValues): Promise<PriceRuleValues> {
    return decidePriceRule(rule, await linked(this.records, given, priceRuleLinks, { known: rule }))
  }
}
