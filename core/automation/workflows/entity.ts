import { Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import {
  bigInteger,
  choice,
  defaulted,
  hidden,
  integer,
  json,
  longText,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { commonFields, entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import type { StoredConditions } from '../conditions/parsed.ts'
import type { Definition } from './definition/schema.ts'

/** States of a workflow; in all but `active` it enrolls nothing. */
export const workflowStates = ['draft', 'active', 'paused'] as const

const Parsed = Type.Unsafe<Readonly<Record<string, StoredConditions>>>(Type.Unknown())
const Whole = Type.Unsafe<Definition>(Type.Unknown())

/** Fields of a workflow. */
export const workflowFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the workflow', example: 'Welcome new leads' }),
  description: optional(longText('What it is for')),
  status: readOnly(choice(workflowStates, { description: 'Only an active workflow enrolls; the runs of a paused one are frozen' })),
  published_version: readOnly(optional(integer({ description: 'Version that new runs follow; null before the first activation' }))),
  draft_version: readOnly(integer({ description: 'Version that the next activation publishes' })),
  published_at: readOnly(optional(timestamp({ description: 'When that version was published' }))),
  /** What the published version says. */
  definition: hidden(optional(json(Whole))),
  /** What the next version is going to say; null while it says the same. */
  draft: hidden(optional(json(Whole))),
  /** Whose steps it does, such as `sequence`, which alone shows and changes it; null for a workflow that people made. */
  managed_by: hidden(optional(text())),
}
const workflow = entity('Workflow', 'workflows', workflowFields, { indexes: [['created_at', 'id'], ['status']], privacy: 'kept' })

/** A workflow: what starts it, which steps it does, how it enrolls. */
export class Workflow extends workflow.class {}
workflow.setClass(Workflow)

const version = entity(
  'WorkflowVersion',
  'workflow_versions',
  {
    ...ownFields,
    workflow_id: readOnly(uuid()),
    version: readOnly(integer()),
    definition: readOnly(json(Whole)),
    /** Its conditions as they are asked, by the place where they stand: `conditions`, `exit`, the id of a step. */
    parsed: readOnly(json(Parsed)),
    created_by: readOnly(text()),
    created_at: readOnly(timestamp()),
  },
  { uniques: [['workflow_id', 'version']], privacy: 'kept' },
)

/** A published version of a workflow, which never changes: runs follow the one with which they began. */
export class WorkflowVersion extends version.class {}
version.setClass(WorkflowVersion)

/** States of a run; the last three are final. */
export const runStates = ['running', 'waiting', 'frozen', 'completed', 'failed', 'cancelled'] as const

/** What a run remembers beside its state. */
export interface RunMemory {
  /** The event that started it, as its texts and conditions read it. */
  readonly event?: { readonly type: string; readonly payload: Readonly<Record<string, unknown>>; readonly at: string }
  /** The event that the last wait was for. */
  readonly wait_event?: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> }
  /** What the run waits for. */
  readonly wait?: {
    readonly since: string
    readonly until: string
    readonly for: string
    readonly event_type?: string
    /** Of a call whose answer comes later: what that waits for. */
    readonly on?: string
    readonly looked?: boolean
  }
  /** Who has frozen it: a user, or the pause of its workflow. */
  readonly frozen_by?: 'user' | 'workflow'
  readonly late?: boolean
  /** By which the call is named that led to it. */
  readonly request_id?: string
}
const Memory = Type.Unsafe<RunMemory>(Type.Unknown())

/** Fields of a run: one record in one workflow. */
export const runFields = {
  ...ownFields,
  workflow_id: readOnly(uuid('The workflow')),
  /** Shown as `version`, which of stored records is the number of their changes. */
  workflow_version: hidden(integer()),
  entity_type: readOnly(optional(text({ description: 'Type of the record that was enrolled; null for a schedule without one' }))),
  entity_id: readOnly(optional(uuid('The record that was enrolled'))),
  contact_id: readOnly(optional(uuid('Contact of the run'))),
  deal_id: readOnly(optional(uuid('Deal of the run'))),
  company_id: readOnly(optional(uuid('Company of the run'))),
  event_id: readOnly(optional(bigInteger({ description: 'The event that started it' }))),
  cause_chain: readOnly(defaulted(json(Type.Array(Type.String(), { description: 'Workflows that led to it' })), [])),
  status: readOnly(choice(runStates, { description: 'State of the run' })),
  cursor: readOnly(optional(text({ max: 1000, description: 'Path of the step that comes next' }))),
  wake_at: readOnly(optional(timestamp({ description: 'When it continues' }))),
  waiting_for: readOnly(optional(text({ description: 'What it waits for' }))),
  started_at: readOnly(timestamp({ description: 'When it started' })),
  ended_at: readOnly(optional(timestamp({ description: 'When it ended' }))),
  end_reason: readOnly(optional(text({ description: 'Why: end, stopped, exit, loop, record_deleted, cancelled, error' }))),
  /** Steps that it has done. */
  seq: hidden(defaulted(integer(), 0)),
  /** Tries of the step at the cursor that have failed. */
  attempt: hidden(defaulted(integer(), 0)),
  wait_result: hidden(optional(text())),
  split_variant: hidden(optional(text())),
  memory: hidden(defaulted(json(Memory), {})),
  /** What may be there once among runs that have not ended: workflow and record; null where a workflow runs in parallel. */
  active_key: hidden(optional(text())),
}
const run = entity('WorkflowRun', 'workflow_runs', runFields, {
  indexes: [
    ['contact_id', 'started_at', 'id'],
    ['started_at', 'id'],
    ['workflow_id', 'started_at', 'id'],
    ['entity_id', 'id'],
  ],
  ownership: { type: 'entity_type', id: 'entity_id' },
  privacy: { by: ['contact_id'] },
})

/** A run of a workflow for one record. */
export class WorkflowRun extends run.class {}
run.setClass(WorkflowRun)

/** Runs of workflows that people made, for statements about runs: those of sequences are shown as enrollments. */
export const ofPeople = sql<SqlBool>`not exists (select 1 from ${sql.table(Workflow.table)} as managing
  where managing.id = workflow_id and managing.managed_by is not null)`

/** States of a step in the history of a run. */
export const stepStates = ['done', 'skipped', 'waiting', 'failed'] as const

const Shown = Type.Unsafe<Readonly<Record<string, unknown>> | null>(Type.Unknown())
const stepLog = entity(
  'WorkflowStepLog',
  'workflow_steps',
  {
    ...ownFields,
    run_id: readOnly(uuid()),
    seq: readOnly(integer()),
    workflow_id: readOnly(uuid()),
    path: readOnly(text({ max: 1000 })),
    step_id: readOnly(text()),
    type: readOnly(text()),
    status: readOnly(choice(stepStates)),
    reason: readOnly(optional(text())),
    attempt: readOnly(integer()),
    input: readOnly(optional(json(Shown))),
    output: readOnly(optional(json(Shown))),
    error: readOnly(optional(json(Shown))),
    started_at: readOnly(timestamp()),
    ended_at: readOnly(optional(timestamp())),
  },
  { uniques: [['run_id', 'seq']], ownership: { part: 'run_id', of: 'workflow_runs' }, privacy: 'copies' },
)

/** What a run did at one step: its input, its outcome and its times. */
export class WorkflowStepLog extends stepLog.class {}
stepLog.setClass(WorkflowStepLog)

const wait = entity(
  'WorkflowWait',
  'workflow_waits',
  {
    ...ownFields,
    run_id: readOnly(uuid()),
    /** `contact:<id>`, `deal:<id>`, `company:<id>`. */
    subject: readOnly(text()),
    /** Null: any event of the subject can be what a condition waits for. */
    event_type: readOnly(optional(text())),
    registered_at: readOnly(timestamp()),
    /** An event of that type which names the record without being its own. */
    event_id: readOnly(optional(bigInteger())),
  },
  { indexes: [['subject', 'event_type'], ['run_id']], ownership: { part: 'run_id', of: 'workflow_runs' }, privacy: 'copies' },
)

/** A record whose events a waiting run is woken by. */
export class WorkflowWait extends wait.class {}
wait.setClass(WorkflowWait)

/** States of a call to the outside; `uncertain`: it may have been made, and is not made again by itself. */
export const effectStates = ['pending', 'inflight', 'done', 'failed', 'uncertain'] as const
const effect = entity(
  'WorkflowEffect',
  'workflow_effects',
  {
    ...ownFields,
    run_id: readOnly(uuid()),
    seq: readOnly(integer()),
    action: readOnly(text()),
    key: readOnly(text()),
    payload: readOnly(
      json(Type.Unsafe<{ readonly config: Readonly<Record<string, unknown>>; readonly prepared: unknown }>(Type.Unknown())),
    ),
    status: readOnly(choice(effectStates)),
    attempt: readOnly(integer()),
    due_at: readOnly(optional(timestamp())),
    lease_token: readOnly(optional(text())),
    created_at: readOnly(timestamp()),
  },
  { uniques: [['key']], indexes: [['run_id']], ownership: { part: 'run_id', of: 'workflow_runs' }, privacy: 'copies' },
)

/** A call to the outside that a step has asked for: committed with the step, made afterwards, at least once and always with the same key. */
export class WorkflowEffect extends effect.class {}
effect.setClass(WorkflowEffect)

const drop = entity(
  'WorkflowSkip',
  'workflow_skips',
  {
    ...ownFields,
    workflow_id: readOnly(uuid()),
    event_id: readOnly(bigInteger()),
    reason: readOnly(text()),
    created_at: readOnly(timestamp()),
  },
  { indexes: [['event_id']], privacy: 'kept' },
)

/** An event that met the trigger of a workflow and enrolled nothing, and why. */
export class WorkflowSkip extends drop.class {}
drop.setClass(WorkflowSkip)

const count = entity(
  'WorkflowCount',
  'workflow_counts',
  { user_from: readOnly(text()), workflow_id: readOnly(text()), name: readOnly(text()), amount: readOnly(integer()) },
  { key: ['workflow_id', 'name'], privacy: 'kept' },
)

/** How often something happened in a workflow: `enrolled`, `dropped:loop`, `step:s1:done`. */
export class WorkflowCount extends count.class {}
count.setClass(WorkflowCount)

/** A schedule that is firing. */
export interface ScheduleFiring {
  readonly at: string
  readonly date: string
  readonly late: boolean
  /** The last record that was looked at. */
  readonly after: string
  /** When it fires next. */
  readonly next: string
}
const Firing = Type.Unsafe<ScheduleFiring | null>(Type.Unknown())

const schedule = entity(
  'WorkflowSchedule',
  'workflow_schedules',
  {
    ...ownFields,
    workflow_id: readOnly(uuid()),
    /** Position among the triggers. */
    position: readOnly(integer()),
    next_at: readOnly(optional(timestamp())),
    /** The local date for which it fired last. */
    last_date: readOnly(optional(text())),
    /** How far its firing has come, which enrolls many records in parts; null while it does not fire. */
    firing: readOnly(optional(json(Firing))),
  },
  { uniques: [['workflow_id', 'position']], privacy: 'kept' },
)

/** When a schedule of an active workflow fires next. */
export class WorkflowSchedule extends schedule.class {}
schedule.setClass(WorkflowSchedule)

const rotation = entity(
  'WorkflowRotation',
  'workflow_rotations',
  {
    user_from: readOnly(text()),
    workflow_id: readOnly(text()),
    step: readOnly(text()),
    /** E-mail of the teammate who had the last turn; empty before the first. */
    position: readOnly(text()),
  },
  { key: ['workflow_id', 'step'], privacy: 'kept' },
)

/** Whose turn it was last in a step that assigns records to teammates in turn. */
export class WorkflowRotation extends rotation.class {}
rotation.setClass(WorkflowRotation)
