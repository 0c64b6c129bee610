import { type Static, Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { CurrencyCode } from '../../kernel/operation/schema/currency-code.ts'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Day, described, Id, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { type ListFilter, is, listSchema, refersTo, says } from '../../kernel/storage/records/filters.ts'
import { currency } from '../../kernel/values/currency.ts'
import { priceRuleFields, ruleKinds } from './entity.ts'

const aliases = { custom_properties: Type.Optional(priceRuleFields.custom.schema) }

/** A price rule as the API answers it. */
export const PriceRuleRecord = recordSchema(priceRuleFields)
/** Input of create. */
export const PriceRuleCreate = Closed({ ...createSchema(priceRuleFields).properties, ...aliases })
/** Input of update. */
export const PriceRuleUpdate = Closed({ ...updateSchema(priceRuleFields).properties, ...aliases })
/** Shows a price rule as the API answers it. */
export const presentPriceRule = presenter(priceRuleFields)

// Both ends are included, and an open end has no limit.
const validOn: ListFilter = {
  schema: Day('Rules that are valid on this day'),
  condition: (day) => sql<SqlBool>`((valid_from is null or valid_from <= ${day}) and (valid_to is null or valid_to >= ${day}))`,
}

/** The named filters of the list of price rules, which are joined by and. */
export const priceRuleFilters = {
  company_id: refersTo('company_id'),
  company_tier: says('company_tier'),
  product_id: refersTo('product_id'),
  sku: is('sku'),
  brand: says('brand'),
  category: says('category'),
  kind: is('kind', OneOf(ruleKinds)),
  currency: is('currency', CurrencyCode()),
  active: is('active', Type.Boolean()),
  valid_on: validOn,
}
/** By what the list of price rules can be sorted. */
export const priceRuleSorts = ['created_at', 'updated_at', 'name', 'priority', 'valid_from', 'valid_to'] as const
/** Query of the list of price rules. */
export const PriceRuleList = listSchema(priceRuleFilters, priceRuleSorts)

const AskedLine = Closed({
  product_id: Type.Optional(Nullable(Id('The product'))),
  sku: Type.Optional(
    Nullable(
      Text(100, {
        minLength: 1,
        description: 'Instead of product_id; one that the catalog does not know has its rules, too',
        examples: ['FLOUR-25'],
      }),
    ),
  ),
  quantity: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15, default: 1, description: 'How many' })),
})

/** Input of `resolvePrices`: up to 1,000 lines of one customer. */
export const PriceQuery = Closed({
  company_id: Type.Optional(Nullable(Id('The customer; for everybody when left out'))),
  company_tier: Type.Optional(Nullable(Text(255, { description: 'Tier of the customer; that of the company when left out' }))),
  currency: Type.Optional(Nullable(currency('That of the company or of the organization when left out').schema)),
  date: Type.Optional(Day('Day on which the prices are to hold; today when left out')),
  lines: Type.Array(AskedLine, { minItems: 1, maxItems: 1000, description: 'What the prices are asked for' }),
})
export type PriceQuery = Static<typeof PriceQuery>

// From "won" to the reasons why a rule does not apply; see `resolvePrice` for their order.
const reasons = [
  'won',
  'less_specific_customer',
  'less_specific_product',
  'lower_priority',
  'higher_price',
  'newer_rule',
  'inactive',
  'not_yet_valid',
  'expired',
  'other_currency',
  'quantity_too_small',
  'not_a_tester',
  'no_base_price',
  'no_cost',
] as const

/** Why each rule for the customer and the product won or did not. */
export const Trace = Type.Array(
  Closed({
    rule_id: Nullable(Id('Null: the price of the catalog')),
    name: Nullable(Type.String({ description: 'Name of the rule' })),
    outcome: OneOf(['won', 'lost', 'not_applicable'], { description: 'What became of it' }),
    reason: OneOf(reasons, { description: 'Why' }),
    price: Nullable(Type.Number({ description: 'Net price by this rule' })),
  }),
)

/** Net prices of one unit, in one currency, each with its trace. */
export const ResolvedPrices = Closed({
  company_id: Nullable(Id('The customer')),
  company_tier: Nullable(Type.String({ description: 'Tier by which rules were chosen' })),
  currency: Type.String({ description: 'ISO 4217, of all prices' }),
  date: Type.String({ format: 'date', description: 'Day on which the prices hold' }),
  lines: Type.Array(
    Closed({
      line: Type.Integer({ minimum: 0, description: 'Index in the lines that were asked for' }),
      product_id: Nullable(Id('The product')),
      sku: Nullable(Type.String({ description: 'Article code' })),
      quantity: Type.Number({ description: 'How many were asked for' }),
      price: Nullable(Type.Number({ description: 'Net, of one unit; null where neither a rule nor the catalog has one' })),
      list_price: Nullable(Type.Number({ description: 'Of the catalog, without any rule' })),
      rule_id: Nullable(Id('The rule that won; null: the price of the catalog')),
      trace: described(Trace, 'Every rule that could have applied, and what became of it'),
    }),
    { description: 'A price for each line that was asked for' },
  ),
})
