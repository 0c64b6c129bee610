import { Type } from '@sinclair/typebox'
import {
  boolean,
  defaulted,
  json,
  longText,
  money,
  number,
  optional,
  text,
  texts,
  url,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Day, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { customValues } from '../../kernel/operation/schema/values.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { currency } from '../../kernel/values/currency.ts'

const PriceTier = Closed({
  min_quantity: number({ minimum: 0, description: 'From this quantity on' }).schema,
  price: money('Net price of one unit').schema,
})
// Money of a list of prices is never negative.
const priced = (description: string) => money({ minimum: 0, description }).schema
const FurtherPrice = Closed({
  currency: currency('ISO 4217, another than that of the product').schema,
  price: priced('Net sales price'),
  price_tiers: Type.Optional(
    Type.Array(Closed({ min_quantity: PriceTier.properties.min_quantity, price: priced('Net price of one unit') }), {
      maxItems: 200,
      description: 'Other prices from a quantity on',
    }),
  ),
  cost: Type.Optional(Nullable(priced('Net cost of one unit'))),
})
const Incoming = Closed({
  quantity: number('How many are expected').schema,
  expected_at: Type.Optional(Nullable(Day('The day on which they are expected'))),
  reference: Type.Optional(Nullable(Text(255, { description: 'Number of the purchase order' }))),
})

/** The fields of a product. Money is net, of one unit, in `currency`, in `prices` in that of the entry, or in `supplier_currency` what the supplier asks. */
export const productFields = {
  ...commonFields,
  sku: text({ min: 1, max: 100, description: 'Article code; unique', example: 'FLOUR-25' }),
  name: text({ min: 1, max: 1000, description: 'Name of the product', example: 'Wheat flour T55, 25 kg' }),
  description: optional(longText('What is worth knowing, in free words')),
  brand: optional(text('Brand')),
  category: optional(text('Product group')),
  unit: optional(text({ max: 60, description: 'Unit that is counted: piece, kg, hour, ...', example: 'bag' })),
  barcode: optional(text({ max: 100, description: 'GTIN or another bar code' })),
  price: optional(money({ description: 'Default net sales price', example: 25 })),
  currency: optional(currency()),
  tax_rate: optional(number({ minimum: 0, maximum: 100, description: 'Percent' })),
  cost: optional(money('Net cost of one unit')),
  price_tiers: defaulted(json(Type.Array(PriceTier, { maxItems: 200 }), 'Other prices from a quantity on'), []),
  prices: defaulted(json(Type.Array(FurtherPrice, { maxItems: 50 }), 'In other currencies, one entry for each'), []),
  stock_on_hand: optional(number({ description: 'Null = stock is not kept', example: 120 })),
  stock_reserved: defaulted(number('Promised to customers, not yet delivered'), 0),
  stock_incoming: defaulted(json(Type.Array(Incoming, { maxItems: 200 }), 'What is ordered from suppliers'), []),
  supplier_company_id: optional(uuid('The company that supplies it')),
  supplier_sku: optional(text({ max: 100, description: 'Article code of the supplier' })),
  supplier_currency: optional(currency("ISO 4217, of the supplier's price")),
  supplier_price: optional(money('Net price of the supplier')),
  is_tester: defaulted(boolean('A sample that is priced by its own rules'), false),
  active: defaulted(boolean('Can be sold'), true),
  image_url: optional(url('Address of a picture')),
  weight: optional(number({ minimum: 0, description: 'Weight of one unit in kilograms' })),
  details: defaulted(
    json(
      Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.Unknown(), { maxProperties: 500 }),
      'Further facts by name, of any form',
    ),
    {},
  ),
  tags: texts('Labels'),
  custom: customValues(),
}

const schema = entity('Product', 'products', productFields, {
  sortKeys: ['name'],
  uniques: [['sku']],
  indexes: [['created_at', 'id'], ['updated_at', 'id'], ['barcode']],
})

/** A product. The sku is unique among the live products of the organization. */
export class Product extends schema.class {}
schema.setClass(Product)
