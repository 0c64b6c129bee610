import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { nextOccurrence } from '../schedules/occurrences.ts'
import { parseSchedule, type ScheduleConfig } from '../schedules/schedule.ts'
import { zoneClock } from '../schedules/zone-clock.ts'
import type { Definition } from './definition/schema.ts'
import { type Workflow, WorkflowSchedule } from './entity.ts'

/** The times at which schedules of active workflows fire. */
export class WorkflowSchedules {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof WorkflowSchedules.uses>

  constructor(uses: Resolved<typeof WorkflowSchedules.uses>) {
    this.#uses = uses
  }

  /** Those of a workflow that has been activated; the first time is after now. */
  async set({ id: workflow_id, user_from }: Workflow, { triggers }: Definition): Promise<void> {
    const { records, ids } = this.#uses
    await this.clear(workflow_id)
    const home = await homeOf(records)
    const rows: WorkflowSchedule[] = []
    for (const [position, { type, config }] of triggers.entries()) {
      if (type !== 'schedule') continue
      const schedule = scheduleOf(config)
      const { at } = nextOccurrence(parseSchedule(schedule), await zoneClock(schedule.timezone ?? home.timezone), records.unit.now)
      rows.push({ id: ids.next(), user_from, workflow_id, position, next_at: at, last_date: null, firing: null })
    }
    if (rows.length > 0) await records.insert(WorkflowSchedule, rows)
  }

  /** None anymore. */
  async clear(workflow_id: string): Promise<void> {
    await this.#uses.records.db.deleteFrom(WorkflowSchedule.table).where('workflow_id', '=', workflow_id).execute()
  }
}

/** The configuration of a schedule, whose schema was checked when the workflow was saved. */
export function scheduleOf(config: Readonly<Record<string, unknown>>): ScheduleConfig {
  // Checked against its schema, which says the same as this type.
  return config as unknown as ScheduleConfig
}
