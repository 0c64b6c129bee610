/** What a cell may hold once a record is flat. */
export type Scalar = string | number | boolean

/** One source path of a batch, with a sample of what it holds. */
export interface Column {
  readonly index: number
  /** `name`, `address.city`, `lines[].sku`: the source path as reported and as overrides name it. */
  readonly path: string
  /** The path inside its scope, as vocabularies name the columns of a line. */
  readonly key: string
  readonly segments: readonly string[]
  /** Non-empty values, the first of them only: enough to judge what the column holds. */
  readonly sample: Scalar[]
  count: number
  /** True for an amount that was sent with its unit: it is known not to count cents. */
  readonly exact?: boolean
  /** True for the text of a whole list: it is kept, and is no value of a field. */
  readonly whole?: boolean
}

/** The columns of one level: the record itself, or the items of one list. */
export interface Scope {
  readonly path: string
  readonly segments: readonly string[]
  readonly columns: Column[]
  /** True for a list whose name does not tell what it lists. */
  readonly unnamed?: boolean
}

/** One record or list item: parallel arrays of column indexes and values, and the lists below it. */
export interface Row {
  readonly at: readonly number[]
  readonly values: Scalar[]
  readonly lists: ReadonlyMap<Scope, readonly Row[]> | null
}

/** The value of a column in a row; undefined where the row has none. */
export function cellOf({ at, values }: Row, column: number): Scalar | undefined {
  const cell = at.indexOf(column)
  return cell < 0 ? undefined : values[cell]
}

/** Why a record cannot be taken. */
export interface Problem {
  readonly code: string
  readonly field: string
  readonly reason: string
  /** Index of the row at fault, where several rows are one document. */
  readonly row?: number
}

/** A batch as flat rows over shared columns. */
export interface Table {
  readonly root: Scope
  readonly lists: readonly Scope[]
  readonly rows: readonly (Row | null)[]
  readonly problems: ReadonlyMap<number, Problem>
  /** Indexes of records with control characters, broken text or blocked keys: their raw form must be cleaned before it is kept. */
  readonly dirty: ReadonlyMap<number, string[]>
  /** True when a text looks like UTF-8 that was read as Windows-1252. */
  readonly suspicious: boolean
}

/** The table before anything is read. */
export const emptyTable: Table = {
  root: { path: '', segments: [], columns: [] },
  lists: [],
  rows: [],
  problems: new Map(),
  dirty: new Map(),
  suspicious: false,
}

/** A row while it is read. Rows of one shape share their column indexes, so that a batch keeps one list of them and not thousands. */
export class RowBuilder {
  #at: number[] = []
  #values: Scalar[] = []
  #size = 0
  #last: readonly number[] = []
  lists: Map<Scope, Row[]> | null = null

  /** Empties it for the next row. */
  begin(): this {
    this.#size = 0
    this.lists = null
    return this
  }

  /** Puts a value into a column. */
  put(column: number, value: Scalar): void {
    this.#at[this.#size] = column
    this.#values[this.#size++] = value
  }

  /** The row as it is now. */
  seal(): Row {
    if (!this.#repeats()) this.#last = this.#at.slice(0, this.#size)
    return { at: this.#last, values: this.#values.slice(0, this.#size), lists: this.lists }
  }

  #repeats(): boolean {
    if (this.#last.length !== this.#size) return false
    for (let cell = 0; cell < this.#size; cell++) if (this.#last[cell] !== this.#at[cell]) return false
    return true
  }
}

/** How many values of a column are kept to judge it. */
export const sampleSize = 120
