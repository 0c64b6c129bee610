import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { WorkflowVersion } from '../../automation/workflows/entity.ts'
import { RunState } from '../../automation/workflows/runs/run-state.ts'
import { RunWriter } from '../../automation/workflows/runs/run-writer.ts'
import { over } from '../../automation/workflows/runs/waits.ts'
import { Task } from '../../crm/tasks/entity.ts'
import { StepPaths } from '../../automation/workflows/definition/path.ts'
import { Enrollment } from './entity.ts'
import { withStep } from './history.ts'

/** Goes on behind steps whose task somebody has completed, cancelled or deleted. */
export class TaskSteps {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof TaskSteps.uses>

  constructor(uses: Resolved<typeof TaskSteps.uses>) {
    this.#uses = uses
  }

  /** Those of these tasks that enrollments wait for and that are not open anymore. */
  async settle(tasks: readonly string[]): Promise<void> {
    const { records, ids } = this.#uses
    const waiting = await records.columns(Enrollment, ['id'], (query) => query.where(records.anyOf(Enrollment, 'task_id', tasks)))
    if (waiting.length === 0) return
    const found = waiting.map(({ id }) => id)
    const runs = await records.findBy(WorkflowRun, 'id', found, { lock: true })
    const enrollments = await records.findBy(Enrollment, 'id', found, { lock: true })
    const open = new Map((await records.findBy(Task, 'id', tasks)).map(({ id, status }) => [id, status]))
    const states: RunState[] = []
    for (const before of enrollments) {
      const { task_id } = before
      const status = task_id === null ? undefined : (open.get(task_id) ?? 'cancelled')
      const run = runs.find(({ id }) => id === before.id)
      if (!run || run.ended_at || run.memory.wait?.for !== 'task' || status === undefined || status === 'open') continue
      const placed = (await this.#paths(run)).at(run.cursor ?? '')
      if (!placed) continue
      const state = new RunState(run)
      const isHeld = run.status === 'frozen'
      over(state, placed, records.unit.now, status)
      if (isHeld) state.change({ status: 'frozen', wake_at: null, waiting_for: run.waiting_for })
      states.push(state)
      const result = status === 'completed' ? 'completed' : 'skipped'
      const history = withStep(before.history, { step_id: placed.step.id, at: records.unit.now.toISOString(), result, task_id })
      await records.update(Enrollment, [{ before, changes: { task_id: null, history } }])
    }
    await new RunWriter({ records, ids }).write(states)
  }

  async #paths({ workflow_id, workflow_version }: WorkflowRun): Promise<StepPaths> {
    const versions = await this.#uses.records.findBy(WorkflowVersion, 'workflow_id', [workflow_id])
    return new StepPaths(versions.find(({ version }) => version === workflow_version)?.definition.steps ?? [])
  }
}
