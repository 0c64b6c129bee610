import { isDocument } from '../objects.ts'
import { checkedRows } from './arithmetic.ts'
import { type Candidate, possible, sure } from './assign.ts'
import { columnOf, near, numbers, type Numbers } from './figures.ts'
import { areBareRates, areRatesOf, commonRates, isRate } from './rates.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch, Recognition } from './recognition.ts'
import type { Row } from '../read/table.ts'
import { netOf, withoutOtherSums, inOrder, withoutGrossBelow, plainTotal } from './other-sums.ts'
import { withTotals, doubted } from './total-matches.ts'

/** Distinguishes the totals of documents by arithmetic. */
export function settleDocumentTotals(reading: FieldsReading): void {
  const { object, header, rows } = reading
  reading.matches = isDocument(object) ? settleTotals(header, rows) : header.matches
}

/** Distinguishes the totals without and with tax: of all columns that may be either, the pair wins whose difference is the tax. */
function settleTotals({ matches: found, candidates }: Recognition, rows: readonly Row[]): readonly FieldMatch[] {
  const matches = plainTotal(found, candidates)
  const tax = columnOf(matches, 'total_tax')
  if (tax === undefined) return withoutOtherSums(withoutGrossBelow(inOrder(netOf(matches, candidates, rows), rows), rows), rows)
  const sample = rows.slice(0, checkedRows)
  const of = (candidate: Candidate) => numbers(sample, candidate.column)
  const taxes = of(tax)
  const excl = columnOf(matches, 'total_excl_tax')
  const incl = columnOf(matches, 'total_incl_tax')
  if (!excl && incl && tax.via === 'words:tax' && areBareRates(taxes, of(incl))) return withoutTax(matches)
  const current = excl && incl ? agreement(of(excl), taxes, of(incl)) : 0
  if (current === 1) return matches
  if (excl && incl) {
    // Some systems call the unpaid amount "net".
    if (agreement(of(incl), taxes, of(excl)) === 1 && addsTo(taxes, of(incl))) return withTotals(matches, incl, excl)
    if (areRatesOf(taxes, of(excl), of(incl))) return withoutTax(matches)
  }
  const best = bestPair(candidates, tax, current, sample)
  if (best) return withTotals(matches, best.excl, best.incl)
  if (current >= 0.6) return matches
  if (current === 0 && tax.via === 'words:tax' && incl && isRateOfDelivery(taxes, of(incl))) return withoutTax(matches)
  // A subtotal that does not add up with the tax is a different sum: before discounts, without shipping.
  const doubtful = excl && incl && (excl.score < sure || excl.via.includes('subtotal')) && disagrees(of(excl), taxes, of(incl))
  return doubtful ? doubted(matches) : matches
}

/** Of all columns that may be either total, the pair that agrees best with the tax, and at least as well as the columns named so. */
function bestPair(candidates: readonly Candidate[], tax: Candidate, current: number, sample: readonly Row[]) {
  const of = (candidate: Candidate) => numbers(sample, candidate.column)
  const options = (field: string) =>
    candidates.filter((candidate) => candidate.field === field && candidate.score >= possible && candidate.column !== tax.column)
  const gross = options('total_incl_tax')
  // "Gross" may also be an amount before discounts.
  const net = [...options('total_excl_tax'), ...gross.map((each) => ({ ...each, field: 'total_excl_tax', score: each.score - 0.3 }))]
  // Where the columns named so never agree, half of the records suffice: taxes may be withheld.
  const least = Math.max(current === 0 ? 0.5 : 0.9, current)
  let best: { excl: Candidate; incl: Candidate; rank: number } | null = null
  for (const excl of net)
    for (const incl of gross) {
      if (excl.column === incl.column) continue
      const fit = agreement(of(excl), of(tax), of(incl))
      const rank = fit + (excl.score + incl.score) / 10
      if (fit >= least && rank > (best?.rank ?? 0)) best = { excl, incl, rank }
    }
  return best
}

const withoutTax = (matches: readonly FieldMatch[]): readonly FieldMatch[] => matches.filter(({ field }) => field !== 'total_tax')

/** True for a rate that is the same for all documents: that of their delivery. */
const isRateOfDelivery = (taxes: Numbers, totals: Numbers): boolean =>
  taxes.some(Boolean) && taxes.every((rate) => !rate || commonRates.includes(rate)) && isRate(taxes, totals)

/** False for withheld taxes, which have the opposite sign and say nothing about the totals. */
const addsTo = (taxes: Numbers, totals: Numbers): boolean => taxes.some((tax, at) => tax !== undefined && tax * (totals[at] ?? 0) > 0)

/** Share of the records with a non-zero tax where excl + tax = incl; 0 where no record has one. */
function agreement(excl: Numbers, tax: Numbers, incl: Numbers): number {
  let seen = 0
  let good = 0
  for (let index = 0; index < tax.length; index++) {
    const [one, two, three] = [excl[index], tax[index], incl[index]]
    if (one === undefined || two === undefined || three === undefined || two === 0) continue
    seen++
    if (near(one + two, three, 0.021)) good++
  }
  return seen === 0 ? 0 : good / seen
}

const disagrees = (excl: Numbers, tax: Numbers, incl: Numbers) =>
  excl.some((value, index) => {
    const [two, three] = [tax[index], incl[index]]
    return value !== undefined && two !== undefined && three !== undefined && !near(value + two, three, 0.021)
  })
