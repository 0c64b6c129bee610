import type { Static } from '@sinclair/typebox'
import { Registry } from '../../../kernel/feature/registry.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import type { Reply } from '../../../kernel/operation/reply.ts'
import { checkVersion } from '../../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { isoOf } from '../../../kernel/operation/schema/iso.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import type { AnyRecord } from '../../../kernel/storage/schema/entity.ts'
import { suggestion } from '../../../kernel/operation/nearest.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { explain } from '../../conditions/explain.ts'
import { ActionTypes } from '../actions/action-types.ts'
import type { CompiledVersion } from '../definition/compiled.ts'
import { DefinitionConditions } from '../definition/conditions.ts'
import { recordTypeOf } from '../definition/record-type.ts'
import type { EnrolledIds } from '../enrollment/candidates.ts'
import { recordsOfEvents } from '../enrollment/event-records.ts'
import { Facts } from '../runs/facts.ts'
import { subjectsOf } from '../runs/subjects.ts'
import { WorkflowService } from '../service.ts'
import { meetsOneOf } from './past-events.ts'
import { type Rehearsed, RunRehearsal } from './rehearsal.ts'
import { rehearsedVersion } from './rehearsed-version.ts'
import { sampleEvent, type StartingEvent } from './sample-event.ts'
import type { DryRunInput, DryRunResult } from './schema.ts'
import type { TracedStep } from './trace.ts'

const YEARS_MS = 10 * 366 * 86_400_000
const MAX_PAYLOAD = 32_768
const nobody: EnrolledIds = { entity_type: null, entity_id: null, contact_id: null, deal_id: null, company_id: null }

const roots = { contact: true, deal: true, company: true }

type Input = Static<typeof DryRunInput>
type Result = Static<typeof DryRunResult>

/** Tries a workflow on a real record: all that its run would do, and nothing of it done. */
export class DryRun {
  static readonly uses = {
    actor: CurrentActor,
    records: Records,
    registry: Registry,
    types: RecordTypes,
    actions: ActionTypes,
    conditions: DefinitionConditions,
    workflows: WorkflowService,
    facts: Facts,
    rehearsal: RunRehearsal,
  }
  readonly #uses: Resolved<typeof DryRun.uses>

  constructor(uses: Resolved<typeof DryRun.uses>) {
    this.#uses = uses
  }

  /** Throws `not_found`, `invalid_input` for what the workflow does not take, `version_mismatch`, and `unavailable` while others write the records. */
  async test({ id, record: given, event, events = [], at: moment }: Input, reply?: Reply): Promise<Result> {
    const { workflows, actor, actions, rehearsal } = this.#uses
    const workflow = await workflows.get(id)
    const version = await rehearsedVersion(this.#uses, workflow)
    checkVersion(version, reply)
    const at = this.#moment(moment)
    for (const [place, each] of [['/event', event] as const, ...events.map((one, index) => [`/events/${index}`, one] as const)])
      if (each) this.#checkEvent(place, each)
    const record = await this.#recordOf(version, given)
    const type = given?.type ?? ''
    const starting: StartingEvent = event
      ? { type: event.type, payload: event.payload ?? {} }
      : sampleEvent(this.#uses.registry, version.definition, { type, record, workflow: id, now: at })
    const ids = given ? await this.#idsOf(type, given.id, starting) : nobody
    const memory = { event: { ...starting, at: at.toISOString() } }
    const candidate = { ids, event_id: null, cause_chain: [], memory, manual: false }
    const awaited = events.map((each) => ({ type: each.type, payload: each.payload ?? {} }))
    const rehearsed = await rehearsal.rehearse(actor.organization, { workflow, version, candidate, at, awaited, judged: true })
    const misses = event !== undefined && event.type !== 'workflow.enrolled' && !meetsOneOf(actions, version.definition.triggers, starting)
    const { conditions } = version
    const run = { ...ids, wait_result: null, split_variant: null, memory }
    const context = conditions && (await this.#uses.facts.contextsOf([run], [conditions])).get(run)
    return {
      ...shown(rehearsed, misses ? 'trigger' : rehearsed.refused),
      conditions: conditions && context ? explain(this.#uses.types, conditions, { ...context, now: at }) : null,
      version: version.version,
      event: { ...starting, sample: event === undefined },
      ...shownIds(ids),
    }
  }

  #moment(given: string | undefined): Date {
    const { now } = this.#uses.records.unit
    const at = given === undefined ? now : new Date(given)
    if (Math.abs(at.getTime() - now.getTime()) > YEARS_MS) throw invalid('/at', 'out_of_range', 'must be at most ten years from now')
    return at
  }

  #checkEvent(place: string, { type, payload = {} }: NonNullable<Input['event']>): void {
    const { actions } = this.#uses
    if (!actions.starts(type)) {
      const names = actions.triggerNames
      throw invalid(`${place}/type`, 'unknown_event', `There is no event ${type}${suggestion(type, names)}`, names)
    }
    if (JSON.stringify(payload).length > MAX_PAYLOAD)
      throw invalid(`${place}/payload`, 'too_large', `must have at most ${MAX_PAYLOAD} characters as JSON`)
  }

  async #recordOf(version: CompiledVersion, given: Input['record']): Promise<AnyRecord | null> {
    const { records, types } = this.#uses
    const { definition } = version
    if (!given) {
      if (definition.triggers.some((each) => each.type === 'schedule') && !version.conditions) return null
      throw invalid('/record', 'required', 'Give the record with which the workflow is tried')
    }
    const own = recordTypeOf(definition, types) ?? 'contact'
    if (given.type !== own)
      throw invalid('/record/type', 'not_allowed', `The workflow enrolls records of the type ${own}, and not ${given.type}`, [own])
    const { id } = given
    const ids = { ...nobody, entity_type: own, entity_id: id, ...(own in roots && { [`${own}_id`]: id }) }
    const record = (await subjectsOf(records, types, [ids])).get(ids)?.record
    if (!record) throw new CrmError('not_found', `No ${own} has the id ${id}`)
    return record
  }

  async #idsOf(entity_type: string, entity_id: string, { payload }: StartingEvent): Promise<EnrolledIds> {
    const asked = { id: 0, entity_type, entity_id, payload: JSON.stringify(payload) }
    return (await recordsOfEvents(this.#uses.records, this.#uses.types, [asked])).get(0) ?? nobody
  }
}

function shown({ run, trace, limit }: Rehearsed, reason: string | null) {
  const { status, end_reason, started_at, ended_at } = run
  return {
    enrolled: reason === null,
    reason,
    status: status === 'completed' || status === 'failed' || status === 'cancelled' ? status : ('running' as const),
    end_reason,
    exit_conditions: trace.exit && [...trace.exit],
    started_at: isoOf(started_at),
    ended_at: ended_at && isoOf(ended_at),
    limit,
    steps: trace.steps.map(shownStep),
  }
}

function shownIds({ entity_type, entity_id, ...ids }: EnrolledIds) {
  return { ...ids, entity: entity_type !== null && entity_id !== null ? { type: entity_type, id: entity_id } : null }
}

function shownStep({ started_at, ended_at, conditions, emitted, ...step }: TracedStep): Result['steps'][number] {
  return {
    ...step,
    started_at: isoOf(started_at),
    ended_at: ended_at && isoOf(ended_at),
    conditions: conditions && [...conditions],
    emitted: emitted.map((each) => ({ ...each })),
  }
}
