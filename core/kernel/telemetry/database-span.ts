import { traced } from './tracing.ts'

/** Statements that belong together. */
export interface DatabaseSpan {
  /** `transaction`: committed as one; `read`: of one unit of work, without a transaction. */
  readonly kind: 'read' | 'transaction'
  readonly dialect: 'sqlite' | 'postgresql'
  /** Absent for work across organizations. */
  readonly organization?: string
}

/** Does a group of statements in a span of its own, as a part of what asks for it; the span never shows a statement or its values. */
export function inDatabaseSpan<T>({ kind, dialect, organization }: DatabaseSpan, work: () => Promise<T>): Promise<T> {
  const attributes = { 'db.system.name': dialect, ...(organization !== undefined && { 'rapport.organization': organization }) }
  // SQLite is a part of this process: there is no server that answers.
  return traced({ name: `rapport.storage.${kind}`, ...(dialect === 'postgresql' && { kind: 'client' }), attributes, partOnly: true }, work)
}
