/** The parts of better-sqlite3 that are used here. */
export interface Database {
  readonly inTransaction: boolean
  prepare(sql: string): Statement
}

interface Statement {
  /** Whether it returns rows. */
  readonly reader: boolean
  /** Whether it changes nothing. */
  readonly readonly: boolean
  run(): unknown
}
