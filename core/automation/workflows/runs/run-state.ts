import type { Changed, StepOutcome } from './outcome.ts'
import type { RunMemory, WorkflowRun } from '../entity.ts'

/** Steps that one run does at most. */
export const MAX_RUN_STEPS = 1000

/** A run while its steps are done: what has changed, and what its history is going to say. */
export class RunState {
  readonly before: WorkflowRun
  run: WorkflowRun
  /** Rows of its history that are new. */
  readonly steps: StepOutcome[] = []
  /** What settles the last row, which said `waiting`. */
  settled: Changed | undefined
  /** Calls to the outside that its steps have asked for. */
  readonly effects: {
    readonly seq: number
    readonly action: string
    readonly key: string
    readonly config: Readonly<Record<string, unknown>>
    readonly prepared: unknown
  }[] = []
  /** What wakes it: null = what woke it until now stays. */
  waits: { readonly subjects: readonly string[]; readonly event_types: readonly (string | null)[] } | undefined
  /** Why it does not wait any longer for what its last row says that it waits for, where that has not come. */
  leftWait: string | undefined
  /** What woke it until now is over. */
  forgetWaits = false

  constructor(run: WorkflowRun) {
    this.before = run
    this.run = run
  }

  /** Whether it goes on at once. */
  get isRunning(): boolean {
    return this.run.status === 'running'
  }

  change(changes: Partial<WorkflowRun>): void {
    this.run = { ...this.run, ...changes }
  }

  remember(changes: Partial<RunMemory>): void {
    this.change({ memory: { ...this.run.memory, ...changes } })
  }

  /** Goes on at the next step; null ends the run. */
  goTo(path: string | null, now: Date): void {
    this.change({ cursor: path, attempt: 0, seq: this.run.seq + 1 })
    if (path === null) this.end('completed', 'end', now)
  }

  end(status: 'completed' | 'failed' | 'cancelled', end_reason: string, now: Date): void {
    this.change({
      status,
      end_reason,
      ended_at: now,
      wake_at: null,
      waiting_for: null,
      active_key: null,
      ...(status !== 'failed' && { cursor: null }),
    })
    this.forgetWaits = true
  }
}
