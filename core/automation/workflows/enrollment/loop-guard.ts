import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Workflow } from '../entity.ts'
import { WorkflowNotices } from '../notices/workflow-notices.ts'
import type { Candidate } from './candidates.ts'
import type { Outcome } from './enrollment.ts'

/** Pauses workflows that other workflows set off too often, and tells those who made them. */
export class LoopGuard {
  static readonly uses = { notices: WorkflowNotices }
  readonly #notices: WorkflowNotices

  constructor({ notices }: Resolved<typeof LoopGuard.uses>) {
    this.#notices = notices
  }

  /** Pauses those of which a record was refused because there were too many: each once, whichever process comes first. */
  async pause(records: Records, outcomes: ReadonlyMap<Candidate, Outcome>): Promise<void> {
    const wild = new Set(
      [...outcomes].flatMap(([{ workflow }, outcome]) => (!outcome.enrolled && outcome.reason === 'loop_rate' ? [workflow.id] : [])),
    )
    if (wild.size === 0) return
    const found = await records.findBy(Workflow, 'id', wild, { lock: true })
    const active = found.filter(({ status }) => status === 'active')
    await records.update(
      Workflow,
      active.map((before) => ({ before, changes: { status: 'paused' } })),
    )
    await this.#notices.paused(records, active)
  }
}
