import { sql, type SqlBool } from 'kysely'
import { isUnexpected } from '../../../kernel/operation/errors.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Logger } from '../../../kernel/ports/logger.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { ofWorkingOrganization } from '../../../kernel/storage/records/working-organization.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { Units } from '../../../kernel/storage/units/units.ts'
import { Services, resolveAll } from '../../../kernel/operation/services.ts'
import { failSpan, traced } from '../../../kernel/telemetry/tracing.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { ActionTypes } from '../actions/action-types.ts'
import { type CallResult, TemporaryFailure } from '../actions/action.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { Workflow, WorkflowEffect, WorkflowRun } from '../entity.ts'
import { WorkflowNotices } from '../notices/workflow-notices.ts'
import type { Actor } from '../../../kernel/operation/actor.ts'
import type { Resolve } from '../../../kernel/operation/pipeline.ts'
import { UnitWrites } from '../../../kernel/storage/units/unit-writes.ts'
import { oneActs } from './acting.ts'
import { systemActor, workflowActor } from './actor.ts'
import { Facts } from './facts.ts'
import { CALL_MS, callResult, pluginStepError, STEP_MS, tookTooLong, within } from './guard.ts'
import { fail, passesErrors } from './ending.ts'
import { shownError } from './outcome.ts'
import { callWaits } from './pending-calls.ts'
import { RETRY_MINUTES } from './retry.ts'
import { callSpan } from './step-span.ts'
import { RunState } from './run-state.ts'
import { RunWriter } from './run-writer.ts'
import { settleCall } from './waits.ts'

// Calls that one process makes at once.
const AT_ONCE = 32
const LEASE_MS = 60_000
const MINUTE_MS = 60_000
const SOONEST_MS = 1_000
const LATEST_MS = 366 * 86_400_000

/** `ended`: the run is over, or does not wait for the call anymore, before it was made. */
type Result = CallResult | { readonly error: unknown } | { readonly ended: 'exit' | null }

/**
 * Makes the calls that steps have asked for, after their commit and outside of any transaction. A process that dies leaves a call to the
 * next one, which makes it with the same key.
 */
export class EffectWorker implements BackgroundLoop {
  static readonly uses = {
    database: Database,
    units: Units,
    logger: Logger,
    clock: Clock,
    ids: Ids,
    actions: ActionTypes,
    versions: CompiledVersions,
    types: RecordTypes,
  }
  readonly watches = [WorkflowEffect]
  readonly #uses: Resolved<typeof EffectWorker.uses>
  readonly #codec: Codec<typeof WorkflowEffect.fields>
  readonly #inFlight = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  /** Calls whose results were stored since the last `finish`: in the midst of a round, so that others may have looked too early. */
  #stored = 0

  constructor(uses: Resolved<typeof EffectWorker.uses>) {
    this.#uses = uses
    this.#codec = Codec.of(WorkflowEffect.fields, uses.database.dialect)
  }

