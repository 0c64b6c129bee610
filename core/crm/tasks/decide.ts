import { invalid } from '../../kernel/operation/errors.ts'
import type { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Task } from './entity.ts'
import { checkOutcome } from './outcome.ts'
import { sourceByVia } from './sources.ts'

/** Values of a task by field, as they are stored. */
export type TaskValues = Partial<Omit<Task, 'id'>>

/** One task that is to be written. */
export interface TaskDraft {
  /** What was given. */
  readonly values: TaskValues
  /** The task as it is; left out for a new one. */
  readonly known?: Task | undefined
  readonly actor: CurrentActor
  readonly now: Date
}

/**
 * What is written for one task, alone or in a set: the values of a new one, which is the caller's unless another owner is given, or the
 * changes of a known one. Throws `not_allowed` for an outcome that no call has, and for a recurrence that cannot be counted.
 */
export function decideTask(draft: TaskDraft): TaskValues {
  const { known, actor } = draft
  const values = withStatus(draft)
  checkRecurrence({ ...known, ...values })
  return known ? values : { owner_email: actor.user, ...values, source: sourceByVia[actor.via.type] }
}

// What comes again counts from when it is due.
function checkRecurrence({ recurrence, due_at }: TaskValues): void {
  if (!recurrence) return
  const { frequency, weekdays, until, count } = recurrence
  if (!due_at) throw invalid('/due_at', 'required', 'A task that comes again has a due time')
  if (weekdays && frequency !== 'weekly') throw invalid('/recurrence/weekdays', 'not_allowed', 'Weekdays are of weekly tasks')
  if (until !== undefined && count !== undefined) throw invalid('/recurrence/count', 'ambiguous', 'Give until or count, not both')
}

// The values with what follows from another status: who completed the task and when; a task that is opened again has no outcome yet.
function withStatus({ values, known, actor, now }: TaskDraft): TaskValues {
  const { status = known?.status ?? 'open', type = known?.type } = values
  const moves = status !== (known?.status ?? 'open')
  const outcome = values.outcome === undefined && !(moves && status === 'open') ? known?.outcome : values.outcome
  if (values.type !== undefined || values.outcome !== undefined) checkOutcome({ type, outcome })
  if (!moves) return values
  const isDone = status === 'completed'
  return {
    ...(status === 'open' && { outcome: null }),
    ...values,
    completed_at: isDone ? now : null,
    completed_by: isDone ? actor.user : null,
  }
}
