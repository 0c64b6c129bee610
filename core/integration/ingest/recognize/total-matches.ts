import { replaceColumns } from './arithmetic.ts'
import type { Candidate } from './assign.ts'
import type { FieldMatch } from './recognition.ts'

/** The matches with these two columns as the totals without and with tax. */
export const withTotals = (matches: readonly FieldMatch[], excl: Candidate, incl: Candidate): readonly FieldMatch[] =>
  replaceColumns(
    matches,
    new Map([
      ['total_excl_tax', excl],
      ['total_incl_tax', incl],
    ]),
  )

/** Keeps a subtotal for the arithmetic of each record to decide; any other sum that does not add up is dropped. */
export function doubted(matches: readonly FieldMatch[]): readonly FieldMatch[] {
  return matches.flatMap((match) => {
    if (match.field !== 'total_excl_tax') return match
    const columns = match.columns.filter(({ via }) => via.includes('subtotal'))
    return columns.length > 0 ? { ...match, columns: columns.map((each) => ({ ...each, via: `${each.via}${whereItAddsUp}` })) } : []
  })
}

const whereItAddsUp = ', where it adds up'

/** True for a total without tax that counts only in records where it adds up. */
export const isDoubted = (matches: readonly FieldMatch[]): boolean =>
  matches.some(({ field, columns: [first] }) => field === 'total_excl_tax' && first?.via.endsWith(whereItAddsUp) === true)