  /** Begins the calls that are due. Returns when the next is. */
  async run(now: Date): Promise<Date | null> {
    const room = AT_ONCE - this.#inFlight.size
    const next = await this.#next()
    if (!next || next > now || room <= 0) return next && next > now ? next : null
    for (const claimed of await this.#claim(now, room)) this.#begin(claimed)
    return await this.#next()
  }

  /** Waits for the calls that are being made. */
  async finish(signal?: AbortSignal): Promise<boolean> {
    const running = [...this.#inFlight]
    signal?.addEventListener('abort', () => this.#stop.abort(), { once: true })
    await Promise.all(running)
    const stored = this.#stored
    this.#stored = 0
    return stored > 0
  }

  async #next(): Promise<Date | null> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(WorkflowEffect.table)
      .select('due_at')
      .where('due_at', 'is not', null)
      .where(ofWorkingOrganization(WorkflowEffect))
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return row ? (this.#codec.fromRow(row).due_at ?? null) : null
  }

  // A lease is the next due time: who dies leaves the call to whoever comes then.
  async #claim(now: Date, limit: number): Promise<readonly WorkflowEffect[]> {
    const { database, ids } = this.#uses
    const due = this.#codec.toColumn('due_at', now)
    return await database.transaction(async (tables) => {
      const waiting = tables
        .selectFrom(WorkflowEffect.table)
        .select('id')
        .where(sql<SqlBool>`due_at <= ${due}`)
        .where(ofWorkingOrganization(WorkflowEffect))
        .orderBy('due_at')
        .limit(limit)
      const rows = await tables
        .updateTable(WorkflowEffect.table)
        .set(this.#codec.toRow({ status: 'inflight', due_at: new Date(now.getTime() + LEASE_MS), lease_token: ids.next() }))
        .where('id', 'in', database.dialect === 'postgresql' ? waiting.forUpdate().skipLocked() : waiting)
        .returningAll()
        .execute()
      return rows.map((row) => this.#codec.fromRow(row))
    })
  }

  #begin(effect: WorkflowEffect): void {
    const call = this.#traced(effect)
      .then((result) => this.#finish(effect, result))
      .catch((error: unknown) =>
        this.#uses.logger.error('The result of a call could not be stored; it is made again', { effect: effect.id, error }),
      )
      .finally(() => {
        this.#inFlight.delete(call)
        this.#stored += 1
      })
    this.#inFlight.add(call)
  }

  #traced(effect: WorkflowEffect): Promise<Result> {
    return traced(callSpan(effect), async (span) => {
      const result = await this.#make(effect)
      if ('error' in result) failSpan(span, result.error)
      return result
    })
  }

  async #make(effect: WorkflowEffect): Promise<Result> {
    const { action: type, key, payload, user_from } = effect
    const action = this.#uses.actions.behavior(type)
    if (action?.effect !== 'external') return { skipped: 'integration_missing' }
    const { clock } = this.#uses
    const { config, prepared } = payload
    const call = { config, prepared, key, organization: user_from, now: clock.now() }
    const limits = { late: () => new TemporaryFailure('The call took too long'), signal: this.#stop.signal }
    return await this.#uses.units.read(systemActor(user_from), async (resolve) => {
      // What fails here is no failure of the call, which is made once its lease has ended.
      const ended = await this.#ended(resolve(Records), effect)
      if (ended) return ended
      const services = resolveAll(action.uses ?? {}, resolve(Services).resolve)
      try {
        return callResult(await within(clock, CALL_MS, (signal) => action.run({ ...call, signal }, services), limits))
      } catch (error) {
        return { error: this.#errorOf(effect, error) }
      }
    })
  }

  // What ends a run may have come to hold since the step was committed, in hours in which the call was tried again.
  async #ended(records: Records, { run_id, seq }: WorkflowEffect): Promise<{ readonly ended: 'exit' | null } | undefined> {
    const { versions, types } = this.#uses
    const [run] = await records.findBy(WorkflowRun, 'id', [run_id])
    if (!run || run.ended_at || run.seq !== seq) return { ended: null }
    const exit = (await versions.get(records, run.workflow_id, run.workflow_version))?.exit
    if (!exit) return undefined
    const facts = new Facts({ records, types })
    const context = (await facts.contextsOf([run], [exit])).get(run)
    return context && facts.met(exit, context) ? { ended: 'exit' } : undefined
  }

  /** Commits a result together with what the action keeps of it; where that fails, the failure is the result. */
  async #finish(effect: WorkflowEffect, result: Result): Promise<void> {
    const action = this.#uses.actions.behavior(effect.action)
    const keep = action?.effect === 'external' && 'done' in result ? action.keep : undefined
    if (!action || !keep || !('done' in result)) return await this.#settle(effect, result)
    const { config, prepared } = effect.payload
    const call = { config, prepared, key: effect.key, now: this.#uses.clock.now(), done: result.done }
    try {
      await this.#settle(effect, result, async (resolve) => {
        const services = resolveAll(action.uses ?? {}, resolve(Services).resolve)
        await within(this.#uses.clock, STEP_MS, () => keep(call, services), { late: tookTooLong })
        await resolve(UnitWrites).flush()
      })
    } catch (error) {
      await this.#settle(effect, { error: this.#errorOf(effect, error) })
    }
  }

  #errorOf({ action }: WorkflowEffect, error: unknown): Error {
    return pluginStepError(error, action, this.#uses.actions.pluginOf(action))
  }

