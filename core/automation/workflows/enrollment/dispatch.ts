import type { Kysely } from 'kysely'
import type { DispatchedEvent, EventConsumer } from '../../../kernel/feature/event-consumer.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Logger } from '../../../kernel/ports/logger.ts'
import { anyOf } from '../../../kernel/storage/records/any-of.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { ActionTypes } from '../actions/action-types.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { Workflow, WorkflowRun, WorkflowSkip, WorkflowVersion } from '../entity.ts'
import { systemActor } from '../runs/actor.ts'
import { RunWriter } from '../runs/run-writer.ts'
import type { ActiveWorkflow, Candidate } from './candidates.ts'
import { Enrollment, type Outcome } from './enrollment.ts'
import { LoopGuard } from './loop-guard.ts'
import { Screening, type Screened, type Started } from './screening.ts'
import { meets } from './trigger-match.ts'
import { endDeleted, waitingFor, waitingForNamed, wake } from './waking.ts'

type Event = DispatchedEvent
/** An active workflow that has a trigger of a type. */
interface Triggered extends ActiveWorkflow {
  /** A trigger of it asks nothing of the event but its type. */
  readonly always: boolean
}

// Pairs of an event and a workflow, and events, that are judged before others have their turn.
const PAIRS_AT_ONCE = 20_000
const EVENTS_AT_ONCE = 500

/** What workflows do with events, in the transaction that marks them as processed: enroll records, and wake runs that wait for them. */
export class WorkflowDispatch implements EventConsumer {
  static readonly uses = {
    database: Database,
    versions: CompiledVersions,
    screening: Screening,
    enrollment: Enrollment,
    guard: LoopGuard,
    types: RecordTypes,
    triggers: ActionTypes,
    ids: Ids,
    logger: Logger,
  }
  readonly #uses: Resolved<typeof WorkflowDispatch.uses>

  constructor(uses: Resolved<typeof WorkflowDispatch.uses>) {
    this.#uses = uses
  }

  async consume(events: readonly Event[], tables: Kysely<Tables>, now: Date): Promise<void> {
    const { ids, types, database } = this.#uses
    const byOrganization = Map.groupBy(events, ({ user_from }) => user_from)
    const [active, waitingThemselves] = await Promise.all([this.#active(events, tables), waitingFor(events, tables, database.dialect)])
    // Runs before counts: so lock all who write both.
    const waiting = [...waitingThemselves]
    for (const [organization, own] of byOrganization) {
      const records = this.#records(organization, tables, now)
      await endDeleted(records, ids, own)
      waiting.push(...(await waitingForNamed(records, types, own)))
    }
    await wake(waiting, tables, database.dialect, now)
    for (const [organization, own] of byOrganization) {
      const triggered = triggeredBy(active.get(organization) ?? [], this.#uses.triggers)
      if (triggered.size > 0) await this.#start(this.#records(organization, tables, now), own, triggered)
    }
  }

  /** What workflows did with one event. */
  async caused(event: number, records: Records): Promise<{ enrollments: readonly object[] }> {
    const runs = await records.columns(WorkflowRun, ['id', 'workflow_id'], (query) => query.where('event_id', '=', event).orderBy('id'))
    const skips = await records.columns(WorkflowSkip, ['workflow_id', 'reason'], (query) =>
      query.where('event_id', '=', event).orderBy('id'),
    )
    return {
      enrollments: [
        ...runs.map(({ id, workflow_id }) => ({ workflow_id, outcome: 'enrolled', reason: null, run_id: id })),
        ...skips.map(({ workflow_id, reason }) => ({ workflow_id, outcome: 'skipped', reason, run_id: null })),
      ],
    }
  }

  /** Those of the workflows with a trigger of its type that this event starts. */
  #matching({ type, payload }: Event, meant: readonly Triggered[]): readonly ActiveWorkflow[] {
    // Who is enrolled by somebody is enrolled at once, in the workflow that was meant.
    if (meant.length === 0 || type === 'workflow.enrolled') return []
    if (meant.every(({ always }) => always)) return meant
    const said = membersOf(JSON.parse(payload))
    const own = this.#uses.triggers.trigger(type)
    return meant.filter(({ workflow, version, always }) => {
      try {
        return always || version.definition.triggers.some((each) => each.type === type && meets(each, said, own))
      } catch (error) {
        // A trigger of a plugin stops no event for others.
        this.#uses.logger.warn('A trigger failed, so that it counts as not met', { trigger: type, workflow: workflow.id, error })
        return false
      }
    })
  }

  #records(organization: string, tables: Kysely<Tables>, now: Date): Records {
    return this.#uses.database.recordsWithin(tables, { actor: new CurrentActor(systemActor(organization)), now })
  }

  /** The active workflows of these organizations; versions that this process does not know yet are read. */
  async #active(events: readonly Event[], tables: Kysely<Tables>): Promise<ReadonlyMap<string, readonly ActiveWorkflow[]>> {
    const { dialect } = this.#uses.database
    const organizations = [...new Set(events.map(({ user_from }) => user_from))]
    const rows = await tables
      .selectFrom(Workflow.table)
      .select(['id', 'user_from', 'name', 'created_by', 'published_version'])
      .where(anyOf('user_from', 'text', organizations, dialect))
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .execute()
    const codec = Codec.of(Workflow.fields, dialect)
    const workflows = rows.map((row) => codec.fromRow(row))
    const unknown = workflows.filter(({ id, published_version }) => !this.#uses.versions.peek(id, published_version ?? 0))
    await this.#read(unknown, tables)
    const active = workflows.flatMap((workflow) => {
      const version = this.#uses.versions.peek(workflow.id, workflow.published_version ?? 0)
      return version ? [{ workflow, version }] : []
    })
    return Map.groupBy(active, ({ workflow }) => workflow.user_from)
  }

  async #read(workflows: readonly Pick<Workflow, 'id' | 'published_version'>[], tables: Kysely<Tables>): Promise<void> {
    if (workflows.length === 0) return
    const { dialect } = this.#uses.database
    const wanted = new Set(workflows.map(({ id, published_version }) => `${id} ${published_version}`))
    const rows = await tables
      .selectFrom(WorkflowVersion.table)
      .selectAll()
      .where(anyOf('workflow_id', 'uuid', [...new Set(workflows.map(({ id }) => id))], dialect))
      .execute()
    const codec = Codec.of(WorkflowVersion.fields, dialect)
    for (const each of rows.map((row) => codec.fromRow(row)))
      if (wanted.has(`${each.workflow_id} ${each.version}`)) this.#uses.versions.add(each)
  }

