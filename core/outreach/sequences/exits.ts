import { Ids } from '../../kernel/ports/ids.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { RunState } from '../../automation/workflows/runs/run-state.ts'
import { RunWriter } from '../../automation/workflows/runs/run-writer.ts'
import { releaseQueued } from '../emails/holding.ts'
import { Enrollment } from './entity.ts'
import { HELD_WITH_SEQUENCE } from './holds.ts'

/** Why an enrollment ended before its last step. */
export type ExitReason =
  | 'replied'
  | 'meeting_booked'
  | 'deal_created'
  | 'lifecycle_stage'
  | 'unsubscribed'
  | 'bounced'
  | 'do_not_contact'
  | 'contact_deleted'
  | 'manual'
  | 'workflow'
  | 'error'

/** States of enrollments that have not ended. */
export const openStates: readonly string[] = ['active', 'paused']

/** Ends enrollments, in the unit of work of what ends them: their runs stop, each makes its event once. Queued e-mails are held back when they are to leave. */
export class SequenceExits {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof SequenceExits.uses>

  constructor(uses: Resolved<typeof SequenceExits.uses>) {
    this.#uses = uses
  }

  /** Ends those of these that are still open, each for its reason; answers the ids of those that it ended. */
  async end(reasons: ReadonlyMap<string, ExitReason>): Promise<readonly string[]> {
    if (reasons.size === 0) return []
    const { records, ids } = this.#uses
    const { whole } = records
    // The run first, as everybody who writes both does.
    const runs = await whole.findBy(WorkflowRun, 'id', reasons.keys(), { lock: true })
    const found = await whole.findBy(Enrollment, 'id', reasons.keys(), { lock: true })
    const open = found.filter(({ status }) => openStates.includes(status))
    if (open.length === 0) return []
    const { now } = records.unit
    const states = runs
      .filter(({ id, ended_at }) => ended_at === null && open.some((each) => each.id === id))
      .map((run) => new RunState(run))
    for (const state of states) state.end('cancelled', reasons.get(state.run.id) ?? 'exit', now)
    await new RunWriter({ records, ids }).write(states)
    await closeEnrollments(records, open, (each) => reasons.get(each.id) ?? 'manual')
    // What was held with them is looked at now, and cancelled by that.
    await releaseQueued(records, { by: 'enrollment_id', ids: open.map(({ id }) => id), word: HELD_WITH_SEQUENCE })
    return open.map(({ id }) => id)
  }
}

/** Writes that these ended, and their events, each once; their runs have ended already. */
export async function closeEnrollments(
  records: Records,
  open: readonly Enrollment[],
  reasonOf: (enrollment: Enrollment) => ExitReason | 'completed',
): Promise<void> {
  const { now } = records.unit
  const updates = open.map((before) => {
    const reason = reasonOf(before)
    const status = reason === 'completed' ? ('completed' as const) : reason === 'error' ? ('failed' as const) : ('exited' as const)
    return { before, changes: { status, reason, finished_at: now, next_run_at: null, current_step: null, task_id: null } }
  })
  await records.update(Enrollment, updates)
  await records.append(
    open.map((each) => {
      const reason = reasonOf(each)
      const { id: enrollment_id, sequence_id, lead_id } = each
      const data = { enrollment_id, sequence_id, lead_id, ...(reason !== 'completed' && { reason }) }
      const type = reason === 'completed' ? 'sequence.completed' : 'sequence.exited'
      return draftOf(type, { type: 'contact', id: lead_id }, data, null, records.unit)
    }),
  )
}
