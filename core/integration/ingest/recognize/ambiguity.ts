import type { Candidate } from './assign.ts'
import { isConcept } from '../languages/dictionary.ts'
import { tableMark } from '../languages/word-parts.ts'
import { readHeader } from '../languages/headers.ts'
import { mayCountCents } from './cents.ts'
import type { FieldKinds } from '../fields.ts'
import type { Column } from '../read/table.ts'
import type { ScopeReading } from './scope-reading.ts'

const nearly = 0.03

/** Drops amounts that could be read two ways: a wrong amount is worse than none. */
export function dropAmbiguous(reading: ScopeReading): void {
  const { candidates, columns, kinds, scope } = reading
  reading.candidates = withoutAmbiguous(candidates, columns, kinds, scope)
}

function withoutAmbiguous(candidates: readonly Candidate[], columns: readonly Column[], kinds: FieldKinds, document: string): Candidate[] {
  // Amounts of deals are estimates in whole units.
  const cents = new Set(document === 'deals' ? [] : columns.filter((column) => mayCountCents(column, columns)).map(({ index }) => index))
  const marks = marksOf(columns)
  const foreign = ofOtherDocuments(candidates, marks, document)
  return candidates.filter((candidate) => {
    const { column, field, via } = candidate
    if (foreign.has(candidate)) return false
    if (kinds[field] !== 'money' || !via.startsWith('words:')) return true
    return !cents.has(column) && !(marks.has(column) && hasRival(candidate, candidates, marks))
  })
}

/** The letters by which databases abbreviate a kind of document in front of its number and date: `VRENUM`, `RDATUM`. */
const shortFor: Readonly<Record<string, RegExp>> = {
  invoices: /^~v?(?:r|re|rg|rech|f|fa|fc|fac|fact|inv)$/,
  orders: /^~v?(?:a|au|auf|atr|cde|cmd|ped|ord)$/,
  quotes: /^~v?(?:ag|an|ang|dev|ofe|quo|p|pr|prop)$/,
  credit_notes: /^~v?(?:g|gu|gut|gs|av|avo|abo|crn)$/,
}

/** Of several numbers or dates that differ by such letters alone, those of other documents; all of them where none is of this one. */
function ofOtherDocuments(candidates: readonly Candidate[], marks: ReadonlyMap<number, string>, document: string): ReadonlySet<Candidate> {
  const short = shortFor[document]
  if (!short) return new Set()
  const marked = candidates.filter(({ field, column }) => (field === 'number' || field === 'date') && marks.has(column))
  return new Set(marked.filter((each) => hasRival(each, marked, marks) && !short.test(marks.get(each.column) ?? '')))
}

/** The letters in front of the words of a column, which stand for its table or for a kind of price. */
const marksOf = (columns: readonly Column[]): ReadonlyMap<number, string> =>
  new Map(
    columns.flatMap(({ index, segments }) => {
      const mark = readHeader(segments.at(-1) ?? '').words.find((word) => word.startsWith(tableMark))
      return mark === undefined ? [] : [[index, mark] as const]
    }),
  )

/** True where another column differs by such letters alone: `AAPREIS` beside `BBPREIS`. */
const hasRival = ({ column, field, score }: Candidate, candidates: readonly Candidate[], marks: ReadonlyMap<number, string>): boolean =>
  candidates.some(
    (other) =>
      other.field === field &&
      other.column !== column &&
      Math.abs(other.score - score) < nearly &&
      marks.has(other.column) &&
      marks.get(other.column) !== marks.get(column),
  )

/**
 * A key for a record that has none otherwise: a full name of a key beside unknown words, mostly the name of the system, `AmazonOrderId`.
 */
export function lastResortKeys(
  primary: readonly Candidate[],
  candidates: readonly Candidate[],
  columns: readonly Column[],
  own: ReadonlySet<string>,
): Candidate[] {
  const keys = ['number', 'external_id', 'sku']
  if (primary.some(({ field }) => keys.includes(field))) return []
  const taken = new Set(primary.map(({ column }) => column))
  // A credit note with an invoice date has an invoice number.
  const asInvoice = primary.some(({ field, via }) => field === 'date' && via === 'words:invoice date')
  const fitting = candidates.filter(({ column, field, via }) => {
    const named = new Set([...via.replace('words:', '').split(' '), ...own])
    const { words } = readHeader(columns.find(({ index }) => index === column)?.segments.at(-1) ?? '')
    const known = words.filter(isConcept)
    // An unknown word after a known one owns the id: that of a sales channel is not that of the sale.
    if (words.slice(words.findIndex(isConcept)).some((word) => !isConcept(word))) return false
    if (via.startsWith('words:invoice ') && !own.has('invoice') && !asInvoice) return false
    return keys.includes(field) && !taken.has(column) && known.length > 1 && known.every((word) => named.has(word))
  })
  const [first, ...others] = fitting.toSorted((one, other) => other.score - one.score)
  if (!first) return []
  const second = asInvoice ? others.find(({ field, column }) => field !== first.field && column !== first.column) : undefined
  return second ? [first, second] : [first]
}
