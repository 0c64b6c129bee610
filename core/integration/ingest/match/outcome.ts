import type { Problem } from '../read/table.ts'

/** What becomes of one record of a batch. */
export type Outcome = { readonly action: 'create' | 'update' | 'unchanged' } | { readonly action: 'reject'; readonly problem: Problem }

/** What becomes of each record, by its index, and what there is to say about it. */
export class Outcomes {
  readonly all = new Map<number, Outcome>()
  readonly warnings: { readonly index: number; readonly warning: string }[] = []

  /** How many records there are of each action. */
  counts(): { created: number; updated: number; unchanged: number; rejected: number } {
    const counts = { create: 0, update: 0, unchanged: 0, reject: 0 }
    for (const { action } of this.all.values()) counts[action] += 1
    return { created: counts.create, updated: counts.update, unchanged: counts.unchanged, rejected: counts.reject }
  }

  /** Says what becomes of the record at this index. */
  set(index: number, action: 'create' | 'update' | 'unchanged'): void {
    this.all.set(index, { action })
  }

  /** Says why it is not taken. */
  reject(index: number, problem: Problem): void {
    this.all.set(index, { action: 'reject', problem })
  }

  /** Adds to what is said of it. */
  warn(index: number, warnings: readonly string[]): void {
    for (const warning of warnings) this.warnings.push({ index, warning })
  }
}
