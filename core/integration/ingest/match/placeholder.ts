import type { Target } from './target.ts'

/** A company that an e-mail brought and of which nothing but its domain is known: whoever turns out to have the domain is that company. */
export function isPlaceholder({ before, record, entries }: Target): boolean {
  if (before === null || entries.length > 0) return false
  const { name, domain, external_ids, vat_number, code } = record
  return name === domain && (external_ids as readonly unknown[]).length === 0 && !vat_number && !code
}
