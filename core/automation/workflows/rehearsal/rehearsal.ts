import { CrmError, PluginError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Resolve } from '../../../kernel/operation/pipeline.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Http } from '../../../kernel/ports/http.ts'
import { Writer } from '../../../kernel/ports/writer.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { draftOf } from '../../../kernel/storage/schema/event-draft.ts'
import { isRace, type Stage, Units } from '../../../kernel/storage/units/units.ts'
import { codeOf } from '../../../kernel/values/error-code.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import type { Candidate } from '../enrollment/candidates.ts'
import { type DropReason, Enrollment, runOf } from '../enrollment/enrollment.ts'
import { type Workflow, WorkflowRun } from '../entity.ts'
import { workflowActor } from '../runs/actor.ts'
import { fail, passesErrors } from '../runs/ending.ts'
import { Interpreter } from '../runs/interpreter.ts'
import { RunState } from '../runs/run-state.ts'
import { RunWriter } from '../runs/run-writer.ts'
import { settleCall } from '../runs/waits.ts'
import { noHttp, noWriter } from './no-ports.ts'
import { Trace } from './trace.ts'

/** Milliseconds that one rehearsal takes at most: so long a step that never ends keeps all others from writing on SQLite. */
export const MAX_MS = 2500
// Others have written meanwhile, on SQLite, where a rehearsal lets them, what it had found.
const OVERTAKEN = 'SQLITE_BUSY_SNAPSHOT'
// What the database answers to who waits for another writer for too long.
const waited: ReadonlySet<string> = new Set(['55P03', '57014', '40P01', '40001', 'SQLITE_BUSY', OVERTAKEN])
const TRIES = 3

/** An event that is taken as coming while a run waits for one of its type. */
export interface AwaitedEvent {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** What is rehearsed. */
export interface Script {
  readonly workflow: Workflow
  readonly version: CompiledVersion
  readonly candidate: Omit<Candidate, 'workflow' | 'version'>
  /** When the run starts. */
  readonly at: Date
  /** Where time ends; what a run waits for longer than that, it still waits for. */
  readonly until?: Date
  /** Events that come when a run waits for them, each once. */
  readonly awaited?: readonly AwaitedEvent[]
  /** Whether it is judged as at an enrollment; else it is enrolled in any case. */
  readonly judged: boolean
}

/** How a rehearsal went. */
export interface Rehearsed {
  /** Why the record would not have been enrolled; its steps are told all the same. */
  readonly refused: DropReason | null
  readonly run: WorkflowRun
  readonly trace: Trace
  /** The moment at which it ended. */
  readonly now: Date
  /** What has cut it short; null where nothing has. */
  readonly limit: 'time' | null
}

/**
 * Does the steps of a run for show: the same code in a transaction that is undone, with ports that call nobody, and with a time that passes
 * at once where the run waits.
 */
export class RunRehearsal {
  static readonly uses = { units: Units, types: RecordTypes, clock: Clock }
  readonly #uses: Resolved<typeof RunRehearsal.uses>

  constructor(uses: Resolved<typeof RunRehearsal.uses>) {
    this.#uses = uses
  }

