import type { Candidate } from './assign.ts'
import { isConcept, readHeader, tableMark } from '../languages/headers.ts'
import { mayCountCents } from './cents.ts'
import type { FieldKinds } from '../objects.ts'
import type { Column } from '../read/table.ts'
import type { ScopeReading } from './scope-reading.ts'

const nearly = 0.03

/** Drops amounts that could be read two ways: a wrong amount is worse than none. */
export function dropAmbiguous(reading: ScopeReading): void {
  const { candidates, columns, kinds, scope } = reading
  reading.candidates = withoutAmbiguous(candidates, columns, kinds, scope)
}

function withoutAmbiguous(candidates: readonly Candidate[], columns: readonly Column[], kinds: FieldKinds, document: string): Candidate[] {
  // What a deal may bring is estimated in whole units.
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

/** The letters that databases shorten a kind of document to, in front of its number and date: `VRENUM`, `RDATUM`. */
const shortFor: Readonly<Record<string, RegExp>> = {
  invoices: /^~v?(?:r|re|rg|rech|f|fa|fc|fac|fact|inv)$/,
  orders: /^~v?(?:a|au|auf|atr|cde|cmd|ped|ord)$/,
  quotes: /^~v?(?:ag|an|ang|dev|ofe|quo)$/,
  credit_notes: /^~v?(?:g|gu|gut|gs|av|avo|abo|crn)$/,
}

/** Of several numbers or days that such letters alone tell apart, those of other documents; all, where none is of this one. */
function ofOtherDocuments(candidates: readonly Candidate[], marks: ReadonlyMap<number, string>, document: string): ReadonlySet<Candidate> {
  const short = shortFor[document]
  if (!short) return new Set()
  const marked = candidates.filter(({ field, column }) => (field === 'number' || field === 'date') && marks.has(column))
  return new Set(marked.filter((each) => hasRival(each, marked, marks) && !short.test(marks.get(each.column) ?? '')))
}

/** The letters in front of the words of a column that may be those of its table, or say what kind of price it is. */
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
 * The key of a record that has none otherwise: a whole name of one beside words that nobody has heard of, mostly of the system that
 * gave it, `AmazonOrderId`.
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
  // A credit note that is dated as an invoice is numbered as one.
  const asInvoice = primary.some(({ field, via }) => field === 'date' && via === 'words:invoice date')
  const fitting = candidates.filter(({ column, field, via }) => {
    const named = new Set([...via.replace('words:', '').split(' '), ...own])
    const { words } = readHeader(columns.find(({ index }) => index === column)?.segments.at(-1) ?? '')
    const known = words.filter(isConcept)
    // Something unheard of behind a known word has the id: that of a sales channel is no sale's.
    if (words.slice(words.findIndex(isConcept)).some((word) => !isConcept(word))) return false
    if (via.startsWith('words:invoice ') && !own.has('invoice') && !asInvoice) return false
    return keys.includes(field) && !taken.has(column) && known.length > 1 && known.every((word) => named.has(word))
  })
  const [first, ...others] = fitting.toSorted((one, other) => other.score - one.score)
  if (!first) return []
  const second = asInvoice ? others.find(({ field, column }) => field !== first.field && column !== first.column) : undefined
  return second ? [first, second] : [first]
}
