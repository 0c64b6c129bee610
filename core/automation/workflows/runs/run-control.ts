import { type Expression, sql } from 'kysely'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Reply } from '../../../kernel/operation/reply.ts'
import { checkVersion } from '../../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { requestIdOf } from '../../../kernel/storage/schema/unit.ts'
import { callMemory } from '../enrollment/candidates.ts'
import { CompiledVersions, type CompiledVersion } from '../definition/compiled.ts'
import { Workflow, WorkflowEffect, WorkflowRun, WorkflowStepLog, WorkflowWait } from '../entity.ts'
import { freeze } from './ending.ts'
import { moveTo } from './moving.ts'
import { RunState } from './run-state.ts'
import { RunWriter } from './run-writer.ts'
import { over } from './waits.ts'

/** What somebody does with runs; each answers the run as it is then, and does nothing where it is so already. */
export const runActions = ['cancel', 'retry', 'freeze', 'resume', 'skip-wait', 'migrate'] as const
/** What somebody does with a run. */
export type RunAction = (typeof runActions)[number]

// What the audit log calls what was done.
const done: Readonly<Record<RunAction, string>> = {
  cancel: 'cancelled',
  retry: 'retried',
  freeze: 'frozen',
  resume: 'resumed',
  'skip-wait': 'wait_skipped',
  migrate: 'migrated',
}

/** Runs as people steer them: stop, try again, hold, go on, take to another version. */
export class RunControl {
  static readonly uses = { records: Records, ids: Ids, writer: RunWriter, versions: CompiledVersions }
  readonly #uses: Resolved<typeof RunControl.uses>

  constructor(uses: Resolved<typeof RunControl.uses>) {
    this.#uses = uses
  }

