import { isConcept } from '../languages/dictionary.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'
import { fitness } from './evidence.ts'
import type { FieldMatch } from './recognition.ts'

/** Words in the names of amounts; a column with any other known word holds something else. */
const ofAmounts = new Set(
  (
    'amount total value price unit excl base taxable subtotal line product sale document invoice order quote creditnote extended ' +
    'standard rate detail position'
  ).split(' '),
)

const most = 60

/** Columns of numbers that no field takes and whose titles do not say that they hold something else. */
export function freeColumns(columns: readonly Column[], matches: readonly FieldMatch[], also: readonly string[] = []): Column[] {
  const taken = new Set(matches.flatMap(({ columns: [first] }) => first?.column ?? []))
  const free = columns.filter((column) => {
    if (taken.has(column.index)) return false
    const words = column.segments.flatMap((segment) => readHeader(segment).words)
    const open = words.every((word) => ofAmounts.has(word) || also.includes(word) || /^\d$/.test(word) || !isConcept(word))
    return open && fitness(column, 'money') === 1
  })
  // Among more columns some add up by chance, and every pair would have to be tried.
  return free.length > most ? [] : free
}

/** Words of what is to be paid, which is the total where it is the net amount with the tax in every record. */
const ofPayments = ['open', 'paid', 'payment', 'due']
/** Words of sums of documents. */
export const ofSums = new Set(['total', 'amount', ...ofPayments])

/** Columns that say what is to be paid or was, whether or not a field takes them. */
export function columnsToPay(columns: readonly Column[], matches: readonly FieldMatch[], wrapper: string | undefined): readonly Column[] {
  const open = matches.filter(({ field }) => field === 'amount_due' || field === 'amount_paid')
  return freeColumns(
    columns.filter(({ segments }) => segments.slice(0, -1).join() === wrapper),
    matches.filter((match) => !open.includes(match)),
    ofPayments,
  ).filter(({ segments }) => readHeader(segments.at(-1) ?? '').words.some((word) => ofPayments.includes(word)))
}
