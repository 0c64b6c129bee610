import type { Candidate } from './assign.ts'

/** The columns of one field, best first: the others stand in where the first is empty. */
export interface FieldMatch {
  readonly field: string
  readonly columns: readonly Candidate[]
}

/** What the columns of a scope mean. */
export interface Recognition {
  readonly matches: readonly FieldMatch[]
  /** Everything that was possible, for the arithmetic to choose again from. */
  readonly candidates: readonly Candidate[]
}

/** Before anything is recognized. */
export const nothingRecognized: Recognition = { matches: [], candidates: [] }

/** The columns that these matches take. */
export const usedColumns = (matches: readonly FieldMatch[]): ReadonlySet<number> =>
  new Set(matches.flatMap((match) => match.columns.map((candidate) => candidate.column)))
