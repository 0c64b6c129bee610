import type { Static, TObject } from '@sinclair/typebox'
import type { FieldError } from '../../../kernel/operation/errors.ts'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import type { AnyRecord } from '../../../kernel/storage/schema/entity.ts'
import type { Resolved, Uses } from '../../../kernel/operation/operation.ts'
import type { Reference } from '../definition/references.ts'

/** The record that a run is for, with those that belong to it; null where there is none. */
export interface Subjects {
  /** Type of the enrolled record: `contact`, `deal`; null for a schedule without one. */
  readonly type: string | null
  /** The enrolled record. */
  readonly record: AnyRecord | null
  /** Its contact. */
  readonly contact: AnyRecord | null
  /** The deal that started it, else the contact's open deal that was changed last. */
  readonly deal: AnyRecord | null
  /** The company of the record. */
  readonly company: AnyRecord | null
}

/** One step of one run that is about to be done. */
export interface StepCall<C = Readonly<Record<string, unknown>>> {
  /** The configuration, its texts with their tags filled in. */
  readonly config: C
  /** The records of the run, as they are now. */
  readonly subjects: Subjects
  /** The run: its id, its workflow, what started it and what it has waited for. */
  readonly run: {
    readonly id: string
    readonly workflow_id: string
    readonly event_id: number | null
    readonly wait_result: string | null
    readonly cause_chain: readonly string[]
  }
  /** The workflow, as its runs know it. */
  readonly workflow: { readonly id: string; readonly name: string; readonly owner: string; readonly timezone: string }
  /** The id of the step, which stays the same across versions. */
  readonly step: string
  /** The same at each try of this step of this run, and no other's: `run:path:seq`. */
  readonly key: string
  /** The time of the step. */
  readonly now: Date
  /** What started the run, as texts and calls show it. */
  readonly event: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> } | null
  /** Whether the conditions of the step hold for the run now. */
  test(): boolean
  /** Aborted when the step takes too long: after ten seconds its changes are taken back, and its run fails. */
  readonly signal: AbortSignal
  /** Says something in the history of the run without failing it. */
  warn(text: string): void
}

/** Why a step was left out; the run goes on. */
export type SkipReason =
  | 'no_change'
  | 'no_contact'
  | 'no_deal'
  | 'no_company'
  | 'no_record'
  | 'no_stage'
  | 'no_owner'
  | 'no_text'
  | 'other_cycle'
  | 'not_forward'
  | 'integration_missing'
  | 'already_active'
  | 'inactive'
  | 'loop'
  | 'loop_depth'
  | (string & {})

/**
 * What a run waits for: until a time, for an event, or until a condition holds. After `again` the same step is done once more; who added a
 * `task` says when it is over.
 */
export interface Wait {
  /** When it goes on at the latest. */
  readonly until: Date
  /** What it waits for. */
  readonly for: 'delay' | 'event' | 'condition' | 'effect' | 'again' | 'task'
  /** Of an event: its type. */
  readonly event_type?: string
}

/** What became of a step. A `CrmError` that is thrown fails the run; what it says is shown. */
export type StepResult =
  | { readonly done: Readonly<Record<string, unknown>>; readonly wait_result?: 'received' }
  | { readonly skipped: SkipReason }
  | { readonly branch: string; readonly why?: Readonly<Record<string, unknown>> }
  | { readonly wait: Wait }
  | { readonly stop: true }

/**
 * What became of a call to the outside. One that waits has begun what it was asked for, and its end is not known yet: it is made again with the
 * same key at that time, or as soon as somebody says that there is more to know, and answers then.
 */
export type CallResult =
  | { readonly done: Readonly<Record<string, unknown>> }
  | { readonly skipped: SkipReason }
  | { readonly wait: { readonly until: Date; readonly for: string } }

/** What calls to the outside are made with, outside of any transaction. */
export interface OutsideCall<C = Readonly<Record<string, unknown>>> {
  /** The configuration, its texts with their tags filled in. */
  readonly config: C
  /** What `prepare` answered, as it was stored. */
  readonly prepared: unknown
  /** To be sent along, so that a call that is made twice acts once. */
  readonly key: string
  /** Whose run it is. */
  readonly organization: string
  /** The time of the step. */
  readonly now: Date
  /** Aborted when the call takes too long or the engine closes. */
  readonly signal: AbortSignal
}

