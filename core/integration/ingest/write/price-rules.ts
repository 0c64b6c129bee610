import { PriceRule } from '../../../commerce/price-rules/entity.ts'
import { PriceRuleRecord } from '../../../commerce/price-rules/schema.ts'
import { toMoney } from '../../../kernel/values/money.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { digest } from '../match/merge.ts'
import { ownFields } from './own-fields.ts'
import type { Flat } from '../match/rules.ts'
import type { ObjectWriter } from './object-writer.ts'

type Tier = PriceRule['tiers'][number]
type RuleField = ReadField<'price_rules'>
/** The values of a draft by which rows of a price list are combined. */
interface RuleValues extends Flat {
  readonly tiers?: readonly Tier[]
}

const paths = { sku: 'sku', brand: 'brand', currency: 'currency', valid_from: 'valid_from', valid_to: 'valid_to' }
const own = {
  fields: PriceRule.fields,
  shown: Object.keys(PriceRuleRecord.properties),
  only: ['name', 'company_tier', 'category', 'priority', 'active'],
}
// What a row of a price list says about the product and not about its price.
const besides = ['supplier_currency', 'stock_incoming'] as const

/**
 * Prices and discounts of a source: rules by external id, else by what they apply to; rows that differ in quantity are tiers of one
 * scale.
 */
export const priceRules: ObjectWriter<typeof PriceRule.fields> = {
  object: 'price_rules',
  entity: PriceRule,
  keys: [{ column: 'source_key', taken: 'share' }],
  custom: 'custom',
  owner: '',
  own,
  draft(reading, source) {
    const said = ownFields(reading, own, source)
    const draft = new DraftBuilder<RuleField>(reading, PriceRule.fields, source).copyAll(paths).custom('custom', said).setOwn(said.values)
    for (const field of besides) draft.set(`custom.${field}`, draft.read(field))
    const customer = draft.text('customer_external_id')
    const name = draft.text('customer_name')
    if (customer !== undefined) draft.company = { external_id: customer.slice(0, 255), ...(name !== undefined && { name }) }
    else if (name !== undefined) draft.company = { name }
    setValue(draft)
    if (draft.text('external_id') === undefined) draft.set('source_key', keyOf(source.provider, customer ?? name, draft.values))
    return draft.build()
  },
  link: (_party, { id }) => ({ values: { company_id: id } }),
  identity: ({ sku = null, brand = null, kind = null }) => JSON.stringify([sku, brand, kind]),
  combine(one: RuleValues, other: RuleValues) {
    const tiers = stepsOf(one.tiers, other.tiers)
    const value = other['value'] ?? one['value'] ?? null
    return { ...one, ...other, value, tiers }
  },
  // A tier that arrives alone joins the existing scale.
  complete(rule, given, before) {
    if (before && given.has('tiers') && before.kind === rule.kind) {
      rule.tiers = stepsOf(before.tiers, rule.tiers)
      rule.value ??= before.value
    }
  },
}

/** A price goes before a percentage, because it says what is to be paid. */
function setValue(draft: DraftBuilder<RuleField>): void {
  const [price, percent, quantity] = [draft.read('price'), draft.read('discount_percent'), draft.read('min_quantity')]
  const value = typeof price === 'number' ? toMoney(price) : percent
  if (typeof value !== 'number') {
    draft.problem ??= { code: 'no_price', field: 'price', reason: 'no price: neither a price nor a discount was found in the record' }
    return
  }
  if (typeof price === 'number' && typeof percent === 'number') {
    draft.warnings.push(`discount_percent: ${percent} beside a price is kept as custom discount_percent`)
    draft.set('custom.discount_percent', percent)
  }
  const scale = typeof quantity === 'number' && quantity > 1
  draft.set('kind', typeof price !== 'number' ? 'discount_percent' : draft.read('is_tester') === true ? 'tester' : 'fixed_price')
  draft.set('value', scale ? null : value)
  draft.set('tiers', scale ? [{ min_quantity: quantity, value }] : [])
}

/** The key of a row without an id: rows that apply to the same are one rule, whatever their quantities. */
function keyOf(provider: string, customer: string | undefined, { sku, brand, currency, valid_from, valid_to, kind }: Flat): string {
  return digest(JSON.stringify([provider, customer, sku, brand, currency, valid_from, valid_to, kind]))
}

function stepsOf(one: readonly Tier[] = [], other: readonly Tier[] = []): Tier[] {
  const byQuantity = new Map([...one, ...other].map((tier) => [tier.min_quantity, tier]))
  return [...byQuantity.values()].toSorted((a, b) => a.min_quantity - b.min_quantity)
}
