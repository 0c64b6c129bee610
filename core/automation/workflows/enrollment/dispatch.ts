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
import { Turns } from '../../../kernel/values/turns.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { ActionTypes } from '../actions/action-types.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { type RunMemory, Workflow, WorkflowRun, WorkflowSkip, WorkflowVersion } from '../entity.ts'
import { systemActor } from '../runs/actor.ts'
import { RunWriter } from '../runs/run-writer.ts'
import { type ActiveWorkflow, type Candidate, remembered } from './candidates.ts'
import { Enrollment, type Outcome } from './enrollment.ts'
import { recordsOfEvents } from './event-records.ts'
import { LoopGuard } from './loop-guard.ts'
import { meets } from './trigger-match.ts'
import { endDeleted, waitingFor, waitingForNamed, wake } from './waking.ts'

type Event = DispatchedEvent
/** A workflow that an event may start. */
interface Matched {
  readonly event: Event
  readonly workflow: ActiveWorkflow
}

// Pairs of an event and a workflow that are judged before others have their turn.
const AT_ONCE = 2000

/** What workflows do with events, in the transaction that marks them as processed: enroll records, and wake runs that wait for them. */
export class WorkflowDispatch implements EventConsumer {
  static readonly uses = {
    database: Database,
    versions: CompiledVersions,
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
    const active = await this.#active(events, tables)
    // Runs before counts: so lock all who write both.
    const waiting = [...(await waitingFor(events, tables, database.dialect))]
    for (const [organization, own] of byOrganization) {
      const records = this.#records(organization, tables, now)
      await endDeleted(records, ids, own)
      waiting.push(...(await waitingForNamed(records, types, own)))
    }
    await wake(waiting, tables, database.dialect, now)
    for (const [organization, own] of byOrganization) {
      const started = startedBy(active.get(organization) ?? [])
      if (started.size > 0) await this.#start(this.#records(organization, tables, now), own, started)
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
  #matching({ type, payload }: Event, meant: readonly ActiveWorkflow[]): readonly ActiveWorkflow[] {
    // Who is enrolled by somebody is enrolled at once, in the workflow that was meant.
    if (meant.length === 0 || type === 'workflow.enrolled') return []
    const said = membersOf(JSON.parse(payload))
    const own = this.#uses.triggers.trigger(type)
    return meant.filter(({ workflow, version }) => {
      try {
        return version.definition.triggers.some((each) => each.type === type && meets(each, said, own))
      } catch (error) {
        // A trigger of a plugin stops no event for others.
        this.#uses.logger.warn('A trigger failed, so that it counts as not met', { trigger: type, workflow: workflow.id, error })
        return false
      }
    })
  }

  #records(organization: string, tables: Kysely<Tables>, now: Date): Records {
    return this.#uses.database.recordsWithin(tables, { actor: new CurrentActor(systemActor(organization)), now, onCommit: [] })
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
  async #start(records: Records, events: readonly Event[], started: ReadonlyMap<string, readonly ActiveWorkflow[]>): Promise<void> {
    const turns = new Turns(1)
    let matched: Matched[] = []
    for (const [at, event] of events.entries()) {
      for (const workflow of this.#matching(event, started.get(event.type) ?? [])) matched.push({ event, workflow })
      if (matched.length === 0 || (matched.length < AT_ONCE && at < events.length - 1)) continue
      await this.#enroll(records, matched)
      matched = []
      if (turns.areOver()) await turns.next()
    }
  }

  async #enroll(records: Records, matched: readonly Matched[]): Promise<void> {
    const ids = await recordsOfEvents(records, this.#uses.types, [...new Set(matched.map(({ event }) => event))])
    const candidates = new Map<Candidate, Event>()
    // An event is read once for all the workflows that it may start.
    const memories = new Map<Event, RunMemory>()
    for (const { event, workflow } of matched) {
      const own = ids.get(event.id)
      if (!own) continue
      const memory = memories.get(event) ?? { event: remembered(event) }
      memories.set(event, memory)
      candidates.set(
        {
          workflow: workflow.workflow,
          version: workflow.version,
          ids: own,
          event_id: event.id,
          cause_chain: event.cause_chain ?? [],
          memory,
          manual: false,
        },
        event,
      )
    }
    const outcomes = await this.#uses.enrollment.enroll(records, [...candidates.keys()])
    await this.#uses.guard.pause(records, outcomes)
    await this.#tell(records, candidates, outcomes)
  }

  // What is dropped is told with the event and counted; what does not meet the conditions is only counted.
  async #tell(records: Records, candidates: ReadonlyMap<Candidate, Event>, outcomes: ReadonlyMap<Candidate, Outcome>): Promise<void> {
    const { now, actor } = records.unit
    const counts = new Map<string, Map<string, number>>()
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
function startedBy(workflows: readonly ActiveWorkflow[]): ReadonlyMap<string, readonly ActiveWorkflow[]> {
  const started = new Map<string, ActiveWorkflow[]>()
  for (const workflow of workflows)
    for (const type of new Set(workflow.version.definition.triggers.map((each) => each.type)))
      started.set(type, [...(started.get(type) ?? []), workflow])
  return started
}
