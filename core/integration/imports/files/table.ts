/** A file of records as it was understood, before any column has a meaning. */
export interface ImportFile {
  /** The format as which it was read. */
  readonly format: ImportFormat
  /** Of texts only. */
  readonly encoding: string | null
  /** Of CSV only. */
  readonly delimiter: string | null
  /** Of spreadsheets only: the sheet that was read. */
  readonly sheet: string | null
  /** Titles of a table, each unique; null for records that name their fields themselves. */
  readonly columns: readonly string[] | null
  /** Lists of cells of a table, else records. */
  readonly rows: readonly unknown[]
  /** Keys that a record of JSON has twice, by the place of the record; only where there are any. */
  readonly warnings?: readonly { readonly index: number; readonly warning: string }[]
  /** What a saved request of `POST /sync/ingest` says of itself. */
  readonly provider?: string
  /** What its records are, where it says so. */
  readonly object?: string
}

/** The formats of files that can be imported. */
export const importFormats = ['csv', 'xlsx', 'json'] as const
/** The formats of files of records. */
export type ImportFormat = (typeof importFormats)[number]

const HEADER_ROWS = 20

/** The records of some rows, keyed by their titles; empty cells are left out. */
export function recordsOf(columns: readonly string[] | null, rows: readonly unknown[]): unknown[] {
  if (!columns) return [...rows]
  return rows.map((row) => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : []
    return Object.fromEntries(columns.flatMap((title, at) => (cells[at] === '' || cells[at] == null ? [] : [[title, cells[at]]])))
  })
}

/**
 * Takes the titles off a table: they stand in the first row that is about as wide as the table, or below it where that one names groups of
 * them; what is above is a heading.
 */
export function tableOf(cells: readonly (readonly unknown[])[]): { columns: string[]; rows: (readonly unknown[])[] } {
  const filled = cells.filter((row) => widthOf(row) > 0)
  const widest = Math.max(0, ...filled.slice(0, HEADER_ROWS).map(widthOf))
  const at = filled.findIndex((row) => widthOf(row) >= Math.max(1, widest / 2))
  const [first = [], ...below] = filled.slice(Math.max(0, at))
  const grouped = isGroups(first, below)
  const [titles, rows] = grouped ? [below[0] ?? [], below.slice(1)] : [first, below]
  const groups = grouped ? spread(first) : []
  const width = Math.max(titles.length, ...rows.slice(0, 1000).map((row) => row.length))
  const named = Array.from({ length: width }, (_, index) => textOf(titles[index]) || `Column ${index + 1}`)
  const seen = new Map<string, number>()
  const columns = named.map((bare, index) => {
    const group = groups[index]
    const title = group && named.indexOf(bare) !== named.lastIndexOf(bare) ? `${group} ${bare}` : bare
    const times = (seen.get(title) ?? 0) + 1
    seen.set(title, times)
    return times === 1 ? title : `${title} (${times})`
  })
  return { columns, rows }
}

/** Whether a row with gaps stands over one without any that is no record: in some column all records have figures, and it has none. */
function isGroups(first: readonly unknown[], [titles = [], ...rows]: readonly (readonly unknown[])[]): boolean {
  const sample = rows.slice(0, HEADER_ROWS)
  if (sample.length === 0 || widthOf(first) >= titles.length || widthOf(titles) < titles.length) return false
  return titles.some((title, at) => {
    const values = sample.map((row) => textOf(row[at])).filter(Boolean)
    return !DIGIT.test(textOf(title)) && values.length > 0 && values.every((value) => DIGIT.test(value))
  })
}

const DIGIT = /\d/

/** The title of a group, over all of its columns. */
function spread(groups: readonly unknown[]): string[] {
  let last = ''
  return groups.map((group) => (last = textOf(group) || last))
}

function textOf(cell: unknown): string {
  return String(cell ?? '').trim()
}

function widthOf(row: readonly unknown[]): number {
  return row.filter((cell) => cell !== null && cell !== undefined && cell !== '').length
}
