import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { WorkflowEffect, WorkflowRun } from '../entity.ts'
import { RunState } from './run-state.ts'
import { RunWriter } from './run-writer.ts'

/** Calls of steps whose answer comes later: whoever learns of it says so in the transaction that knows it. */
export class PendingCalls {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof PendingCalls.uses>

  constructor(uses: Resolved<typeof PendingCalls.uses>) {
    this.#uses = uses
  }

  /** Has the calls with these keys made again at once, to ask what became of them. */
  async wake(keys: readonly string[]): Promise<void> {
    const { records } = this.#uses
    const calls = await records.findBy(WorkflowEffect, 'key', keys)
    if (calls.length === 0) return
    await this.#lockedRuns(calls)
    const due_at = records.unit.now
    const open = (await records.findBy(WorkflowEffect, 'key', keys, { lock: true })).filter((each) => each.due_at !== null)
    // One that is being made is taken again when its answer is stored.
    await records.update(
      WorkflowEffect,
      open.map((before) => ({ before, changes: { due_at } })),
    )
  }

  /** Says what the runs wait for whose calls have these keys. */
  async waitFor(reasons: ReadonlyMap<string, string>): Promise<void> {
    const { records, ids } = this.#uses
    const calls = await records.findBy(WorkflowEffect, 'key', reasons.keys())
    if (calls.length === 0) return
    const bySeq = new Map(calls.map(({ run_id, seq, key }) => [`${run_id}:${seq}`, reasons.get(key)]))
    const states: RunState[] = []
    for (const run of await this.#lockedRuns(calls)) {
      const reason = bySeq.get(`${run.id}:${run.seq}`)
      if (reason === undefined) continue
      const state = new RunState(run)
      callWaits(state, reason)
      states.push(state)
    }
    await new RunWriter({ records, ids }).write(states)
  }

  // The run first, as everybody who writes both does.
  async #lockedRuns(calls: readonly WorkflowEffect[]): Promise<readonly WorkflowRun[]> {
    return await this.#uses.records.findBy(
      WorkflowRun,
      'id',
      calls.map(({ run_id }) => run_id),
      { lock: true },
    )
  }
}

/** Says what a run waits for whose call has no answer yet. */
export function callWaits(state: RunState, reason: string): void {
  const { wait } = state.run.memory
  if (wait?.for !== 'effect') return
  state.remember({ wait: { ...wait, on: reason } })
  if (state.run.status !== 'frozen') state.change({ waiting_for: reason })
}
