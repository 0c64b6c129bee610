import { type Candidate, possible } from './assign.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'

/** Beside a customer, a mere "company" is the one that issued the document. */
export function withoutOwnCompany(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const filled = new Set(columns.flatMap(({ index, count }) => (count > 0 ? index : [])))
  const names = candidates.filter(({ field }) => customerNames.has(field))
  const named =
    names.some(({ column, score, via }) => score >= 0.75 && filled.has(column) && /\b(?:customer|recipient|billing)\b/.test(via)) ||
    columns.some(({ index, segments }) => filled.has(index) && segments.length > 1 && isParty(segments[0] ?? ''))
  if (!named) return withoutTenant(candidates)
  // "Raison sociale" may be the name of the customer; inside a wrapper `company` it is not.
  const wrapped = new Set(columns.flatMap(({ index, segments }) => (segments.length > 1 ? index : [])))
  return withoutTenant(candidates).filter(
    ({ field, via, column }) =>
      field !== 'customer_name' || (via !== 'words:company' && !(via === 'words:company name' && wrapped.has(column))),
  )
}

/**
 * Where the customer is named other than by a company, the id of an organization is that of the issuer: `organizationId` beside
 * `address.name`.
 */
function withoutTenant(candidates: readonly Candidate[]): readonly Candidate[] {
  const names = candidates.filter(({ field, score }) => customerNames.has(field) && score >= possible)
  if (names.length === 0 || names.some(({ via }) => /\bcompany\b/.test(via))) return candidates
  return candidates.filter(({ field, via }) => field !== 'customer_external_id' || via !== 'words:company id')
}

const parties = new Set(['customer', 'recipient', 'billing'])

const isParty = (title: string): boolean => readHeader(title).words.some((word) => parties.has(word))

const customerNames = new Set(['customer_name', 'customer_first', 'customer_last'])
