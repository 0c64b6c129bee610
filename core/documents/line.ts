import { defaulted, integer, json, longText, money, number, optional, readOnly, text, uuid } from '../kernel/fields.ts'
import { Custom } from '../kernel/values.ts'
import { entity, ownFields } from '../storage/entity.ts'

/** Fields of a line of any commercial document (records.md 6). */
export const lineFields = {
  ...ownFields,
  document_id: readOnly(uuid()),
  /** From 1, in the order of the document. */
  position: readOnly(integer({ minimum: 1 })),
  product_id: optional(uuid()),
  sku: optional(text({ max: 100, description: 'Kept when the catalog does not know it' })),
  name: optional(text({ max: 1000 })),
  description: optional(longText()),
  unit: optional(text({ max: 60 })),
  quantity: defaulted(number(), 1),
  unit_price: optional(money({ description: 'Net' })),
  discount_percent: optional(number({ minimum: 0, maximum: 100 })),
  discount_amount: optional(money()),
  tax_rate: optional(number({ minimum: 0, maximum: 100, description: 'Percent' })),
  total_excl_tax: readOnly(optional(money())),
  tax_amount: readOnly(optional(money())),
  total_incl_tax: readOnly(optional(money())),
  price_rule_id: readOnly(optional(uuid())),
  cost: optional(money({ description: 'Of one unit, for the margin' })),
  custom: defaulted(json(Custom), {}),
}

/** Declares the lines of one type of document: a table of their own, one row a position. */
export function lineEntity(name: string, table: string) {
  return entity(name, table, lineFields, {
    uniques: [['document_id', 'position']],
    seen: { part: 'document_id', of: table.replace('_lines', 's') },
  })
}
