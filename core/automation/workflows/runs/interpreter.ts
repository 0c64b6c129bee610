import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { resolveAll, Services } from '../../../kernel/operation/services.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { isRace } from '../../../kernel/storage/units/units.ts'
import { UnitWrites } from '../../../kernel/storage/units/unit-writes.ts'
import { beginSpan, failSpan, traced } from '../../../kernel/telemetry/tracing.ts'
import { Turns } from '../../../kernel/values/turns.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { Action, DatabaseAction, OutsideAction, StepCall, StepResult, Subjects } from '../actions/action.ts'
import { nextFlip } from '../../conditions/flips.ts'
import type { ParsedConditions } from '../../conditions/parsed.ts'
import { ActionTypes } from '../actions/action-types.ts'
import { HeldContacts } from '../actions/sets.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import type { PlacedStep } from '../definition/path.ts'
import type { Workflow } from '../entity.ts'
import type { Onlooker } from './onlooker.ts'
import { StepTexts } from './step-texts.ts'
import { ManyAct, oneActs } from './acting.ts'
import { fail, freeze } from './ending.ts'
import { askedBy, Facts } from './facts.ts'
import { pluginStepError, preparedOf, STEP_MS, stepResult, tookTooLong, within } from './guard.ts'
import { MAX_RUN_STEPS, type RunState } from './run-state.ts'
import { stepSpan } from './step-span.ts'
import { StepAttempt } from './step-attempt.ts'
import { subjectsOf } from './subjects.ts'
import { settleWait } from './waits.ts'