  /** Who makes the changes of a call: the workflow, whose events name what led to them. */
  async #actorOf(effect: WorkflowEffect): Promise<{ readonly actor: Actor; readonly causes: readonly string[] }> {
    const system = systemActor(effect.user_from)
    return await this.#uses.units.read(system, async (resolve) => {
      const [run] = await resolve(Records).findBy(WorkflowRun, 'id', [effect.run_id])
      const [workflow] = await resolve(Records).findBy(Workflow, 'id', [run?.workflow_id])
      if (!run || !workflow) return { actor: system, causes: [] }
      return { actor: workflowActor(effect.user_from, workflow), causes: [...run.cause_chain, workflow.id] }
    })
  }

  async #settle(effect: WorkflowEffect, result: Result, keep?: (resolve: Resolve) => Promise<void>): Promise<void> {
    const { actor, causes } = keep ? await this.#actorOf(effect) : { actor: systemActor(effect.user_from), causes: [] }
    const work = async (resolve: Resolve) => {
      const records = resolve(Records)
      // The run first, as everybody who writes both does.
      const [run] = await records.findBy(WorkflowRun, 'id', [effect.run_id], { lock: true })
      const [held] = await records.findBy(WorkflowEffect, 'id', [effect.id], { lock: true })
      if (held?.lease_token !== effect.lease_token || held.status !== 'inflight') return
      const { now } = records.unit
      const temporary = 'error' in result && result.error instanceof TemporaryFailure
      const minutes = temporary ? RETRY_MINUTES[held.attempt] : undefined
      const again = minutes !== undefined && run?.ended_at === null
      const waits = 'wait' in result && run?.ended_at === null ? result.wait : undefined
      const changes: Partial<WorkflowEffect> = waits
        ? { status: 'pending', due_at: dueAgain(effect, held, waits.until, now), lease_token: null }
        : again
          ? { status: 'pending', attempt: held.attempt + 1, due_at: new Date(now.getTime() + minutes * MINUTE_MS), lease_token: null }
          : { status: 'error' in result || 'ended' in result ? 'failed' : 'done', due_at: null, lease_token: null }
      await records.update(WorkflowEffect, [{ before: held, changes }])
      if (again || !run || run.ended_at || run.seq !== effect.seq || run.memory.wait?.for !== 'effect') return
      if (keep) {
        const via = { type: 'workflow', id: run.id, label: actor.via?.label ?? 'Workflows' } as const
        records.unit.acting = oneActs({ via, step: `${run.id}:${run.seq}`, request_id: run.memory.request_id ?? null })
        await keep(resolve)
        records.unit.acting = undefined
      }
      const state = new RunState(run)
      if ('wait' in result) callWaits(state, result.wait.for)
      else if ('ended' in result) state.end('completed', result.ended ?? 'end', now)
      else await this.#goOn(records, state, result)
      await resolve(RunWriter).write([state])
      await resolve(WorkflowNotices).failed(records, [state])
    }
    await this.#uses.units.write(actor, work, undefined, causes.length > 0 ? causes : undefined)
  }

  async #goOn(
    records: Records,
    state: RunState,
    result: Exclude<Result, { readonly ended: unknown } | { readonly wait: unknown }>,
  ): Promise<void> {
    const { now } = records.unit
    const { run } = state
    const version = await this.#uses.versions.get(records, run.workflow_id, run.workflow_version)
    const placed = run.cursor === null ? undefined : version?.paths.at(run.cursor)
    if (!('error' in result)) return settleCall(state, placed, result, now)
    if (isUnexpected(result.error) && !(result.error instanceof TemporaryFailure))
      this.#uses.logger.warn('A call of a workflow failed', { run: run.id, requestId: run.memory.request_id, error: result.error })
    const { wait: _over, ...memory } = run.memory
    state.change({ memory })
    state.settled = { seq: run.seq, ended_at: now, status: 'failed', reason: null, output: null, error: shownError(result.error) }
    fail(state, result.error, now, undefined, version && placed && passesErrors(version, placed) ? placed : undefined)
  }
}

// When a call that waits is made again: at once if somebody had more to tell of it while it was being made, else between a second and a year.
function dueAgain(asked: WorkflowEffect, held: WorkflowEffect, until: Date, now: Date): Date {
  if (held.due_at?.getTime() !== asked.due_at?.getTime()) return now
  return new Date(now.getTime() + Math.min(Math.max(until.getTime() - now.getTime(), SOONEST_MS), LATEST_MS))
}
