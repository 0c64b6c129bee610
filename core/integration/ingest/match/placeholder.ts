import type { Target } from './target.ts'

/**
 * True for a company that was created from an e-mail address and of which nothing but the domain is known: the company that turns out to
 * own the domain replaces it.
 */
export function isPlaceholder({ before, record, entries }: Target): boolean {
  if (before === null || entries.length > 0) return false
  const { name, domain, external_ids, vat_number, code } = record
  return name === domain && external_ids.length === 0 && !vat_number && !code
}
