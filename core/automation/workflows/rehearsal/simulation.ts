import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { isoOf } from '../../../kernel/operation/schema/iso.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Units } from '../../../kernel/storage/units/units.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { ActionTypes } from '../actions/action-types.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import { DefinitionConditions } from '../definition/conditions.ts'
import { type DropReason, loopOf } from '../enrollment/enrollment.ts'
import type { Workflow } from '../entity.ts'
import { WorkflowService } from '../service.ts'
import { pastEvents } from './past-events.ts'
import { type Rehearsed, RunRehearsal } from './rehearsal.ts'
import { rehearsedVersion } from './rehearsed-version.ts'
import type { SimulationInput, SimulationResult } from './schema.ts'
import { type Start, startsOf } from './starts.ts'

const DAY_MS = 86_400_000
const DAYS = 7
const RUNS = 200
const MAX_MS = 10_000
const SHOWN = 200

type Result = Static<typeof SimulationResult>
/** The organizations for which this process simulates at the moment. */
const running = new WeakMap<Units, Set<string>>()

/** Tries a workflow on the events of the last days, with the records as they are now; nothing of it is done. */
export class Simulation {
  static readonly uses = {
    actor: CurrentActor,
    records: Records,
    types: RecordTypes,
    actions: ActionTypes,
    conditions: DefinitionConditions,
    workflows: WorkflowService,
    units: Units,
    clock: Clock,
    rehearsal: RunRehearsal,
  }
  readonly #uses: Resolved<typeof Simulation.uses>

  constructor(uses: Resolved<typeof Simulation.uses>) {
    this.#uses = uses
  }

  /** Throws `not_found`, `invalid_input` for what could not be activated, and `rate_limited` while another one of the organization runs. */
  async simulate({ id, days = DAYS, limit = RUNS }: Static<typeof SimulationInput>): Promise<Result> {
    const { units, actor } = this.#uses
    const own = running.get(units) ?? new Set<string>()
    running.set(units, own)
    if (own.has(actor.organization))
      throw new CrmError('rate_limited', 'Another simulation of the organization runs: wait for its end', { retry_after: MAX_MS / 1000 })
    own.add(actor.organization)
    try {
      return await this.#simulate(await this.#uses.workflows.get(id), days, limit)
    } finally {
      own.delete(actor.organization)
    }
  }

  async #simulate(workflow: Workflow, days: number, most: number): Promise<Result> {
    const { clock } = this.#uses
    const { now: until } = this.#uses.records.unit
    const version = await rehearsedVersion(this.#uses, workflow)
    const begun = clock.steady()
    const { matched, read, from, isCut } = await pastEvents(this.#uses, version.definition, new Date(until.getTime() - days * DAY_MS))
    const tally = new Tally(version)
    let limit: Result['limit'] = isCut ? 'events' : null
    for await (const start of startsOf(this.#uses, version, { events: matched, from, until })) {
      const cut = tally.enrolled === most ? 'enrollments' : clock.steady() - begun > MAX_MS ? 'time' : null
      if (cut) {
        limit = cut
        break
      }
      const reason = tally.refusalOf(workflow, start)
      if (reason) tally.drop(reason)
      else tally.add(start, await this.#rehearse(workflow, version, start, until))
    }
    return { from: isoOf(from), to: isoOf(until), events: read, matched: matched.length, ...tally.result(), limit }
  }

  // One that could not be tried, because others write its records, is enrolled all the same.
  async #rehearse(workflow: Workflow, version: CompiledVersion, { at, candidate }: Start, until: Date): Promise<Rehearsed | null> {
    const { rehearsal, actor } = this.#uses
    try {
      return await rehearsal.rehearse(actor.organization, { workflow, version, candidate, at, until, judged: false })
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unavailable') return null
      throw error
    }
  }
}

/** What a simulation counts. */
class Tally {
  readonly #version: CompiledVersion
  /** Until when the last run of a record is active; null = still. */
  readonly #ends = new Map<string, Date | null>()
  readonly #dropped = new Map<string, number>()
  readonly #counts = new Map<string, number>()
  readonly #records: Result['records'] = []
  #simulated = 0
  enrolled = 0

  constructor(version: CompiledVersion) {
    this.#version = version
  }

  /** Why a start enrolls nobody; undefined where it enrolls. */
  refusalOf(workflow: Workflow, { at, candidate, meets }: Start): DropReason | undefined {
    const loop = loopOf({ ...candidate, workflow, version: this.#version })
    if (loop) return loop
    if (!meets) return 'conditions'
    const { reenroll = 'when_not_active' } = this.#version.definition.settings
    const end = this.#ends.get(candidate.ids.entity_id ?? '')
    if (end === undefined || candidate.ids.entity_id === null || reenroll === 'parallel') return undefined
    if (reenroll === 'once') return 'once'
    return end === null || end > at ? 'already_active' : undefined
  }

  drop(reason: DropReason): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1)
  }

  add({ at, candidate: { ids, event_id } }: Start, rehearsed: Rehearsed | null): void {
    this.enrolled += 1
    const run = rehearsed?.run
    this.#ends.set(ids.entity_id ?? '', run ? run.ended_at : at)
    if (this.#records.length < SHOWN)
      this.#records.push({
        at: isoOf(at),
        entity: ids.entity_type !== null && ids.entity_id !== null ? { type: ids.entity_type, id: ids.entity_id } : null,
        event_id,
        status: run && run.status !== 'frozen' ? run.status : null,
        end_reason: run?.end_reason ?? null,
      })
    if (!rehearsed) return
    this.#simulated += 1
    for (const { path, status } of rehearsed.trace.steps) {
      const key = `${path} ${status}`
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    }
  }

  result() {
    const count = (path: string, status: string) => this.#counts.get(`${path} ${status}`) ?? 0
    return {
      enrolled: this.enrolled,
      dropped: Object.fromEntries(this.#dropped),
      records: this.#records,
      simulated: this.#simulated,
      steps: [...this.#version.paths.all()].map(({ path, step }) => ({
        step_id: step.id,
        type: step.type,
        path,
        done: count(path, 'done'),
        skipped: count(path, 'skipped'),
        waiting: count(path, 'waiting'),
        failed: count(path, 'failed'),
      })),
    }
  }
}
