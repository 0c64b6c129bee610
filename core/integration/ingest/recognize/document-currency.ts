import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'
import type { ScopeReading } from './scope-reading.ts'

/** Words of an amount in the currency of the document; the same title without one is then in that of the books. */
const ofDocument = new Set(['trx', 'tran', 'transaction', 'foreign', 'orig', 'originating'])

/** Takes amounts in the currency of the document, `TRX_TOTALDUE`, where others stand beside them in that of the books, `TOTALDUE`. */
export function takeDocumentCurrency(reading: ScopeReading): void {
  const { columns, kinds, candidates } = reading
  const twins = twinsOf(columns)
  if (twins.size === 0) return
  const marked = new Set(twins.values())
  reading.candidates = candidates.flatMap((candidate) => {
    if (kinds[candidate.field] !== 'money') return [candidate]
    const twin = twins.get(candidate.column)
    if (twin !== undefined) return [{ ...candidate, column: twin }]
    return marked.has(candidate.column) ? [] : [candidate]
  })
}

/** By columns in the currency of the books, those in that of the document; none where both hold the same. */
function twinsOf(columns: readonly Column[]): ReadonlyMap<number, number> {
  const byTitle = new Map(columns.map((column) => [titleOf(column), column]))
  const twins = new Map<number, number>()
  for (const column of columns) {
    const words = readHeader(column.segments.at(-1) ?? '').text.split(' ')
    const at = words.findIndex((word) => ofDocument.has(word))
    if (at < 0 || words.length === 1) continue
    const plain = byTitle.get([...column.segments.slice(0, -1), words.toSpliced(at, 1).join(' ')].join('/'))
    if (plain && differ(plain, column)) twins.set(plain.index, column.index)
  }
  return twins
}

const titleOf = ({ segments }: Column): string => [...segments.slice(0, -1), readHeader(segments.at(-1) ?? '').text].join('/')

/** True where each document has both amounts, and some have two different ones. */
const differ = (one: Column, other: Column): boolean =>
  one.count === other.count && one.sample.some((value, at) => String(value) !== String(other.sample[at]))
