import { columnOf } from './figures.ts'
import type { Candidate } from './assign.ts'
import { isDocument } from '../objects.ts'
import { ownColumns } from './line-plan.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'
import { readHeader } from '../languages/headers.ts'
import type { Column, Row, Scalar } from '../read/table.ts'

const checked = 300

/** Drops keys that the values of the batch disprove. */
export function dropFalseKeys(reading: FieldsReading): void {
  const { object, matches, rows } = reading
  if (isDocument(object)) reading.matches = withoutFalseKeys(matches, rows)
  if (object === 'contacts') reading.matches = withoutParentKeys(matches, ownColumns(reading), rows)
}

/** Drops keys of documents that the values disprove: a number that repeats the id, one ledger account for several customers. */
function withoutFalseKeys(matches: readonly FieldMatch[], rows: readonly Row[]): readonly FieldMatch[] {
  const sample = rows.slice(0, checked)
  const [id, number] = [columnOf(matches, 'external_id'), columnOf(matches, 'number')]
  const [customer, name] = [columnOf(matches, 'customer_external_id'), columnOf(matches, 'customer_name')]
  const wrong = new Set<string>()
  if (id && number?.via.endsWith(' id') && sample.every((row) => cell(row, number) === cell(row, id))) wrong.add('number')
  // A reference that invoices of different customers share is not their number.
  const whom = customer ?? name
  if (id && number && whom && isUnique(sample, id) && isShared(sample, number, whom)) wrong.add('number')
  if (customer?.via.includes('account') && name && isShared(sample, customer, name)) wrong.add('customer_external_id')
  if (customer && name && isOtherName(sample, customer, name)) wrong.add('customer_external_id')
  return wrong.size === 0 ? matches : matches.filter(({ field }) => !wrong.has(field))
}

/** Drops the key of a customer or address for contacts where different people share it. */
function withoutParentKeys(matches: readonly FieldMatch[], columns: readonly Column[], rows: readonly Row[]): readonly FieldMatch[] {
  const [id, ...names] = ['external_id', 'email', 'last_name', 'first_name', 'full_name'].map((field) => columnOf(matches, field))
  const { segments = [] } = columns.find(({ index }) => index === id?.column) ?? {}
  if (!id || !segments.some((segment) => readHeader(segment).words.some((word) => parents.has(word)))) return matches
  const several = names.some((name) => name && isShared(rows.slice(0, checked), id, name))
  return several ? matches.filter(({ field }) => field !== 'external_id') : matches
}

const parents = new Set(['customer', 'company', 'address', 'account'])

/** True for adjacent words, as in names and not in keys. */
const isPhrase = (text: string): boolean => /\p{L}\p{L} \p{L}\p{L}/u.test(text) && !/\p{N}/u.test(text)

/** True where the key is a phrase that differs from the name: the buyer instead of the company. */
const isOtherName = (rows: readonly Row[], key: Candidate, name: Candidate): boolean =>
  key.via.startsWith('words:') &&
  rows.some((row) => {
    const [one, other] = [cell(row, key), cell(row, name)]
    return isPhrase(String(one ?? '')) && other !== undefined && other !== '' && one !== other
  })

const isUnique = (rows: readonly Row[], key: Candidate): boolean => new Set(rows.map((row) => cell(row, key))).size === rows.length

/** True where one key stands beside different names. */
function isShared(rows: readonly Row[], key: Candidate, name: Candidate): boolean {
  const names = new Map<Scalar, Scalar>()
  return rows.some((row) => {
    const [one, other] = [cell(row, key), cell(row, name)]
    if (one === undefined || one === '' || other === undefined || other === '') return false
    const known = names.get(one)
    names.set(one, known ?? other)
    return known !== undefined && known !== other
  })
}

const cell = ({ at, values }: Row, { column }: Candidate): Scalar | undefined => values[at.indexOf(column)]