/** A failure that may pass: the step is tried again, after one minute, then 5 and 30 minutes, 2 and 6 hours. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure'
}

interface Common<C> extends ActionType {
  /** Faults of a configuration that its schema cannot tell, at pointers into it (`/field`); checked when a workflow is saved. */
  check?(config: C): readonly FieldError[]
  /** What a configuration names that must be there when a workflow is saved and activated: teammates, stages, records. */
  references?(config: C): readonly Reference[]
  /** What the run must have; without it the step is skipped as `no_<object>`. */
  readonly needs?: readonly ('contact' | 'deal' | 'company' | 'record')[]
  /** How texts are written into each field of the configuration; plain unless told. */
  readonly sinks?: Readonly<Record<string, 'plain' | 'html' | 'header' | 'json' | 'url' | 'slack'>>
  /** Fields of the configuration that the history of a run must not show. */
  readonly masked?: readonly string[]
  /** What a dry run says instead of calling anybody. */
  dryRun?(call: StepCall<C>): Readonly<Record<string, unknown>>
}

/** A step that reads and writes records: in one transaction with its history and the state of its run. */
export interface DatabaseAction<C = Readonly<Record<string, unknown>>, S = object> extends Common<C> {
  /** `none` writes nothing. */
  readonly effect: 'none' | 'db'
  /** Does it, in the transaction of the step. */
  run(call: StepCall<C>, services: S): Promise<StepResult> | StepResult
  /**
   * The same for many runs at once, none of which shares a record with another: what became of each, in their order. What is thrown, or
   * no answer, has each run done alone.
   */
  runMany?(calls: readonly StepCall<C>[], services: S, steps: SetSteps): Promise<readonly StepResult[] | undefined>
  /** Of the engine's own: `runMany` reads no values of contacts but those of the calls, and changes none but by `changeContacts`. */
  readonly holdsContacts?: true
}

/** Of many steps that are done together: which one a record belongs to. */
export interface SetSteps {
  /** Says, before it is written, that this record is made by the step of the call at this position. */
  own(index: number, record_id: string): void
}

/** What a call to the outside needs, or why there is none to make. */
export type Prepared = { readonly effect: unknown } | { readonly skipped: SkipReason }

/** A step that calls somebody: first committed as an effect with its key, then done outside of any transaction, then its result committed. */
export interface OutsideAction<C = Readonly<Record<string, unknown>>, S = object> extends Common<C> {
  /** It calls somebody. */
  readonly effect: 'external'
  /** What the call needs of the records, stored with the effect so that each try sends the same; or why there is none to make. */
  prepare?(call: StepCall<C>, services: S): Promise<Prepared> | Prepared
  /** Makes the call; throws `TemporaryFailure` for what may pass, `CrmError` for what fails the run. */
  run(call: OutsideCall<C>, services: S): Promise<CallResult>
  /** Writes what the call has answered into records, in the transaction that commits its result; what it throws fails the run. */
  keep?(call: KeptCall<C>, services: S): Promise<void>
}

/** A call that was made, with its answer. */
export interface KeptCall<C = Readonly<Record<string, unknown>>> extends Pick<OutsideCall<C>, 'config' | 'prepared' | 'key' | 'now'> {
  /** What `run` answered as done. */
  readonly done: Readonly<Record<string, unknown>>
}

/** A step of workflows with what it does. */
export type Action = DatabaseAction | OutsideAction

/** A step as it is declared: `config` and `uses` type what `run` is given. */
type Declared<C extends TObject, U extends Uses> = (
  | Omit<DatabaseAction<Static<C>, Resolved<U>>, 'config' | 'uses'>
  | Omit<OutsideAction<Static<C>, Resolved<U>>, 'config' | 'uses'>
) & { readonly config: C; readonly uses?: U }

/** Declares a step; its configuration is typed by its schema, its services by what it uses. */
export function defineAction<const C extends TObject, const U extends Uses = Record<never, never>>(action: Declared<C, U>): Action {
  // The engine checks the configuration against the schema, and resolves the services, before it calls the action with them.
  return action as unknown as Action
}
