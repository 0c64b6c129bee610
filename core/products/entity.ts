import { Type } from '@sinclair/typebox'
import { boolean, defaulted, json, longText, money, number, optional, text, texts, url, uuid } from '../kernel/fields.ts'
import { Closed, Day, Nullable, Text } from '../kernel/schema.ts'
import { Custom } from '../kernel/values.ts'
import { commonFields, entity } from '../storage/entity.ts'
import { currency } from '../values/currency.ts'

const PriceTier = Closed({ min_quantity: number({ minimum: 0 }).schema, price: money().schema })
const Incoming = Closed({
  quantity: number().schema,
  expected_at: Type.Optional(Nullable(Day())),
  reference: Type.Optional(Nullable(Text())),
})

export const productFields = {
  ...commonFields,
  sku: text({ min: 1, max: 100, description: 'Unique' }),
  name: text({ min: 1, max: 1000 }),
  description: optional(longText()),
  brand: optional(text()),
  category: optional(text()),
  unit: optional(text({ max: 60 })),
  barcode: optional(text({ max: 100 })),
  price: optional(money({ description: 'Default net sales price' })),
  currency: optional(currency()),
  tax_rate: optional(number({ minimum: 0, maximum: 100, description: 'Percent' })),
  cost: optional(money()),
  price_tiers: defaulted(json(Type.Array(PriceTier, { maxItems: 200 })), []),
  stock_on_hand: optional(number({ description: 'Null = stock is not kept' })),
  stock_reserved: defaulted(number(), 0),
  stock_incoming: defaulted(json(Type.Array(Incoming, { maxItems: 200 })), []),
  supplier_company_id: optional(uuid()),
  supplier_sku: optional(text({ max: 100 })),
  supplier_currency: optional(currency()),
  supplier_price: optional(money()),
  is_tester: defaulted(boolean(), false),
  active: defaulted(boolean(), true),
  image_url: optional(url()),
  weight: optional(number({ minimum: 0 })),
  details: defaulted(json(Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.Unknown(), { maxProperties: 500 })), {}),
  tags: texts(),
  custom: defaulted(json(Custom), {}),
}

const schema = entity('Product', 'products', productFields, {
  uniques: [['sku']],
  indexes: [['created_at', 'id'], ['updated_at', 'id'], ['barcode']],
})

/** A product (records.md 4). */
export class Product extends schema.class {}
schema.setClass(Product)
