import type { Problem } from '../table.ts'

/** What becomes of one record of a batch. */
export type Outcome = { readonly action: 'create' | 'update' | 'unchanged' } | { readonly action: 'reject'; readonly problem: Problem }

/** What becomes of each record, by its index, and what there is to say about it. */
export class Outcomes {
  readonly all = new Map<number, Outcome>()
  readonly warnings: { readonly index: number; readonly warning: string }[] = []

  set(index: number, action: 'create' | 'update' | 'unchanged'): void {
    this.all.set(index, { action })
  }

  reject(index: number, problem: Problem): void {
    this.all.set(index, { action: 'reject', problem })
  }

  warn(index: number, warnings: readonly string[]): void {
    for (const warning of warnings) this.warnings.push({ index, warning })
  }
}
