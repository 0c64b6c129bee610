import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { resolveAll, Services } from '../../../kernel/operation/services.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { UnitWrites } from '../../../kernel/storage/units/unit-writes.ts'
import { Turns } from '../../../kernel/values/turns.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { Action, OutsideAction, StepCall, StepResult, Subjects } from '../actions/action.ts'
import { nextFlip } from '../../conditions/flips.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import { ActionTypes } from '../actions/action-types.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import type { PlacedStep } from '../definition/path.ts'
import type { Workflow } from '../entity.ts'
import type { Onlooker } from './onlooker.ts'
import { StepTexts } from './step-texts.ts'
import { Facts } from './facts.ts'
import { shownError } from './outcome.ts'
import { MAX_RUN_STEPS, type RunState } from './run-state.ts'
import { subjectNames, subjectsOf } from './subjects.ts'
import { settleWait } from './waits.ts'

const DAY_MS = 86_400_000
// Steps that one turn of a run does before others have theirs.
const ROUNDS = 25
const MASK = '***'

/** What the steps of many runs of one version are done with. */
export interface Turn {
  readonly workflow: Workflow
  readonly version: CompiledVersion
  readonly zone: string
  /** One step, and no more: so that what fails is told from what came before. */
  readonly single: boolean
  /** Who looks on; nobody but in rehearsals, where nothing happens while a run waits. */
  readonly onlooker?: Onlooker
}

/**
 * Does the steps of runs that are due: all of one version, in one transaction with their history. Breadth first, so that what the steps of
 * many runs need is looked up together. Throws what a step throws; the caller then does each run alone, step by step.
 */
export class Interpreter {
  static readonly uses = {
    records: Records,
    writes: UnitWrites,
    services: Services,
    types: RecordTypes,
    actions: ActionTypes,
    texts: StepTexts,
    facts: Facts,
  }
  readonly #uses: Resolved<typeof Interpreter.uses>

  constructor(uses: Resolved<typeof Interpreter.uses>) {
    this.#uses = uses
  }

  /** Does steps of these runs until each waits, has ended or has had its turn. */
  async proceed(states: readonly RunState[], turn: Turn): Promise<void> {
    const turns = new Turns(1)
    for (let round = 0; round < (turn.single ? 1 : ROUNDS); round += 1) {
      const going = states.filter((each) => each.isRunning)
      if (going.length === 0) return
      await this.#round(going, turn)
      if (turns.areOver()) await turns.next()
    }
    const { now } = this.#uses.records.unit
    for (const each of states) if (each.isRunning) each.change({ wake_at: now })
  }

