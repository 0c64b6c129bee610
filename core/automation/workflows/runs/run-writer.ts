import { sql } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { WorkflowCount, WorkflowEffect, WorkflowRun, WorkflowStepLog, WorkflowWait } from '../entity.ts'
import type { RunState } from './run-state.ts'

/** Writes what became of runs, as sets: their state, history, waits, calls and counts. */
export class RunWriter {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof RunWriter.uses>

  constructor(uses: Resolved<typeof RunWriter.uses>) {
    this.#uses = uses
  }

  /** All of it, in the unit of work of the steps. */
  async write(states: readonly RunState[]): Promise<void> {
    const { records } = this.#uses
    await records.update(
      WorkflowRun,
      states.map(({ before, run }) => ({ before, changes: run })),
    )
    await this.#writeSteps(states)
    await this.#writeWaits(states)
    await this.#writeEffects(states)
    await this.count(countsOf(states))
  }

  /** Adds to what is counted of workflows. */
  async count(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Promise<void> {
    const { records } = this.#uses
    const rows = [...counts].flatMap(([workflow_id, names]) =>
      [...names].map(([name, amount]) => ({ user_from: records.unit.actor.organization, workflow_id, name, amount })),
    )
    // In one order, so that two processes never wait for each other.
    rows.sort((left, right) => (`${left.workflow_id}${left.name}` < `${right.workflow_id}${right.name}` ? -1 : 1))
    if (rows.length === 0) return
    await records.db
      .insertInto(WorkflowCount.table)
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['workflow_id', 'name'])
          .doUpdateSet({ amount: sql`${sql.ref(`${WorkflowCount.table}.amount`)} + excluded.amount` }),
      )
      .execute()
  }

  async #writeSteps(states: readonly RunState[]): Promise<void> {
    const { records, ids } = this.#uses
    const codec = records.codec(WorkflowStepLog)
    const user_from = records.unit.actor.organization
    for (const { run, settled } of states) {
      if (!settled) continue
      const { seq, ...changes } = settled
      await records.db
        .updateTable(WorkflowStepLog.table)
        .set(codec.toRow(changes))
        .where('run_id', '=', run.id)
        .where('seq', '=', seq)
        .execute()
    }
    await this.#closeWaits(states)
    const rows = states.flatMap(({ run: { id: run_id, workflow_id }, steps }) =>
      steps.map((each) => ({ id: ids.next(), run_id, user_from, workflow_id, ...each })),
    )
    if (rows.length > 0) await records.insert(WorkflowStepLog, rows)
  }

  // A run that ends while it waits, or leaves that step, did not get what it waited for: the history says so, with the reason.
  async #closeWaits(states: readonly RunState[]): Promise<void> {
    const { records } = this.#uses
    const left = states.filter(
      ({ before, run, settled, leftWait }) => (run.ended_at !== null || leftWait) && before.memory.wait && !settled,
    )
    const codec = records.codec(WorkflowStepLog)
    for (const [reason, some] of Map.groupBy(left, ({ run, leftWait }) => leftWait ?? run.end_reason)) {
      const closed = codec.toRow({ status: 'skipped', reason, ended_at: records.unit.now })
      await records.db
        .updateTable(WorkflowStepLog.table)
        .set(closed)
        .where(
          records.anyOf(
            WorkflowStepLog,
            'run_id',
            some.map(({ run }) => run.id),
          ),
        )
        .where('status', '=', 'waiting')
        .execute()
    }
  }

  async #writeWaits(states: readonly RunState[]): Promise<void> {
    const { records, ids } = this.#uses
    const over = states.filter(({ forgetWaits, waits }) => forgetWaits || waits).map(({ run }) => run.id)
    if (over.length > 0)
      await records.db
        .deleteFrom(WorkflowWait.table)
        .where(records.anyOf(WorkflowWait, 'run_id', over))
        .execute()
    const { now: registered_at, actor } = records.unit
    const rows = states.flatMap(({ run, waits }) =>
      (waits?.subjects ?? []).flatMap((subject) =>
        (waits?.event_types ?? []).map((event_type) => ({
          id: ids.next(),
          user_from: actor.organization,
          run_id: run.id,
          subject,
          event_type,
          registered_at,
          event_id: null,
        })),
      ),
    )
    if (rows.length > 0) await records.insert(WorkflowWait, rows)
  }

  async #writeEffects(states: readonly RunState[]): Promise<void> {
    const { records, ids } = this.#uses
    const left = states.filter(leavesCall).map(({ run }) => run.id)
    if (left.length > 0) await refuseCalls(records, left)
    const { now, actor } = records.unit
    const rows = states.flatMap(({ run, effects }) =>
      effects.map(({ seq, action, key, config, prepared }) => ({
        id: ids.next(),
        user_from: actor.organization,
        run_id: run.id,
        seq,
        action,
        key,
        payload: { config, prepared },
        status: 'pending' as const,
        attempt: 0,
        due_at: now,
        lease_token: null,
        created_at: now,
      })),
    )
    if (rows.length > 0) await records.insert(WorkflowEffect, rows)
  }
}

/** Calls of these runs that are still to come are not made; one that is being made is not stopped. */
export async function refuseCalls(records: Records, runs: readonly string[]): Promise<void> {
  await records.db
    .updateTable(WorkflowEffect.table)
    .set({ status: 'failed', due_at: null })
    .where(records.anyOf(WorkflowEffect, 'run_id', runs))
    .where('status', '=', 'pending')
    .execute()
}

// Whether a run does not wait any longer for the result of its call, which has not come.
function leavesCall({ before, run, settled }: RunState): boolean {
  return before.memory.wait?.for === 'effect' && !settled && (run.ended_at !== null || run.memory.wait?.for !== 'effect')
}

function countsOf(states: readonly RunState[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  const add = (workflow: string, name: string) => {
    const own = counts.get(workflow) ?? new Map<string, number>()
    counts.set(workflow, own.set(name, (own.get(name) ?? 0) + 1))
  }
  for (const { before, run, steps, settled } of states) {
    for (const { step_id, status, type, output } of steps) {
      if (status !== 'waiting') add(run.workflow_id, `step:${step_id}:${status}`)
      if (type === 'ab_split' && status === 'done') add(run.workflow_id, `split:${step_id}:${String(output?.['branch'])}`)
    }
    if (settled) add(run.workflow_id, `step:${before.cursor?.split('.').at(-1) ?? ''}:${settled.status}`)
    if (run.ended_at && !before.ended_at) add(run.workflow_id, run.status)
  }
  return counts
}
