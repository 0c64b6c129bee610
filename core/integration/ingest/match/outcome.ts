import type { Problem } from '../read/table.ts'

/** What becomes of one record of a batch. */
export type Outcome = { readonly action: 'create' | 'update' | 'unchanged' } | { readonly action: 'reject'; readonly problem: Problem }

/** The outcome of each record by its index, with all warnings. */
export class Outcomes {
  readonly all = new Map<number, Outcome>()
  readonly warnings: { readonly index: number; readonly warning: string }[] = []

  /** How many records there are of each action. */
  counts(): { created: number; updated: number; unchanged: number; rejected: number } {
    const counts = { create: 0, update: 0, unchanged: 0, reject: 0 }
    for (const { action } of this.all.values()) counts[action] += 1
    return { created: counts.create, updated: counts.update, unchanged: counts.unchanged, rejected: counts.reject }
  }

  /** Sets the outcome of the record at this index. */
  set(index: number, action: 'create' | 'update' | 'unchanged'): void {
    this.all.set(index, { action })
  }

  /** Rejects the record at this index. */
  reject(index: number, problem: Problem): void {
    this.all.set(index, { action: 'reject', problem })
  }

  /** Adds warnings to the record at this index. */
  warn(index: number, warnings: readonly string[]): void {
    for (const warning of warnings) this.warnings.push({ index, warning })
  }
}