  /** The run; throws `not_found`. */
  async get(id: string): Promise<WorkflowRun> {
    const [run] = await this.#uses.records.findBy(WorkflowRun, 'id', [id])
    if (!run || (await this.#isManaged(run))) throw new CrmError('not_found', `No workflow run has the id ${id}`)
    return run
  }

  /** The history of a run, the first step first, with the events that each step made. */
  async stepsOf({ id }: Pick<WorkflowRun, 'id'>): Promise<readonly WorkflowStepLog[]> {
    const { records } = this.#uses
    const rows = await records.from(WorkflowStepLog).selectAll().where('run_id', '=', id).orderBy('seq').execute()
    const codec = records.codec(WorkflowStepLog)
    return rows.map((row) => codec.fromRow(row))
  }

  /** Does it with one run, which is locked meanwhile. Throws `not_found`, and `conflict` where the state of the run forbids it. */
  async apply(
    action: RunAction,
    id: string,
    { version, reply }: { readonly version?: number | undefined; readonly reply?: Reply } = {},
  ): Promise<WorkflowRun> {
    const state = new RunState(await this.#locked(id))
    const { status, workflow_version } = state.run
    checkVersion({ version: workflow_version }, reply)
    if (action === 'migrate') await this.#migrate(state, version)
    else if (action === 'skip-wait') await this.#skipWait(state)
    else if (action === 'retry') await this.#retry(state, version)
    else this.#simple[action](state)
    await this.#uses.writer.write([state])
    const { run } = state
    const changes: Record<string, [unknown, unknown]> = {
      ...(run.status !== status && { status: [status, run.status] }),
      ...(run.workflow_version !== workflow_version && { version: [workflow_version, run.workflow_version] }),
    }
    if (Object.keys(changes).length > 0) await this.#uses.records.note(WorkflowRun, [id], done[action], changes)
    return run
  }

  /** A new run of the same records from a step on, or from the first one. Throws `conflict` where that record is in the workflow already. */
  async again(
    id: string,
    { step, version, reply }: { readonly step?: string | undefined; readonly version?: number | undefined; readonly reply?: Reply } = {},
  ): Promise<WorkflowRun> {
    const { records, ids } = this.#uses
    const run = await this.get(id)
    checkVersion({ version: run.workflow_version }, reply)
    const compiled = await this.#version(run, version)
    const at =
      step === undefined
        ? compiled.paths.first
        : [...compiled.paths.all()].find(({ path, step: { id } }) => path === step || id === step)?.path
    if (at === undefined)
      throw new CrmError('invalid_input', `Version ${compiled.version} has no step ${step}`, {
        errors: [{ path: '/step', code: 'unknown_step', message: 'is no step of this version' }],
      })
    const { event } = run.memory
    const { now } = records.unit
    const fresh: WorkflowRun = {
      ...run,
      id: ids.next(),
      workflow_version: compiled.version,
      event_id: null,
      status: 'running',
      cursor: at,
      wake_at: now,
      waiting_for: null,
      started_at: now,
      ended_at: null,
      end_reason: null,
      seq: 0,
      attempt: 0,
      wait_result: step === undefined ? null : run.wait_result,
      split_variant: step === undefined ? null : run.split_variant,
      memory: { ...(event && { event }), ...callMemory(requestIdOf(records.unit, run.entity_id ?? '')) },
      active_key: await this.#activeKey(run, compiled),
    }
    await records.insert(WorkflowRun, [fresh])
    await records.note(WorkflowRun, [fresh.id], step === undefined ? 'restarted' : 'forked', { run_id: [run.id, fresh.id] })
    await this.#uses.writer.count(new Map([[run.workflow_id, new Map([['enrolled', 1]])]]))
    return fresh
  }

  /**
   * Runs that were frozen with their workflow go on: one statement for any number of them, and the pump carries them on in parts, in the order
   * of `dueAt` where that is over already.
   */
  async thaw(workflow_id: string, dueAt?: Expression<unknown>): Promise<void> {
    const { records } = this.#uses
    const codec = records.codec(WorkflowRun)
    const now = codec.toColumn('wake_at', this.#now)
    await records.db
      .updateTable(WorkflowRun.table)
      .set({
        ...codec.toRow({ status: 'running', waiting_for: null, wake_at: this.#now }),
        ...(dueAt && { wake_at: sql`case when ${dueAt} < ${now} then ${dueAt} else ${now} end` }),
      })
      .where('workflow_id', '=', workflow_id)
      .where('status', '=', 'frozen')
      .where('waiting_for', '=', 'activation')
      .execute()
  }

  /** Ends all runs of a workflow that have not ended, in one statement for any number of them. */
  async cancelAll(workflow_id: string, end_reason: string): Promise<void> {
    const { records, writer } = this.#uses
    const codec = records.codec(WorkflowRun)
    const ended = {
      status: 'cancelled' as const,
      end_reason,
      ended_at: this.#now,
      wake_at: null,
      waiting_for: null,
      active_key: null,
      cursor: null,
    }
    const open = records.db.selectFrom(WorkflowRun.table).select('id').where('workflow_id', '=', workflow_id).where('ended_at', 'is', null)
    // Calls that are still to come are not made.
    const refused = { status: 'failed', due_at: null }
    await records.db.updateTable(WorkflowEffect.table).set(refused).where('run_id', 'in', open).where('status', '=', 'pending').execute()
    await records.db.deleteFrom(WorkflowWait.table).where('run_id', 'in', open).execute()
    const { numUpdatedRows } = await records.db
      .updateTable(WorkflowRun.table)
      .set(codec.toRow(ended))
      .where('workflow_id', '=', workflow_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    await writer.count(new Map([[workflow_id, new Map([['cancelled', Number(numUpdatedRows)]])]]))
  }

  get #now(): Date {
    return this.#uses.records.unit.now
  }

  readonly #simple: Readonly<Record<'cancel' | 'freeze' | 'resume', (state: RunState) => void>> = {
    cancel: (state) => {
      if (state.run.status !== 'cancelled') state.end('cancelled', 'cancelled', this.#open(state).now)
    },
    freeze: (state) => {
      this.#open(state)
      if (state.run.status !== 'frozen') freeze(state, 'user')
    },
    resume: (state) => {
      this.#open(state)
      if (state.run.status === 'frozen') resume(state, this.#now)
    },
  }

  #open({ run }: RunState): { readonly now: Date } {
    if (run.ended_at) throw new CrmError('conflict', `The run has already ended: ${run.status}`)
    return { now: this.#now }
  }

  async #skipWait(state: RunState): Promise<void> {
    this.#open(state)
    const { run } = state
    const placed = run.cursor === null ? undefined : (await this.#version(run)).paths.at(run.cursor)
    if (!run.memory.wait || run.memory.wait.for === 'effect' || !placed)
      throw new CrmError('conflict', 'The run waits for nothing that could be skipped')
    const { frozen_by } = run.memory
    over(state, placed, this.#now, run.memory.wait.for === 'delay' ? null : 'timeout')
    // What follows waits until the run goes on.
    if (frozen_by && !state.run.ended_at) freeze(state, frozen_by)
  }

  async #retry(state: RunState, wanted: number | undefined): Promise<void> {
    const { run } = state
    if (run.status !== 'failed') throw new CrmError('conflict', `Only a failed run is tried again; this one is ${run.status}`)
    const [from, to] = [await this.#version(run), await this.#version(run, wanted)]
    const active_key = await this.#activeKey(run, to)
    const again = { status: 'running', wake_at: this.#now, ended_at: null, end_reason: null, attempt: 0, active_key } as const
    state.change({
      ...again,
      workflow_version: to.version,
      cursor: run.cursor === null ? null : to.paths.movedFrom(from.paths, run.cursor),
    })
    // It is counted again once it has ended.
    await this.#uses.writer.count(new Map([[run.workflow_id, new Map([['failed', -1]])]]))
  }

  async #migrate(state: RunState, wanted: number | undefined): Promise<void> {
    this.#open(state)
    const { run } = state
    const [from, to] = [await this.#version(run), await this.#version(run, wanted ?? (await this.#published(run)))]
    moveTo(state, from, to, this.#now)
  }

  // Who manages a workflow steers its runs, too.
  async #isManaged({ workflow_id }: WorkflowRun): Promise<boolean> {
    const [workflow] = await this.#uses.records.findBy(Workflow, 'id', [workflow_id])
    return workflow !== undefined && workflow.managed_by !== null
  }

  async #published({ workflow_id }: WorkflowRun): Promise<number | undefined> {
    const [workflow] = await this.#uses.records.findBy(Workflow, 'id', [workflow_id])
    return workflow?.published_version ?? undefined
  }

  async #version({ workflow_id, workflow_version }: WorkflowRun, wanted: number = workflow_version): Promise<CompiledVersion> {
    const found = await this.#uses.versions.get(this.#uses.records, workflow_id, wanted)
    if (!found) throw new CrmError('not_found', `The workflow has no version ${wanted}`)
    return found
  }

  async #locked(id: string): Promise<WorkflowRun> {
    const [run] = await this.#uses.records.findBy(WorkflowRun, 'id', [id], { lock: true })
    if (!run || (await this.#isManaged(run))) throw new CrmError('not_found', `No workflow run has the id ${id}`)
    return run
  }

  // What keeps others out while the run is active.
  async #activeKey({ workflow_id, entity_id }: WorkflowRun, { definition }: CompiledVersion): Promise<string | null> {
    if (definition.settings.reenroll === 'parallel' || entity_id === null) return null
    const key = `${workflow_id} ${entity_id}`
    const [other] = await this.#uses.records.columns(WorkflowRun, ['id'], (query) => query.where('active_key', '=', key).limit(1))
    if (other) throw new CrmError('conflict', 'The record is in this workflow already', { existing_id: other.id })
    return key
  }
}

function resume(state: RunState, now: Date): void {
  const { frozen_by: _by, ...memory } = state.run.memory
  // Looked at once: what it waits for may have come meanwhile.
  state.change({
    memory,
    status: memory.wait ? 'waiting' : 'running',
    waiting_for: memory.wait?.event_type ?? memory.wait?.on ?? memory.wait?.for ?? null,
    wake_at: now,
  })
}
