import { Type } from '@sinclair/typebox'
import { Decimal } from 'decimal.js'
import { sql, type SqlBool } from 'kysely'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { flag, is, listSchema, refersTo, says, tagged } from '../../kernel/storage/records/filters.ts'
import { type Product, productFields } from './entity.ts'

// `sku` has two further names on input, so the schema requires none of the three; the service requires one of them.
const { sku, ...created } = createSchema(productFields).properties
const aliases = {
  code: Type.Optional(Text(100, { minLength: 1, description: 'Same as sku' })),
  reference: Type.Optional(Text(100, { minLength: 1, description: 'Same as sku' })),
  custom_properties: Type.Optional(productFields.custom.schema),
}

/** A product as the API answers it. */
export const ProductRecord = Closed(
  {
    ...recordSchema(productFields).properties,
    stock_available: Nullable(Type.Number({ description: 'On hand and not reserved; null where stock is not kept' })),
  },
  { description: 'A product' },
)
/** Input of create; one of `sku`, `code` and `reference` is needed. */
export const ProductCreate = Closed({ ...created, sku: Type.Optional(sku), ...aliases })
/** Input of update. */
export const ProductUpdate = Closed({ ...updateSchema(productFields).properties, ...aliases })

/** The named filters of `listProducts`, which are joined by and. */
export const productFilters = {
  sku: is('sku'),
  barcode: is('barcode'),
  category: says('category'),
  brand: says('brand'),
  active: is('active', Type.Boolean()),
  in_stock: flag('Products of which some are on hand and not reserved', () => sql<SqlBool>`coalesce(stock_on_hand, 0) > stock_reserved`),
  supplier_company_id: refersTo('supplier_company_id'),
  tag: tagged('products'),
}
/** By what the list of products can be sorted. */
export const productSorts = ['created_at', 'updated_at', 'sku', 'name', 'price'] as const
/** Query of the list of products. */
export const ProductList = listSchema(productFilters, productSorts)

/** A product as the API shows it. */
export const presentProduct = presenter(productFields, (product) => ({ stock_available: availableOf(product) }))

/** The stock that can be sold; null where stock is not kept. */
export function availableOf({ stock_on_hand, stock_reserved }: Pick<Product, 'stock_on_hand' | 'stock_reserved'>): number | null {
  return stock_on_hand === null ? null : new Decimal(stock_on_hand).minus(stock_reserved).toNumber()
}