  async #round(states: readonly RunState[], turn: Turn): Promise<void> {
    const { records, types, facts } = this.#uses
    const runs = states.map(({ run }) => run)
    const subjects = await subjectsOf(records, types, runs)
    const contexts = await facts.contextsOf(runs, askedBy(states, turn.version))
    for (const [at, state] of states.entries()) {
      const run = runs[at]
      const own = run && subjects.get(run)
      if (!run || !own) continue
      const contextOf = () => contexts.get(run) ?? missingContext(run.id)
      await this.#advance(state, {
        ...turn,
        subjects: own,
        test: (conditions) => {
          turn.onlooker?.asked(conditions, contextOf())
          return facts.met(conditions, contextOf())
        },
        flip: (conditions) => nextFlip(conditions, contextOf()),
      })
    }
  }

  async #advance(state: RunState, turn: RunTurn): Promise<void> {
    const { now } = this.#uses.records.unit
    const { version, subjects } = turn
    const { run } = state
    if (turn.workflow.status !== 'active') return freeze(state, 'workflow')
    if (run.entity_id !== null && subjects.record === null && run.memory.event?.type !== `${run.entity_type}.deleted`)
      return state.end('cancelled', 'record_deleted', now)
    if (version.exit && turn.test(version.exit)) return state.end('completed', 'exit', now)
    if (run.cursor === null) return state.end('completed', 'end', now)
    const placed = version.paths.at(run.cursor)
    if (!placed) return fail(state, new CrmError('not_found', `Version ${version.version} has no step ${run.cursor}`), now)
    if (run.memory.wait) return await settleWait(this.#uses.records, state, placed, turn)
    if (run.seq >= MAX_RUN_STEPS) return state.end('failed', 'loop', now)
    await this.#do(state, placed, turn)
  }

  async #do(state: RunState, placed: PlacedStep, turn: RunTurn): Promise<void> {
    const { unit } = this.#uses.records
    const { run } = state
    const action = this.#uses.actions.behavior(placed.step.type)
    const started = unit.now
    const warnings: string[] = []
    const said = {
      seq: run.seq,
      path: placed.path,
      step_id: placed.step.id,
      type: placed.step.type,
      attempt: run.attempt,
      started_at: started,
    }
    const record = (status: 'done' | 'skipped' | 'waiting', reason: string | null, output: object | null, input: object | null) =>
      state.steps.push({
        ...said,
        status,
        reason,
        input: input && { ...input },
        output: output || warnings.length > 0 ? { ...output, ...(warnings.length > 0 && { warnings }) } : null,
        error: null,
        ended_at: status === 'waiting' ? null : unit.now,
      })
    const skipped = (reason: string, input: object | null = null) => {
      record('skipped', reason, null, input)
      state.goTo(placed.after, unit.now)
    }
    if (!action) return skipped('integration_missing')
    const missing = (action.needs ?? []).find((each) => turn.subjects[each] === null)
    if (missing) return skipped(`no_${missing}`)
    const call = await this.#callOf(state, placed, action, turn, (text) => warnings.push(text))
    const input = masked(action, call.config)
    unit.acting = { via: { type: 'workflow', id: run.id, label: turn.workflow.name }, step: `${run.id}:${run.seq}` }
    try {
      const result = action.effect === 'external' ? await this.#askOutside(state, action, call, turn) : await this.#run(action, call)
      await this.#uses.writes.flush()
      if ('skipped' in result) return skipped(result.skipped, input)
      if ('stop' in result) {
        record('done', null, null, input)
        return state.end('completed', 'stopped', unit.now)
      }
      if ('wait' in result) return this.#wait(state, result.wait, () => record('waiting', null, null, input))
      if ('branch' in result) {
        record('done', null, { branch: result.branch, ...result.why }, input)
        if (placed.step.type === 'ab_split') state.change({ split_variant: result.branch })
        return state.goTo(turn.version.paths.into(placed, result.branch), unit.now)
      }
      record('done', null, result.done, input)
      if (result.wait_result) state.change({ wait_result: result.wait_result })
      state.goTo(placed.after, unit.now)
    } finally {
      unit.acting = undefined
    }
  }

  async #run(action: Exclude<Action, OutsideAction>, call: StepCall): Promise<StepResult> {
    return await action.run(call, resolveAll(action.uses ?? {}, this.#uses.services.resolve))
  }

  // The call is made after the commit; the run waits for its result.
  async #askOutside(state: RunState, action: OutsideAction, call: StepCall, { onlooker }: Turn): Promise<StepResult> {
    const prepared = (await action.prepare?.(call, resolveAll(action.uses ?? {}, this.#uses.services.resolve))) ?? { effect: null }
    if ('skipped' in prepared) return prepared
    onlooker?.called(action, call)
    state.effects.push({ seq: state.run.seq, action: action.type, key: call.key, config: call.config, prepared: prepared.effect })
    return { wait: { until: new Date(call.now.getTime() + 366 * DAY_MS), for: 'effect' } }
  }

  #wait(state: RunState, { until, for: what, event_type }: Extract<StepResult, { wait: unknown }>['wait'], record: () => void): void {
    const { now } = this.#uses.records.unit
    record()
    const { run } = state
    state.remember({
      wait: { since: now.toISOString(), until: until.toISOString(), for: what, ...(event_type !== undefined && { event_type }) },
    })
    // What happens while this transaction is open is not seen by it: who waits for others looks once more after the commit.
    const looksAgain = what === 'event' || what === 'condition'
    state.change({
      status: 'waiting',
      waiting_for: event_type ?? what,
      wake_at: what === 'effect' ? null : looksAgain ? now : until,
    })
    if (looksAgain) state.waits = { subjects: subjectNames(run), event_type: event_type ?? null }
  }

  async #callOf(
    state: RunState,
    { path, step }: PlacedStep,
    action: Action,
    turn: RunTurn,
    warn: (text: string) => void,
  ): Promise<StepCall> {
    const { unit } = this.#uses.records
    const { run } = state
    const { workflow, subjects } = turn
    const config = await this.#uses.texts.fill(action, step, { run, subjects, workflow, now: unit.now, warn })
    const parsed = turn.version.of(step)
    return {
      config,
      subjects,
      run: { ...run, event_id: run.event_id === null ? null : Number(run.event_id) },
      event: run.memory.event ?? null,
      workflow: {
        id: workflow.id,
        name: workflow.name,
        owner: workflow.created_by,
        timezone: turn.version.definition.settings.timezone ?? turn.zone,
      },
      step: step.id,
      key: `${run.id}:${path}:${run.seq}`,
      now: unit.now,
      test: () => parsed === undefined || turn.test(parsed),
      warn,
    }
  }
}

