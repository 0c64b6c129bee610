import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import type { Definition } from '../definition/schema.ts'
import type { Workflow } from '../entity.ts'
import { WorkflowTimer } from './entity.ts'

/** The timers of active workflows that enroll deals after days in their stage. */
export class WorkflowTimers {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof WorkflowTimers.uses>

  constructor(uses: Resolved<typeof WorkflowTimers.uses>) {
    this.#uses = uses
  }

  /**
   * That of a workflow that has been activated. It goes on where it was, so that no entry into a stage counts twice; a new one begins with
   * the deals that are in their stage for long enough already.
   */
  async set({ id: workflow_id, user_from }: Pick<Workflow, 'id' | 'user_from'>, definition: Definition): Promise<void> {
    const { records, ids } = this.#uses
    const { now } = records.unit
    const days = daysOf(definition)
    const [before] = await records.findBy(WorkflowTimer, 'workflow_id', [workflow_id], { lock: true })
    if (before) await records.update(WorkflowTimer, [{ before, changes: days === undefined ? { next_at: null } : { days, next_at: now } }])
    else if (days !== undefined)
      await records.insert(WorkflowTimer, [
        { id: ids.next(), user_from, workflow_id, days, passed_at: null, passed_id: null, next_at: now },
      ])
  }
}

/** After how many days in a stage the workflow enrolls deals: the fewest that one of its triggers says; undefined = it has no timer. */
export function daysOf({ triggers }: Pick<Definition, 'triggers'>): number | undefined {
  const days = triggers.flatMap(({ type, config }) => (type === 'deal.rotting' && config['days'] ? [Number(config['days'])] : []))
  return days.length === 0 ? undefined : Math.min(...days)
}
