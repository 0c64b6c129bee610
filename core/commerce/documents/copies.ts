import { homeOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { Product } from '../products/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Header } from './amounts.ts'
import { copiedLines } from './copied-lines.ts'
import type { Drafts } from './drafts.ts'
import type { Line } from './lines.ts'
import type { DocumentInput } from './schema.ts'
import { pick, withoutNullish } from '../../kernel/values/objects.ts'

// Fields about the customer, which are copied with or without the lines.
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
// Fields that belong to the lines.
const wholeNames = ['title', 'notes', 'terms', 'discount_percent', 'discount_amount', 'tags', 'custom'] as const

/** Links of the header; a copy leaves out records that were deleted in the meantime, because nothing may be linked to them. */
export const customerLinks = { company_id: Company, lead_id: Contact, deal_id: Deal } as const

/**
 * What another document copies from a document: customer and currency, and with the lines the discounts and texts that belong to them. With
 * `drafts` the copy is issued on another day, so it takes over only a rate that was agreed.
 */
export async function copyOf(records: Records, from: Header, lines: readonly Line[], drafts?: Drafts): Promise<Partial<DocumentInput>> {
  const names = lines.length > 0 ? [...headerNames, ...wholeNames] : headerNames
  const header: Partial<DocumentInput> = withoutNullish(pick(from, names))
  const isTo = from.rate_base === (await homeOf(records)).currency
  if (!isTo || (drafts && (await drafts.agreedRate(from)).exchange_rate === null)) delete header.exchange_rate
  for (const field of ['company_id', 'lead_id', 'deal_id'] as const) {
    const id = header[field]
    if (id && !(await records.has(customerLinks[field], id))) delete header[field]
  }
  return lines.length > 0 ? { ...header, lines: copiedLines(from, await withKnownProducts(records, lines)) } : header
}

/** Lines to be copied: a product that was deleted is still what was sold, so its line stays as it stands, linked to nothing. */
export async function withKnownProducts(records: Records, lines: readonly Line[]): Promise<Line[]> {
  const ids = new Set(lines.flatMap(({ product_id }) => product_id ?? []))
  const known = new Set((await records.findBy(Product, 'id', [...ids])).map(({ id }) => id))
  return lines.map((line) => (line.product_id !== null && !known.has(line.product_id) ? { ...line, product_id: null } : line))
}
