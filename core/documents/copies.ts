import type { Header } from './amounts.ts'
import type { Line } from './lines.ts'
import type { DocumentInput, LineInput } from './schema.ts'

// What belongs to the customer, with or without the lines.
const headerNames = [
  'company_id',
  'lead_id',
  'deal_id',
  'owner_email',
  'currency',
  'exchange_rate',
  'reference',
  'billing_address',
  'shipping_address',
] as const
// What is said of these very lines.
const wholeNames = ['title', 'notes', 'terms', 'discount_percent', 'discount_amount', 'tags', 'custom'] as const

/** What another document takes over of a document: customer and currency, and with its lines the discounts and texts that go with them. */
export function copyOf(from: Header, lines: readonly Line[]): Partial<DocumentInput> {
  const names = lines.length > 0 ? [...headerNames, ...wholeNames] : headerNames
  const header = Object.fromEntries(names.flatMap((name) => (from[name] === null ? [] : [[name, from[name]]]))) as Partial<DocumentInput>
  return lines.length > 0 ? { ...header, lines: lines.map(lineOf) } : header
}

function lineOf({ product_id, sku, name, description, unit, quantity, unit_price, ...line }: Line): LineInput {
  const { discount_percent, discount_amount, tax_rate, cost, custom } = line
  return { product_id, sku, name, description, unit, quantity, unit_price, discount_percent, discount_amount, tax_rate, cost, custom }
}