  /** Throws `unavailable` where others write the same records for too long, and for a step that never ends. */
  async rehearse(organization: string, script: Script): Promise<Rehearsed> {
    const { units, clock } = this.#uses
    const { workflow, candidate } = script
    const ended = new AbortController()
    const late = clock.wait(new Date(clock.now().getTime() + MAX_MS), ended.signal).then(() => {
      throw new CrmError('unavailable', 'A step of the dry run takes too long')
    })
    late.catch(() => undefined)
    const play = async (stage: Stage) => await Promise.race([this.#play(stage, script), late])
    const causes = [...candidate.cause_chain, workflow.id]
    const bindings = [
      [Http, noHttp],
      [Writer, noWriter],
    ] as const
    try {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await units.rehearse(workflowActor(organization, workflow), play, { causes, bindings })
        } catch (error) {
          if (codeOf(error) === OVERTAKEN && attempt < TRIES) continue
          if (hasWaited(error)) throw new CrmError('unavailable', 'Others write the records of the dry run; try again')
          throw error
        }
    } finally {
      ended.abort()
    }
  }

  async #play(stage: Stage, script: Script): Promise<Rehearsed> {
    const { clock, types } = this.#uses
    const trace = new Trace(types, script.version.exit)
    const awaited = [...(script.awaited ?? [])]
    const started = clock.steady()
    let now = script.at
    let { run, refused } = await enroll(stage.at(now), script)
    while (run.ended_at === null) {
      if (clock.steady() - started > MAX_MS) return { refused, run, trace, now, limit: 'time' }
      const wake = run.memory.wait?.for === 'effect' ? now : (run.wake_at ?? now)
      if (wake > now) now = wake
      if (script.until && now > script.until) return { refused, run, trace, now: script.until, limit: null }
      run = await turnOf(stage, stage.at(now), run, { ...script, awaited, trace })
    }
    return { refused, run, trace, now, limit: null }
  }
}

interface Scene extends Script {
  readonly trace: Trace
  readonly awaited: AwaitedEvent[]
}

// Also where the write of a plugin's step has waited.
const hasWaited = (error: unknown) => waited.has(codeOf(error instanceof PluginError ? error.cause : error) ?? '')

/** One step, or one look at what the run waits for; what fails is how the run ends. */
async function turnOf(stage: Stage, resolve: Resolve, before: WorkflowRun, scene: Scene): Promise<WorkflowRun> {
  const records = resolve(Records)
  const { now } = records.unit
  const { version, trace } = scene
  const place = before.cursor === null ? undefined : version.paths.at(before.cursor)
  const written = async (state: RunState) => {
    await resolve(RunWriter).write([state])
    await trace.keep(state, records)
    return state.run
  }
  try {
    return await stage.attempt(async () => {
      const state = new RunState(before)
      if (before.memory.wait?.for === 'effect') settleCall(state, place, { done: {} }, now)
      else await act(resolve, state, scene)
      return await written(state)
    })
  } catch (error) {
    if (hasWaited(error)) throw error
    const failed = new RunState(before)
    const said = isRace(error)
      ? new CrmError('conflict', 'Another record has one of these keys, or another write was first; try again')
      : error
    fail(failed, said, now, place, place && passesErrors(version, place) ? place : undefined)
    return await stage.attempt(() => written(failed))
  }
}

async function act(resolve: Resolve, state: RunState, { workflow, version, awaited, trace }: Scene): Promise<void> {
  const records = resolve(Records)
  const { wait } = state.run.memory
  const coming = wait?.for === 'event' ? awaited.findIndex(({ type }) => type === wait.event_type) : -1
  for (const event of coming < 0 ? [] : awaited.splice(coming, 1)) await happen(records, state.run, event)
  state.change({ status: 'running', wake_at: null })
  const { timezone: zone } = await homeOf(records)
  const active = { ...workflow, status: 'active' as const }
  await resolve(Interpreter).proceed([state], { workflow: active, version, zone, single: true, onlooker: trace })
}

// In the event log of the transaction, where the run looks for it.
async function happen(records: Records, { entity_type, entity_id, contact_id }: WorkflowRun, event: AwaitedEvent): Promise<void> {
  const entity =
    entity_type !== null && entity_id !== null ? { type: entity_type, id: entity_id } : { type: 'contact', id: contact_id ?? '' }
  const { actor, now } = records.unit
  await records.append([draftOf(event.type, entity, event.payload, null, { actor, now })])
}

async function enroll(resolve: Resolve, script: Script): Promise<Pick<Rehearsed, 'run' | 'refused'>> {
  const { workflow, version, judged } = script
  const records = resolve(Records)
  const candidate: Candidate = { ...script.candidate, workflow, version }
  const outcome = judged ? (await resolve(Enrollment).enroll(records, [candidate])).get(candidate) : undefined
  if (outcome?.enrolled) {
    const [run] = await records.findBy(WorkflowRun, 'id', [outcome.run_id])
    if (run) return { run, refused: null }
  }
  const run = { ...runOf(resolve(Ids).next(), candidate, records.unit.now), active_key: null }
  await forgetEnrollment(records, run)
  await records.insert(WorkflowRun, [run])
  return { run, refused: outcome && !outcome.enrolled ? outcome.reason : null }
}

// An event enrolls a record once, and may have done so: here it has not.
async function forgetEnrollment(records: Records, { event_id, workflow_id, entity_id }: WorkflowRun): Promise<void> {
  if (event_id === null) return
  const enrolled = await records.findBy(WorkflowRun, 'event_id', [event_id])
  const earlier = enrolled.filter((each) => each.workflow_id === workflow_id && each.entity_id === entity_id)
  await records.update(
    WorkflowRun,
    earlier.map((before) => ({ before, changes: { event_id: null } })),
  )
}
