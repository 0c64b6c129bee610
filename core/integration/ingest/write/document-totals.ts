import { InvoiceLine } from '../../../commerce/invoices/entity.ts'
import { givenTotals, type Header } from '../../../commerce/documents/amounts.ts'
import type { LineValues } from '../../../commerce/documents/lines.ts'
import { documentTotals, sourceTotals } from '../../../commerce/documents/totals.ts'
import { initials } from '../../../kernel/storage/records/new-record.ts'
import { exponentOf } from '../../../kernel/values/currency.ts'
import { pick } from '../../../kernel/values/objects.ts'
import { sum } from '../recognize/figures.ts'
import { fitted } from './fit-values.ts'
import type { Flat } from '../match/rules.ts'

/** The totals of a document. */
export const totals = ['total_excl_tax', 'tax_total', 'total_incl_tax'] as const

/** A line as it is stored, with the totals that follow from what the source gave. */
export function lineOf(line: Flat, { currency }: Pick<Header, 'currency'>): LineValues {
  const given = { ...initials(InvoiceLine.fields), ...fitted(InvoiceLine.fields, line) }
  return { ...given, ...givenTotals(given, exponentOf(currency)) }
}

/** Drops the rate that a document has already from what the source calls it: it is read again where it came from. */
export function dropKnownRate(record: Header, before: Header | null): void {
  const { exchange_rate, ...others } = record.custom
  const isKnown = before !== null && before.exchange_rate !== null && Number(exchange_rate) === before.exchange_rate
  if (isKnown && !('exchange_rate' in before.custom)) record.custom = others
}

/** Sets the totals as the source gave them, completed by arithmetic and by the lines; the difference to the lines is stored. */
export function completeTotals(
  record: Header,
  given: ReadonlySet<string>,
  lines: readonly LineValues[],
  said: ReadonlySet<string> | null,
  before: Header | null,
): void {
  const stated = totals.filter((field) => given.has(field))
  // Totals that no source has ever given are computed from the lines.
  const stand = said ? totals.some((field) => said.has(field)) : record.source_totals
  // One new total stands beside the old ones; two determine the third.
  const known = stated.length > 1 ? stated : stated.length > 0 || stand ? totals : []
  const complete = lines.length > 0 && lines.every(({ total_excl_tax }) => total_excl_tax !== null)
  const computed = complete ? documentTotals(lines, record, exponentOf(record.currency)) : null
  const source: Partial<Pick<Header, (typeof totals)[number]>> = pick(record, known)
  const { tax_total: tax } = source
  // Lines without a tax rate say nothing about the tax, so the tax of the source is no difference.
  if (computed && typeof tax === 'number' && lines.some(({ tax_rate }) => tax_rate === null))
    Object.assign(computed, { tax_total: tax, total_incl_tax: sum([computed.total_excl_tax, tax]) })
  Object.assign(record, sourceTotals(source, computed), { taxes: computed?.taxes ?? [], source_totals: true })
  // An own document whose totals are confirmed stays an own one: it may be one of our own exports.
  if (before?.source_totals === false && totals.every((field) => record[field] === before[field])) record.source_totals = false
}
