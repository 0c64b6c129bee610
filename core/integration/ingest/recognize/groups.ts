import type { Row, Scalar } from '../read/table.ts'

/** Rows of one document: with the same number, or without one below a row that has it. */
export interface Group {
  readonly indexes: readonly number[]
  readonly rows: readonly Row[]
}

/** Columns that distinguish the documents of a batch of rows. */
export interface DocumentColumns {
  /** Of the number or id; the first that a row fills names its document. */
  readonly keys: readonly number[]
  /** Of the customer: two of them never share a document. */
  readonly customers: readonly number[]
  /** Of everything else that the document has once. */
  readonly others: readonly number[]
}

interface Open extends Group {
  readonly indexes: number[]
  readonly rows: Row[]
  readonly key: string
}

/** Merges a batch of one row per line into documents; rows that do not follow each other only where they repeat the document. */
export function groupRows(rows: readonly (Row | null)[], { keys, customers, others }: DocumentColumns): Group[] {
  const groups: Open[] = []
  const known = new Map<string, Open[]>()
  let open: Open | null = null
  rows.forEach((row, index) => {
    if (!row) {
      open = null
      return
    }
    const key = keyOf(row, keys)
    // A row without a number below another such row belongs to no document.
    const following = open !== null && open.key !== '' && (key === '' || (key === open.key && agrees(open, row, customers)))
    const group: Open | undefined =
      (following ? open : null) ?? known.get(key)?.find((each) => agrees(each, row, customers) && agrees(each, row, others))
    if (group) {
      group.indexes.push(index)
      group.rows.push(row)
      open = group
      return
    }
    open = { indexes: [index], rows: [row], key }
    groups.push(open)
    if (key !== '') known.set(key, [...(known.get(key) ?? []), open])
  })
  return groups
}

/** Columns that differ among rows of one document and thus belong to its lines; null where no document has two rows. */
export function varyingColumns(rows: readonly Row[], keys: readonly number[], customers: readonly number[]): ReadonlySet<number> | null {
  const first = new Map<string, Map<number, Scalar>>()
  const varying = new Set<number>()
  let repeated = false
  let key = ''
  let named = ''
  for (const row of rows) {
    const own = keyOf(row, keys)
    const of = customers.map((column) => cellOf(row, column))
    if (own !== '' && (own !== named || of.some((customer) => customer !== ''))) key = JSON.stringify([own, ...of])
    if (own !== '') named = own
    if (key === '') continue
    const seen = first.get(key)
    if (!seen) {
      first.set(key, new Map(row.at.map((column, cell) => [column, row.values[cell] ?? ''])))
      continue
    }
    repeated = true
    row.at.forEach((column, cell) => {
      const value = row.values[cell] ?? ''
      const before = seen.get(column) ?? ''
      if (value !== '' && before !== '' && value !== before) varying.add(column)
      else if (before === '') seen.set(column, value)
    })
  }
  return repeated ? varying : null
}

/** Whether a row may belong to a document; empty cells fit everything. */
function agrees({ rows: [first] }: Open, row: Row, columns: readonly number[]): boolean {
  return columns.every((column) => {
    const [one, other] = [cellOf(first, column), cellOf(row, column)]
    return one === '' || other === '' || one === other
  })
}

function keyOf(row: Row, keys: readonly number[]): string {
  for (const column of keys) {
    const value = cellOf(row, column)
    if (value !== '') return value
  }
  return ''
}

function cellOf(row: Row | undefined, column: number): string {
  const at = row ? row.at.indexOf(column) : -1
  return at < 0 ? '' : String(row?.values[at]).trim()
}
