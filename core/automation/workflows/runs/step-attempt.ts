import type { ActingStep } from '../../../kernel/storage/schema/unit.ts'
import type { Action, StepCall, StepResult } from '../actions/action.ts'
import { masked } from '../actions/masked.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import type { PlacedStep } from '../definition/path.ts'
import type { Workflow } from '../entity.ts'
import type { RunState } from './run-state.ts'
import { subjectNames } from './subjects.ts'

// What one step says in the history besides its result.
const MAX_WARNINGS = 20
const MAX_WARNING = 500

/** One step of one run that is being done: what its history is going to say, and where the run goes on. */
export class StepAttempt {
  readonly #state: RunState
  readonly #placed: PlacedStep
  readonly #version: Pick<CompiledVersion, 'paths' | 'exit'>
  readonly #now: Date
  readonly #warnings: string[] = []
  #input: object | null = null

  constructor(state: RunState, placed: PlacedStep, version: Pick<CompiledVersion, 'paths' | 'exit'>, now: Date) {
    this.#state = state
    this.#placed = placed
    this.#version = version
    this.#now = now
  }

  /** Says something in the history without failing the run. */
  readonly warn = (text: string): void => {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(String(text).slice(0, MAX_WARNING))
  }

  /** Whose changes the records of this step tell. */
  acting({ name }: Pick<Workflow, 'name'>): ActingStep {
    const { id, seq, memory } = this.#state.run
    return { via: { type: 'workflow', id, label: name }, step: `${id}:${seq}`, request_id: memory.request_id ?? null }
  }

  /** Keeps the configuration for the history, without what that must not show. */
  begin(action: Action, { config }: StepCall): void {
    this.#input = masked(action, config)
  }

  /** Leaves the step out; the run goes on. */
  skip(reason: string): void {
    this.#record('skipped', reason, null)
    this.#state.goTo(this.#placed.after, this.#now)
  }

  /** Takes the run to where the step has led it. */
  settle(result: StepResult): void {
    if ('skipped' in result) return this.skip(result.skipped)
    if ('wait' in result) return this.#wait(result.wait)
    if ('stop' in result) {
      this.#record('done', null, null)
      return this.#state.end('completed', 'stopped', this.#now)
    }
    if ('branch' in result) {
      this.#record('done', null, { branch: result.branch, ...result.why })
      if (this.#placed.step.type === 'ab_split') this.#state.change({ split_variant: result.branch })
      return this.#state.goTo(this.#version.paths.into(this.#placed, result.branch), this.#now)
    }
    this.#record('done', null, result.done)
    if (result.wait_result) this.#state.change({ wait_result: result.wait_result })
    this.#adopt(result.done)
    this.#state.goTo(this.#placed.after, this.#now)
  }

  // A run that had no deal or company goes on with the one that it has made or found.
  #adopt({ deal_id, company_id }: Readonly<Record<string, unknown>>): void {
    const { run } = this.#state
    const { type } = this.#placed.step
    if (type === 'create_deal' && run.deal_id === null && typeof deal_id === 'string') this.#state.change({ deal_id })
    if (type === 'associate_company' && run.company_id === null && typeof company_id === 'string') this.#state.change({ company_id })
  }

  #record(status: 'done' | 'skipped' | 'waiting', reason: string | null, output: object | null): void {
    const { run } = this.#state
    const warnings = this.#warnings
    this.#state.steps.push({
      seq: run.seq,
      path: this.#placed.path,
      step_id: this.#placed.step.id,
      type: this.#placed.step.type,
      attempt: run.attempt,
      started_at: this.#now,
      status,
      reason,
      input: this.#input && { ...this.#input },
      output: output || warnings.length > 0 ? { ...output, ...(warnings.length > 0 && { warnings }) } : null,
      error: null,
      ended_at: status === 'waiting' ? null : this.#now,
    })
  }

  #wait({ until, for: what, event_type }: Extract<StepResult, { wait: unknown }>['wait']): void {
    this.#record('waiting', null, null)
    const state = this.#state
    state.remember({
      wait: { since: this.#now.toISOString(), until: until.toISOString(), for: what, ...(event_type !== undefined && { event_type }) },
    })
    // What happens while this transaction is open is not seen by it: who waits for others looks once more after the commit.
    const anyEvent = what === 'condition' || this.#version.exit !== undefined
    const looksAgain = what === 'event' || anyEvent
    state.change({
      status: 'waiting',
      waiting_for: event_type ?? what,
      wake_at: looksAgain ? this.#now : what === 'effect' ? null : until,
    })
    const event_types = [...(event_type === undefined ? [] : [event_type]), ...(anyEvent ? [null] : [])]
    if (looksAgain) state.waits = { subjects: subjectNames(state.run), event_types }
  }
}
