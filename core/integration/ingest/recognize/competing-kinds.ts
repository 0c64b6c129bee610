import { lineFields } from '../fields.ts'
import { isDocument, objectFields } from '../objects.ts'
import { cellOf, type Scope, type Table } from '../read/table.ts'
import { possible } from './assign.ts'
import { meaningsOf, recognizeInSteps } from './column-passes.ts'
import { join, type Kind, kindsOf } from './record-shapes.ts'
import type { FieldsReading } from './reading.ts'
import type { Recognition } from './recognition.ts'

/**
 * The records of a batch, cut where kinds of them compete for fields: the columns of each part are read by themselves. Records whose columns
 * do not compete stay together, and so do the rows of one document; mostly there is one part only.
 */
export function* partsOf(reading: FieldsReading): Generator<void, readonly (readonly number[])[]> {
  const kinds = yield* kindsOf(reading.table)
  if (kinds.length < 2) return [kinds.flatMap(({ records }) => records)]
  const meanings = yield* recognitionsOf(reading)
  const parts: Kind[] = []
  for (const kind of kinds) {
    const related = parts.find((part) => !compete(part, kind, meanings) || shareDocuments(part, kind, reading))
    if (related) join(related, kind)
    else parts.push(kind)
    yield
  }
  return parts.map(({ records }) => records.toSorted((one, other) => one - other))
}

/** What the columns of the records and of each list may mean, and what they were read as over the whole batch. */
function* recognitionsOf({ table, object, header, stated, lineStated }: FieldsReading): Generator<void, ReadonlyMap<Scope, Recognition>> {
  const own = yield* meaningsOf(table.root.columns, object, objectFields[object], stated)
  const found = new Map<Scope, Recognition>([[table.root, { matches: header.matches, candidates: own }]])
  for (const scope of table.lists) {
    const { matches } = yield* recognizeInSteps(scope.columns, 'line', lineFields, lineStated)
    found.set(scope, { matches, candidates: yield* meaningsOf(scope.columns, 'line', lineFields, lineStated) })
  }
  return found
}

/** True where a column of the one and a column of the other may be the same field, and not both are read as it. */
function compete(one: Kind, other: Kind, meanings: ReadonlyMap<Scope, Recognition>): boolean {
  return [...meanings].some(([scope, { candidates, matches }]) => {
    const [left, right] = [one.columns.get(scope), other.columns.get(scope)]
    if (!left || !right) return false
    const read = new Map(matches.map(({ field, columns }) => [field, new Set(columns.map(({ column }) => column))] as const))
    const fields = Map.groupBy(
      candidates.filter(({ score }) => score >= possible),
      ({ field }) => field,
    )
    return [...fields].some(([field, some]) => {
      const mine = some.filter(({ column }) => left.has(column) && !right.has(column))
      const theirs = some.filter(({ column }) => right.has(column) && !left.has(column))
      const lost = [...mine, ...theirs].some(({ column }) => !read.get(field)?.has(column))
      return mine.length > 0 && theirs.length > 0 && lost
    })
  })
}

const isKey = (field: string): boolean => field === 'number' || field === 'external_id'

/** True for rows of the same documents: below the row that names the document and its customer, or with the same number. */
function shareDocuments(one: Kind, other: Kind, { object, header, table }: FieldsReading): boolean {
  if (!isDocument(object)) return false
  const columnsOf = ({ columns }: Kind, meant: (field: string) => boolean) => {
    const own = columns.get(table.root)
    return header.candidates.flatMap(({ column, field, score }) => (meant(field) && score >= possible && own?.has(column) ? column : []))
  }
  const follows = (kind: Kind) => columnsOf(kind, (field) => isKey(field) || field.startsWith('customer_')).length === 0
  if (follows(one) || follows(other)) return true
  const [mine, theirs] = [columnsOf(one, isKey), columnsOf(other, isKey)]
  const common = mine.filter(
    (column) => theirs.includes(column) && header.matches.some((match) => isKey(match.field) && match.columns[0]?.column === column),
  )
  return common.some((column) => {
    const values = valuesOf(other, column, table)
    return [...valuesOf(one, column, table)].some((value) => values.has(value))
  })
}

/** What the records of a kind hold in a column. */
function valuesOf({ records }: Kind, column: number, { rows }: Table): ReadonlySet<string> {
  return new Set(
    records.flatMap((index) => {
      const row = rows[index]
      const value = row ? cellOf(row, column) : undefined
      return value === undefined || value === '' ? [] : String(value)
    }),
  )
}
