import { homeOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { Deal } from '../../crm/deals/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Header } from './amounts.ts'
import { copiedLines } from './copied-lines.ts'
import type { Drafts } from './drafts.ts'
import type { Line } from './lines.ts'
import type { DocumentInput } from './schema.ts'

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

// Links of the header; a copy leaves out what was deleted meanwhile, because nothing may be linked to it any more.
const links = { company_id: Company, lead_id: Contact, deal_id: Deal } as const

/**
 * What another document takes over of a document: customer and currency, and with its lines the discounts and texts that go with them.
 * With `drafts` it is a document of another day, and takes over no rate but one that was agreed.
 */
export async function copyOf(records: Records, from: Header, lines: readonly Line[], drafts?: Drafts): Promise<Partial<DocumentInput>> {
  const names = lines.length > 0 ? [...headerNames, ...wholeNames] : headerNames
  const header = Object.fromEntries(names.flatMap((name) => (from[name] === null ? [] : [[name, from[name]]]))) as Partial<DocumentInput>
  const isTo = from.rate_base === (await homeOf(records)).currency
  if (!isTo || (drafts && (await drafts.agreedRate(from)).exchange_rate === null)) delete header.exchange_rate
  for (const field of ['company_id', 'lead_id', 'deal_id'] as const) {
    const id = header[field]
    if (id && !(await records.has(links[field], id))) delete header[field]
  }
  return lines.length > 0 ? { ...header, lines: copiedLines(from, lines) } : header
}
