import {
  amount,
  defaulted,
  integer,
  json,
  longText,
  money,
  number,
  optional,
  readOnly,
  text,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Type } from '@sinclair/typebox'
import { OneOf } from '../../kernel/operation/schema/schema.ts'
import { Custom } from '../../kernel/operation/schema/values.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** What a line takes from the catalog, the price rules and its customer where it is not given. */
export const pricedFields = ['unit_price', 'tax_rate', 'cost'] as const

/** Fields of a line of any commercial document. */
export const lineFields = {
  ...ownFields,
  document_id: readOnly(uuid('The document')),
  position: readOnly(integer({ minimum: 1, description: 'Place in the document, from 1' })),
  product_id: optional(uuid('The product')),
  sku: optional(text({ max: 100, description: 'Kept even if the catalog does not know it' })),
  name: optional(text({ max: 1000, description: 'What the line sells', example: 'Wheat flour T55, 25 kg' })),
  description: optional(longText('More about it')),
  unit: optional(text({ max: 60, description: 'Unit that is counted' })),
  quantity: defaulted(number({ description: 'How many', example: 50 }), 1),
  unit_price: optional(money({ description: 'Net price of one unit', example: 25 })),
  discount_percent: optional(number({ minimum: 0, maximum: 100, description: 'Discount on the line, in percent' })),
  discount_amount: optional(money('Discount on the line, as an amount')),
  tax_rate: optional(number({ minimum: 0, maximum: 100, description: 'Percent', example: 20 })),
  total_excl_tax: readOnly(optional(amount('Net'))),
  tax_amount: readOnly(optional(amount('Tax'))),
  total_incl_tax: readOnly(optional(amount('Gross'))),
  price_rule_id: readOnly(optional(uuid('The rule that the price came from'))),
  cost: optional(money({ description: 'Of one unit, for the margin' })),
  /** Null of lines of a source, and of those from before this was kept. */
  from_catalog: readOnly(
    optional(json(Type.Array(OneOf(pricedFields)), 'Which of these were not given; they follow when a draft changes currency or customer')),
  ),
  margin: readOnly(optional(amount('Net less cost; null where the cost is not known'))),
  custom: defaulted(json(Custom, 'Values of custom properties, by name'), {}),
}

/** Declares the lines of one type of document: a table with one row per position. */
export function lineEntity(name: string, table: string) {
  return entity(name, table, lineFields, {
    uniques: [['document_id', 'position']],
    ownership: { part: 'document_id', of: table.replace('_lines', 's') },
  })
}
