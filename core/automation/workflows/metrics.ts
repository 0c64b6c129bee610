import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Counter, type Meter, type Metric } from '../../kernel/operation/metric.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { WorkflowRun } from './entity.ts'
import type { RunState } from './runs/run-state.ts'

/** Metrics of workflows: the steps that this process has done, and the runs of the whole database that go on at a time. */
export class WorkflowMetrics implements Meter {
  static readonly uses = { database: Database }
  readonly #uses: Resolved<typeof WorkflowMetrics.uses>
  readonly #steps = new Counter({ name: 'rapport_workflow_steps_total', help: 'Steps of runs that were done, by action and status' })
  readonly #ended = new Counter({ name: 'rapport_workflow_runs_ended_total', help: 'Runs that their steps have ended, by status' })

  constructor(uses: Resolved<typeof WorkflowMetrics.uses>) {
    this.#uses = uses
  }

  /** Counts what became of runs, once that has committed. */
  committed(states: readonly RunState[]): void {
    for (const { run, steps } of states) {
      for (const { type: action, status } of steps) this.#steps.add({ action, status })
      if (run.ended_at) this.#ended.add({ status: run.status })
    }
  }

  /** The metrics at `now`. */
  async measure(now: Date): Promise<Metric[]> {
    const { database } = this.#uses
    const at = Codec.of(WorkflowRun.fields, database.dialect).toColumn('wake_at', now)
    // By the index of what has a time: runs that have ended are never counted, however many there are.
    const count = async (when: RawBuilder<SqlBool>) => {
      const runs = database
        .tables()
        .selectFrom(WorkflowRun.table)
        .select(sql<number>`count(*)`.as('runs'))
      return Number((await runs.where('wake_at', 'is not', null).where(when).executeTakeFirstOrThrow()).runs)
    }
    const [due, scheduled] = await Promise.all([count(sql`wake_at <= ${at}`), count(sql`wake_at > ${at}`)])
    const samples = Object.entries({ due, scheduled }).map(([state, value]) => ({ labels: { state }, value }))
    const help = 'Runs of workflows that go on at a time, in the whole database: those that are due, and those that wait for it'
    return [this.#steps.read(), this.#ended.read(), { name: 'rapport_workflow_runs', help, type: 'gauge', samples }]
  }
}
