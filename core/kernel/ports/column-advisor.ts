/** A column that nothing has recognized. */
export interface UnknownColumn {
  /** Its title as it was sent, at most 200 characters. */
  readonly source: string
  /** What some of its values look like, at most three of 40 characters: each digit is a 9, and addresses of e-mail are left out. */
  readonly samples: readonly string[]
}

/** What is asked about the columns of a batch. */
export interface ColumnQuestion {
  /** What the records are, such as `companies`. */
  readonly object: string
  /** At most 30; none whose title says that it is secret. */
  readonly columns: readonly UnknownColumn[]
  /** The fields of such records that no column is read as. */
  readonly fields: readonly string[]
  /** Gives the question up. */
  readonly signal: AbortSignal
}

/** The field that each column is, by its title; of those left out nothing is known. */
export type ColumnProposals = Readonly<Record<string, string>>

/**
 * Port: proposes what unknown columns of a batch mean, such as by a model of the app. It is asked once for each batch and preview that has such
 * columns, outside of transactions; what it answers is checked before it is used, and one that fails or is late has no effect. The default is
 * bound to nothing.
 */
export class ColumnAdvisor {
  /** Whether there is anything to ask. */
  get isBound(): boolean {
    return false
  }

  /** How long a batch waits for an answer, in milliseconds; ten seconds are the most: others wait meanwhile. */
  get timeoutMs(): number {
    return 3_000
  }

  /** What the columns may be. */
  propose(_question: ColumnQuestion): Promise<ColumnProposals> {
    return Promise.resolve({})
  }
}