// The conditions of the steps at which these runs stand.
function askedBy(states: readonly RunState[], { paths, exit, of }: CompiledVersion): ParsedConditions[] {
  const at = new Set(states.map(({ run }) => run.cursor))
  const steps = [...at].flatMap((path) => {
    const placed = path === null ? undefined : paths.at(path)
    return placed ? [of(placed.step)] : []
  })
  return [exit, ...steps].filter((each) => each !== undefined)
}

/** What the steps of one run are done with. */
export interface RunTurn extends Turn {
  readonly subjects: Subjects
  test(conditions: ParsedConditions): boolean
  /** When time alone could change the answer; null = never. */
  flip(conditions: ParsedConditions): Date | null
}

function missingContext(id: string): never {
  throw new Error(`Nothing was looked up for the conditions of the run ${id}`)
}

/** Holds a run before its next step. */
export function freeze(state: RunState, by: 'user' | 'workflow'): void {
  state.remember({ frozen_by: by, frozen_wake: state.run.wake_at?.toISOString() ?? null })
  state.change({ status: 'frozen', wake_at: null, waiting_for: by === 'workflow' ? 'activation' : 'resume' })
}

/** Ends a run at the step that failed, from which it can be tried again. */
export function fail(state: RunState, error: unknown, now: Date, step?: PlacedStep): void {
  const { run } = state
  if (step)
    state.steps.push({
      seq: run.seq,
      path: step.path,
      step_id: step.step.id,
      type: step.step.type,
      status: 'failed',
      reason: null,
      attempt: run.attempt,
      input: null,
      output: null,
      error: shownError(error),
      started_at: now,
      ended_at: now,
    })
  state.change({ seq: run.seq + 1 })
  state.end('failed', 'error', now)
}

function masked({ masked = [] }: Action, config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return masked.length === 0
    ? config
    : Object.fromEntries(Object.entries(config).map(([name, value]) => [name, masked.includes(name) ? hidden(name, value) : value]))
}

// Of an address its query may be a secret; of headers all values.
function hidden(name: string, value: unknown): unknown {
  if (typeof value === 'string' && URL.canParse(value)) {
    const url = new URL(value)
    return name === 'webhook_url' ? `${url.origin}/${MASK}` : `${url.origin}${url.pathname}${url.search && `?${MASK}`}`
  }
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.keys(value).map((key) => [key, MASK]))
  return MASK
}
