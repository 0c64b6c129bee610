import type { Row } from './table.ts'

/** Rows that belong to one document: consecutive, with the same number or, below the first, none at all. */
export interface Group {
  readonly indexes: readonly number[]
  readonly rows: readonly Row[]
}

/** Merges a batch of one row per line into documents by the columns that name them. */
export function groupRows(rows: readonly (Row | null)[], keys: readonly number[]): Group[] {
  const groups: { indexes: number[]; rows: Row[]; key: string }[] = []
  let open: { indexes: number[]; rows: Row[]; key: string } | null = null
  rows.forEach((row, index) => {
    if (!row) {
      open = null
      return
    }
    const key = keyOf(row, keys)
    // Below a row that names no document, a row without one belongs to nothing either.
    if (open && open.key !== '' && (key === '' || key === open.key)) {
      open.indexes.push(index)
      open.rows.push(row)
      return
    }
    open = { indexes: [index], rows: [row], key }
    groups.push(open)
  })
  return groups
}

function keyOf(row: Row, keys: readonly number[]): string {
  for (const column of keys) {
    const at = row.at.indexOf(column)
    const value = at < 0 ? '' : String(row.values[at]).trim()
    if (value !== '') return value
  }
  return ''
}
