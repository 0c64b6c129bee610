import type { Values } from './finish.ts'
import type { IngestObject } from '../objects.ts'

// Fields beyond the canonical names, which are kept apart so that `values` has the canonical names only.
const besideValues: Readonly<Partial<Record<IngestObject, readonly string[]>>> = {
  contacts: ['street', 'city', 'postcode', 'country'],
  deals: ['status', 'probability', 'contact', 'priority', 'deal_type', 'source', 'next_step', 'lost_reason', 'description'],
  price_rules: ['external_id', 'customer_name', 'supplier_currency', 'stock_incoming', 'is_tester'],
  products: ['brand', 'tax_rate', 'cost', 'stock_incoming', 'supplier_sku', 'supplier_price', 'supplier_currency', 'is_tester'],
}

/** Moves the fields beyond the canonical names from `values` to `derived`. */
export function moveToDerived(object: IngestObject, values: Values, derived: Values): void {
  for (const field of besideValues[object] ?? [])
    if (values[field] !== undefined) {
      derived[field] = values[field]
      delete values[field]
    }
}
