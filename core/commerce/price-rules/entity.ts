import { Type } from '@sinclair/typebox'
import { boolean, choice, day, defaulted, hidden, integer, json, number, optional, text, uuid } from '../../kernel/operation/fields.ts'
import { Closed } from '../../kernel/operation/schema.ts'
import { customValues } from '../../kernel/operation/values.ts'
import { commonFields, entity } from '../../kernel/storage/entity.ts'
import { currency } from '../../kernel/values/currency.ts'

/** What the value of a rule is: a price, percent off the price, percent on the cost, or a price of testers only. */
export const ruleKinds = ['fixed_price', 'discount_percent', 'markup_percent', 'tester'] as const
export type RuleKind = (typeof ruleKinds)[number]

// What numeric(19,4) holds with room to spare, so that sums of prices fit, too.
const MOST = 99_999_999_999
const RuleTier = Closed({
  min_quantity: Type.Number({ minimum: 0, maximum: 1e15, description: 'From this quantity on' }),
  value: Type.Number({ minimum: -MOST, maximum: MOST, description: 'Net price or percent, by the kind of the rule' }),
})

/** The fields of a price rule; what it is for and whom it is for are joined by and, null is everything. */
export const priceRuleFields = {
  ...commonFields,
  name: optional(text({ description: 'Name of the rule', example: 'Bakers, 5 %' })),
  company_id: optional(uuid('For this customer only')),
  company_tier: optional(text({ description: 'For customers of this tier only' })),
  product_id: optional(uuid('For this product only')),
  sku: optional(text({ max: 100, description: 'For the product of this sku only' })),
  brand: optional(text({ description: 'For products of this brand only' })),
  category: optional(text({ description: 'For products of this category only' })),
  kind: choice(ruleKinds, {
    description:
      'fixed_price: value is the price; discount_percent: off the price of the product; markup_percent: on its cost; tester: value is the price of testers only',
    example: 'discount_percent',
  }),
  value: optional(
    number({
      minimum: -MOST,
      maximum: MOST,
      description: 'Net price or percent, by kind; for quantities below every tier where there are tiers',
      example: 5,
    }),
  ),
  currency: optional(currency('Currency in which the rule applies; in every one where it is null')),
  tiers: defaulted(json(Type.Array(RuleTier, { maxItems: 200, description: 'Other values from a quantity on' })), []),
  valid_from: optional(day({ description: 'First day' })),
  valid_to: optional(day({ description: 'Last day' })),
  priority: defaulted(integer({ description: 'The highest wins among rules that are equally specific' }), 0),
  active: defaulted(boolean('Applies at all'), true),
  custom: customValues(),
  /** What a row of a source is about, where the source gives its rows no id. */
  source_key: hidden(optional(text())),
}

const schema = entity('PriceRule', 'price_rules', priceRuleFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
    // Rules are looked up by whom they are for and by what they are for; those for everything are few.
    ['company_id', 'sku'],
    ['product_id'],
    ['sku'],
    ['source_key'],
  ],
  // What a customer pays is nobody's business who does not see the customer.
  ownership: { part: 'company_id', of: 'companies' },
})

/** A price rule (records.md 5): one per external id, found by whom and what it is for. */
export class PriceRule extends schema.class {}
schema.setClass(PriceRule)
