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
}

/** The columns of one level: the record itself, or the items of one list. */
export interface Scope {
  readonly path: string
  readonly segments: readonly string[]
  readonly columns: Column[]
}

/** One record or list item: parallel arrays of column indexes and values, and the lists below it. */
export interface Row {
  readonly at: number[]
  readonly values: Scalar[]
  lists: Map<Scope, Row[]> | null
}

export interface Problem {
  readonly code: string
  readonly field: string
  readonly reason: string
}

export const newRow = (): Row => ({ at: [], values: [], lists: null })

export const sampleSize = 120