const DAY_MS = 86_400_000
// Steps that one turn of a run does before others have theirs.
const ROUNDS = 25

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
    clock: Clock,
    texts: StepTexts,
    facts: Facts,
    held: HeldContacts,
  }
  readonly #uses: Resolved<typeof Interpreter.uses>

  constructor(uses: Resolved<typeof Interpreter.uses>) {
    this.#uses = uses
  }

  /** Does steps of these runs until each waits, has ended or has had its turn. */
  async proceed(states: readonly RunState[], turn: Turn): Promise<void> {
    const turns = new Turns(1)
    this.#uses.held.forget()
    for (let round = 0; round < (turn.single ? 1 : ROUNDS); round += 1) {
      const going = states.filter((each) => each.isRunning)
      if (going.length === 0) break
      await this.#round(going, turn)
      if (turns.areOver()) await turns.next()
    }
    await this.#uses.held.release()
    const { now } = this.#uses.records.unit
    for (const each of states) if (each.isRunning) each.change({ wake_at: now })
  }

  async #round(states: readonly RunState[], turn: Turn): Promise<void> {
    const { records, types, facts, held } = this.#uses
    const runs = states.map(({ run }) => run)
    const asked = askedBy(states, turn.version)
    if (asked.length > 0) await held.release()
    const subjects = await subjectsOf(records, types, runs, held)
    const contexts = await facts.contextsOf(runs, asked)
    const due: DueStep[] = []
    for (const [at, state] of states.entries()) {
      const run = runs[at]
      const own = run && subjects.get(run)
      if (!run || !own) continue
      const contextOf = () => contexts.get(run) ?? missingContext(run.id)
      const runTurn = {
        ...turn,
        subjects: own,
        test: (conditions: ParsedConditions) => {
          turn.onlooker?.asked(conditions, contextOf())
          return facts.met(conditions, contextOf())
        },
        flip: (conditions: ParsedConditions) => nextFlip(conditions, contextOf()),
      }
      const placed = await this.#advance(state, runTurn)
      if (placed) due.push({ state, placed, turn: runTurn })
    }
    for (const group of Map.groupBy(due, ({ placed }) => placed.path).values()) await this.#doAll(group)
  }

  /** The step that the run is to do now; undefined for one that ends, is held or waits instead. */
  async #advance(state: RunState, turn: RunTurn): Promise<PlacedStep | undefined> {
    const { now } = this.#uses.records.unit
    const { version, subjects } = turn
    const { run } = state
    if (turn.workflow.status !== 'active') return void freeze(state, 'workflow')
    if (run.entity_id !== null && subjects.record === null && run.memory.event?.type !== `${run.entity_type}.deleted`)
      return void state.end('cancelled', 'record_deleted', now)
    if (version.exit && turn.test(version.exit)) return void state.end('completed', 'exit', now)
    if (run.cursor === null) return void state.end('completed', 'end', now)
    const placed = version.paths.at(run.cursor)
    if (!placed) return void fail(state, new CrmError('not_found', `Version ${version.version} has no step ${run.cursor}`), now)
    if (run.memory.wait) return void (await settleWait(this.#uses, state, placed, turn))
    if (run.seq >= MAX_RUN_STEPS) return void state.end('failed', 'loop', now)
    return placed
  }

  /** Does the step at which these runs stand: together where its action can and each has records of its own, else one after the other. */
  async #doAll(due: readonly DueStep[]): Promise<void> {
    const [first] = due
    const action = first && this.#uses.actions.behavior(first.placed.step.type)
    const isForeign = action !== undefined && this.#uses.actions.isForeign(action.type)
    // As sets the engine's own write in fewer statements, also of one run.
    const isTogether = action !== undefined && 'runMany' in action && (due.length > 1 || !(isForeign || first?.turn.single))
    if (!isTogether || !action.holdsContacts || isForeign) await this.#uses.held.release()
    const alone = isTogether ? await this.#doTogether(action, due) : due
    if (isTogether && alone.length > 0) await this.#uses.held.release()
    for (const each of alone) await this.#traced(each, () => this.#do(each))
  }

  // What only is rehearsed happens nowhere, and would fill the traces.
  async #traced({ state: { run }, placed, turn }: DueStep, work: () => Promise<void>): Promise<void> {
    await (turn.onlooker ? work() : traced(stepSpan(run, placed), work))
  }

  /** Answers those that are to be done alone; a run that shares a record with one before it has its step in the next round. */
  async #doTogether(action: DatabaseAction, due: readonly DueStep[]): Promise<readonly DueStep[]> {
    const { unit } = this.#uses.records
    const taken = new Set<string>()
    const together: { due: DueStep; attempt: StepAttempt; call: StepCall; own: readonly string[] }[] = []
    for (const each of due) {
      const own = ownRecords(each.turn.subjects)
      if (own.some((id) => taken.has(id))) continue
      const begun = await this.#begin(action, each)
      if (!begun) continue
      for (const id of own) taken.add(id)
      together.push({ ...begun, due: each, own })
    }
    const steps = together.map(({ attempt, own, due: { turn } }) => ({ step: attempt.acting(turn.workflow), records: own }))
    const acting = new ManyAct(steps)
    unit.acting = steps.length === 1 && steps[0] ? oneActs(steps[0].step) : acting
    const spans = together.map(({ due: { state, placed, turn } }) => (turn.onlooker ? undefined : beginSpan(stepSpan(state.run, placed))))
    try {
      const calls = together.map(({ call }) => call)
      const services = resolveAll(action.uses ?? {}, this.#uses.services.resolve)
      const many = async () => await action.runMany?.(calls, services, acting)
      const results = this.#uses.actions.isForeign(action.type)
        ? await this.#foreign(action.type, async () => (await many())?.map(stepResult))
        : await many()
      if (results?.length !== together.length) return together.map(({ due }) => due)
      for (const [at, result] of results.entries()) together[at]?.attempt.settle(result)
      return []
    } catch (error) {
      for (const span of spans) if (span) failSpan(span, error)
      throw error
    } finally {
      for (const span of spans) span?.end()
      unit.acting = undefined
    }
  }

  async #do(due: DueStep): Promise<void> {
    const { unit } = this.#uses.records
    const action = this.#uses.actions.behavior(due.placed.step.type)
    const begun = await this.#begin(action, due)
    if (!action || !begun) return
    const { attempt, call } = begun
    unit.acting = oneActs(attempt.acting(due.turn.workflow))
    try {
      const result = action.effect === 'external' ? await this.#askOutside(due, action, call) : await this.#run(action, call)
      if (action.effect !== 'none') await this.#uses.writes.flush()
      attempt.settle(result)
    } finally {
      unit.acting = undefined
    }
  }

  /** The call that does the step; undefined where it is left out. */
  async #begin(
    action: Action | undefined,
    { state, placed, turn }: DueStep,
  ): Promise<{ readonly attempt: StepAttempt; readonly call: StepCall } | undefined> {
    const attempt = new StepAttempt(state, placed, turn.version, this.#uses.records.unit.now)
    if (!action) return void attempt.skip('integration_missing')
    const missing = (action.needs ?? []).find((each) => turn.subjects[each] === null)
    if (missing) return void attempt.skip(`no_${missing}`)
    const call = await this.#callOf(state, placed, action, turn, attempt.warn)
    attempt.begin(action, call)
    return { attempt, call }
  }

  async #run(action: Exclude<Action, OutsideAction>, call: StepCall): Promise<StepResult> {
    const services = resolveAll(action.uses ?? {}, this.#uses.services.resolve)
    if (!this.#uses.actions.isForeign(action.type)) return await action.run(call, services)
    return await this.#foreign(action.type, async (signal) => stepResult(await action.run({ ...call, signal }, services)))
  }

  /** What a plugin does: it may throw anything, never answer, and answer anything. */
  async #foreign<T>(type: string, work: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
    try {
      return await within(this.#uses.clock, STEP_MS, work, { late: tookTooLong })
    } catch (error) {
      // Two writers met: the unit of work is repeated.
      throw isRace(error) ? error : pluginStepError(error, type, this.#uses.actions.pluginOf(type))
    }
  }

  // The call is made after the commit; the run waits for its result.
  async #askOutside({ state, turn }: DueStep, action: OutsideAction, call: StepCall): Promise<StepResult> {
    const services = resolveAll(action.uses ?? {}, this.#uses.services.resolve)
    const prepared = this.#uses.actions.isForeign(action.type)
      ? await this.#foreign(action.type, async (signal) => preparedOf((await action.prepare?.({ ...call, signal }, services)) ?? nothing))
      : ((await action.prepare?.(call, services)) ?? nothing)
    if ('skipped' in prepared) return prepared
    turn.onlooker?.called(action, call)
    state.effects.push({ seq: state.run.seq, action: action.type, key: call.key, config: call.config, prepared: prepared.effect })
    return { wait: { until: new Date(call.now.getTime() + 366 * DAY_MS), for: 'effect' } }
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
      signal: neverAborted,
      test: () => parsed === undefined || turn.test(parsed),
      warn,
    }
  }
}

// What is the engine's own ends in time without it.
const neverAborted = new AbortController().signal
const nothing = { effect: null }

// A run at the step that it is to do.
interface DueStep {
  readonly state: RunState
  readonly placed: PlacedStep
  readonly turn: RunTurn
}

// The records of a run that a step may write: two runs that have one of them in common are done one after the other.
const ownRecords = ({ record, contact, deal }: Subjects) => [record, contact, deal].flatMap((each) => each?.id ?? [])

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
