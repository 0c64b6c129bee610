import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { homeOf } from '../access/organization.ts'
import { Company } from '../companies/entity.ts'
import { CurrentActor } from '../kernel/actor.ts'
import { invalid } from '../kernel/errors.ts'
import type { Changes } from '../kernel/resource.ts'
import type { Reply } from '../kernel/reply.ts'
import { Ids } from '../ports/ids.ts'
import { Product } from '../products/entity.ts'
import { productsOf } from '../products/look-up.ts'
import { checkLinks } from '../storage/links.ts'
import { RecordStore } from '../storage/record-store.ts'
import { Records } from '../storage/records.ts'
import { withoutAliases } from '../values/aliases.ts'
import { dayOf } from '../values/calendar.ts'
import { PriceRule, type RuleKind } from './entity.ts'
import { Prices } from './prices.ts'
import {
  type PriceQuery,
  type PriceRuleCreate,
  priceRuleFilters,
  priceRuleSorts,
  type PriceRuleUpdate,
  type ResolvedPrices,
} from './schema.ts'

type Values = Partial<Omit<PriceRule, 'id'>>

/** Price rules: one per external id, and what they make of lines (records.md 5). */
export class PriceRuleService extends RecordStore<typeof PriceRule.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Prices] as const
  readonly #prices: Prices

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, prices: Prices) {
    const options = { entity: PriceRule, object: 'price_rules', keys: [], filters: priceRuleFilters, sorts: priceRuleSorts }
    super({ em, records, actor, ids }, options)
    this.#prices = prices
  }

  /** The rule of this external id, completed; a new one when there is none. */
  async create(input: Static<typeof PriceRuleCreate>, reply: Reply): Promise<PriceRule> {
    const values = normalised(input)
    await checkLinks(this.records, values, links)
    const known = await this.references.findAny(values.external_ids ?? [])
    if (!known) {
      check({ ...blank, ...values })
      return await this.add(values)
    }
    reply.matched('external_id')
    const rule = await this.forChange(known)
    check({ ...rule, ...values })
    await this.complete(rule, values)
    return rule
  }

  async update(id: string, input: Changes<typeof PriceRuleUpdate>, reply: Reply): Promise<PriceRule> {
    const rule = await this.forChange(id, reply)
    const values = normalised(input)
    await checkLinks(this.records, values, links)
    check({ ...rule, ...values })
    this.change(rule, values)
    return rule
  }

  /** The net price of each line, the rule that won and why the others did not. */
  async resolve({ company_id = null, lines, ...asked }: PriceQuery): Promise<Static<typeof ResolvedPrices>> {
    await checkLinks(this.records, { company_id }, links)
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
}

const links = { company_id: Company, product_id: Product }
const blank = { kind: 'fixed_price' as const, value: null, tiers: [], valid_from: null, valid_to: null }

/** What is stored for what was given: aliases, tiers by rising quantity. */
function normalised(input: Partial<Static<typeof PriceRuleCreate>>): Values {
  const values = withoutAliases<Values>(input, { custom_properties: 'custom' })
  if (values.tiers) values.tiers = values.tiers.toSorted((a, b) => a.min_quantity - b.min_quantity)
  return values
}

const ranges: Readonly<Record<RuleKind, readonly [least: number, most: number]>> = {
  fixed_price: [0, Number.POSITIVE_INFINITY],
  tester: [0, Number.POSITIVE_INFINITY],
  discount_percent: [-1000, 100],
  markup_percent: [-100, 100_000],
}

/** A rule must be able to make a price, and never a negative one. */
function check({
  kind,
  value,
  tiers,
  valid_from,
  valid_to,
}: Pick<PriceRule, 'kind' | 'value' | 'tiers' | 'valid_from' | 'valid_to'>): void {
  if (value === null && tiers.length === 0) throw invalid('/value', 'required', 'value or tiers are required')
  const [least, most] = ranges[kind]
  const values = [['/value', value] as const, ...tiers.map((tier, at) => [`/tiers/${at}/value`, tier.value] as const)]
  for (const [path, each] of values) {
    if (each === null || (each >= least && each <= most)) continue
    throw invalid(path, each < least ? 'too_small' : 'too_big', `The value of a ${kind} lies between ${least} and ${most}`)
  }
  const twice = tiers.findIndex((tier, at) => tier.min_quantity === tiers[at - 1]?.min_quantity)
  if (twice >= 0) throw invalid(`/tiers/${twice}/min_quantity`, 'duplicate', 'Two tiers begin at one quantity')
  if (valid_from !== null && valid_to !== null && valid_from > valid_to)
    throw invalid('/valid_to', 'too_small', 'valid_to is before valid_from')
}
