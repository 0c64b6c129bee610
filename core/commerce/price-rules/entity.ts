import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  day,
  defaulted,
  hidden,
  integer,
  json,
  number,
  optional,
  text,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { customValues } from '../../kernel/operation/schema/values.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { currency } from '../../kernel/values/currency.ts'

/** What the value of a rule means: a price, percent off the price, percent on the cost, or a price for testers only. */
export const ruleKinds = ['fixed_price', 'discount_percent', 'markup_percent', 'tester'] as const
/** What the value of a rule means. */
export type RuleKind = (typeof ruleKinds)[number]

const RuleTier = Closed({
  min_quantity: Type.Number({ minimum: 0, maximum: 1e15, description: 'From this quantity on' }),
  value: Type.Number({ minimum: -GREATEST_AMOUNT, maximum: GREATEST_AMOUNT, description: 'Net price or percent, by the kind of the rule' }),
})

/** The fields of a price rule; its conditions are joined by and, null means no condition. */
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
      minimum: -GREATEST_AMOUNT,
      maximum: GREATEST_AMOUNT,
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
  /** Identifies the row of a source that gives its rows no id. */
  source_key: hidden(optional(text())),
}

const schema = entity('PriceRule', 'price_rules', priceRuleFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
    // Rules are looked up by customer and by article; few have neither.
    ['company_id', 'sku'],
    ['product_id'],
    ['sku'],
    ['source_key'],
  ],
  // A rule for a customer is visible to those who may see the customer.
  ownership: { part: 'company_id', of: 'companies' },
})

/** A price rule; one per external id. */
export class PriceRule extends schema.class {}
schema.setClass(PriceRule)
