import type { Values } from './finish.ts'
import type { IngestObject } from '../objects.ts'

// Known of a record beyond its flat names: kept apart, so that `values` has these names and no others.
const besideValues: Readonly<Partial<Record<IngestObject, readonly string[]>>> = {
  contacts: ['street', 'city', 'postcode', 'country'],
  deals: ['status', 'probability', 'contact', 'priority', 'deal_type', 'source', 'next_step', 'lost_reason', 'description'],
  price_rules: ['external_id', 'customer_name', 'supplier_currency', 'stock_incoming', 'is_tester'],
  products: ['brand', 'tax_rate', 'cost', 'stock_incoming', 'supplier_sku', 'supplier_price', 'supplier_currency', 'is_tester'],
}

/** Takes what goes beyond the flat names out of the values of a record. */
export function moveToDerived(object: IngestObject, values: Values, derived: Values): void {
  for (const field of besideValues[object] ?? [])
    if (values[field] !== undefined) {
      derived[field] = values[field]
      delete values[field]
    }
}