  // In parts: many workflows may have the same trigger, and others have their turn between two parts.
  async #start(records: Records, events: readonly Event[], triggered: ReadonlyMap<string, readonly Triggered[]>): Promise<void> {
    let started: Started[] = []
    let pairs = 0
    for (const [at, event] of events.entries()) {
      const workflows = this.#matching(event, triggered.get(event.type) ?? [])
      if (workflows.length > 0) started.push({ event, workflows })
      pairs += workflows.length
      const isFull = pairs >= PAIRS_AT_ONCE || started.length >= EVENTS_AT_ONCE
      if (started.length === 0 || !(isFull || at === events.length - 1)) continue
      await this.#enroll(records, started)
      started = []
      pairs = 0
    }
  }

  async #enroll(records: Records, started: readonly Started[]): Promise<void> {
    const { candidates, refused } = await this.#uses.screening.screen(records, started)
    const outcomes = await this.#uses.enrollment.enroll(records, [...candidates.keys()])
    await this.#uses.guard.pause(records, outcomes)
    await this.#tell(records, { candidates, refused }, outcomes)
  }

  // What is dropped is told with the event and counted; what does not meet the conditions is only counted.
  async #tell(records: Records, { candidates, refused }: Screened, outcomes: ReadonlyMap<Candidate, Outcome>): Promise<void> {
    const { now, actor } = records.unit
    const counts = new Map([...refused].map(([workflow, amount]) => [workflow, new Map([['dropped:conditions', amount]])]))
    const skips: object[] = []
    for (const [candidate, event] of candidates) {
      const { workflow } = candidate
      const outcome = outcomes.get(candidate)
      if (!outcome) continue
      const name = outcome.enrolled ? 'enrolled' : `dropped:${outcome.reason}`
      const own = counts.get(workflow.id) ?? new Map<string, number>()
      counts.set(workflow.id, own.set(name, (own.get(name) ?? 0) + 1))
      if (!outcome.enrolled && outcome.reason !== 'conditions')
        skips.push({
          id: this.#uses.ids.next(),
          user_from: actor.organization,
          workflow_id: workflow.id,
          event_id: event.id,
          reason: outcome.reason,
          created_at: now,
        })
    }
    if (skips.length > 0) await records.insert(WorkflowSkip, skips as WorkflowSkip[])
    await new RunWriter({ records, ids: this.#uses.ids }).count(counts)
  }
}

// Workflows by the types of their triggers.
function triggeredBy(workflows: readonly ActiveWorkflow[], types: ActionTypes): ReadonlyMap<string, readonly Triggered[]> {
  const triggered = new Map<string, Triggered[]>()
  for (const active of workflows)
    for (const [type, triggers] of Map.groupBy(active.version.definition.triggers, (each) => each.type)) {
      const always = !types.trigger(type)?.meets && triggers.some(({ config }) => Object.keys(config).length === 0)
      triggered.set(type, [...(triggered.get(type) ?? []), { ...active, always }])
    }
  return triggered
}
