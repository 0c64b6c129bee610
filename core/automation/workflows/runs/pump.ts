import { sql, type SqlBool } from 'kysely'
import { DispatchWithin } from '../../../kernel/events/dispatch-within.ts'
import { isUnexpected } from '../../../kernel/operation/errors.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Resolve } from '../../../kernel/operation/pipeline.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Logger } from '../../../kernel/ports/logger.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { anyOf } from '../../../kernel/storage/records/any-of.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { Units } from '../../../kernel/storage/units/units.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { WorkflowMetrics } from '../metrics.ts'
import { WorkflowNotices } from '../notices/workflow-notices.ts'
import { Workflow, WorkflowRun } from '../entity.ts'
import { TemporaryFailure } from '../actions/action.ts'
import { workflowActor } from './actor.ts'
import { fail, passesErrors } from './ending.ts'
import { DueOrganizations } from './due-organizations.ts'
import { Interpreter } from './interpreter.ts'
import { lockDue } from './lock-due.ts'
import { stepError } from './guard.ts'
import { RETRY_MINUTES } from './retry.ts'
import { RunState } from './run-state.ts'
import { RunWriter } from './run-writer.ts'

// Runs of one organization that one transaction carries on: few enough that others wait for milliseconds.
const BATCH = 200
// Where runs take long, a transaction has fewer of them: on SQLite all others who write wait for it, on PostgreSQL those who write the same records.
const FEWEST = 5
const BATCH_MS = { sqlite: 50, postgresql: 500 }
// Transactions of an organization at a time: on PostgreSQL this process makes the statements of one while the database does those of the other.
const LANES = { sqlite: 1, postgresql: 2 }
// Fewer runs than this share one transaction: a commit of their own would cost more.
const FEW = 20
// Batches of an organization between two looks for organizations with work, and before other loops of a tick have their turn.
const ROUNDS = 4
const LOCKED_PAUSE_MS = 20
const MINUTE_MS = 60_000

type Owner = Pick<Workflow, 'id' | 'name' | 'created_by'>
/** Due runs of one version that the same workflows led to. */
interface Group {
  readonly runs: readonly Due[]
  readonly owner: Owner
}
type Due = Pick<WorkflowRun, 'id' | 'user_from' | 'workflow_id' | 'workflow_version' | 'cause_chain' | 'entity_id'>

/** Carries on runs that are due, organization after organization, so that the backlog of one does not delay the others. */
export class WorkflowPump implements BackgroundLoop {
  static readonly uses = {
    database: Database,
    units: Units,
    clock: Clock,
    logger: Logger,
    versions: CompiledVersions,
    metrics: WorkflowMetrics,
    within: DispatchWithin,
  }
  readonly watches = [WorkflowRun]
  readonly #uses: Resolved<typeof WorkflowPump.uses>
  readonly #codec: Codec<typeof WorkflowRun.fields>
  readonly #organizations: DueOrganizations
  /** The organization that had its turn last. */
  #last = ''
  /** Runs of the next transaction. */
  #size = BATCH
  /** Runs that this process has carried on. */
  #carried = 0

  constructor(uses: Resolved<typeof WorkflowPump.uses>) {
    this.#uses = uses
    this.#codec = Codec.of(WorkflowRun.fields, uses.database.dialect)
    this.#organizations = new DueOrganizations(uses.database)
  }

  /** A few rounds, each with one batch of each organization that has work. Returns when the next run is due; null if none waits for a time. */
  async run(now: Date): Promise<Date | null> {
    const next = await this.#organizations.nextDue()
    if (!next || next > now) return next
    await this.#uses.within.catchUp(now)
    const before = this.#carried
    let busy = await this.#organizations.at(now, this.#last)
    for (let round = 0; round < ROUNDS && busy.length > 0; round += 1) busy = await this.#round(busy, now)
    // Once more, and after the dispatcher: what was done may have made further runs due. What another process holds is looked at later.
    return this.#carried > before ? now : new Date(now.getTime() + LOCKED_PAUSE_MS)
  }

  /** One batch of each of these organizations; answers those that may have more. */
  async #round(organizations: readonly string[], now: Date): Promise<readonly string[]> {
    const busy: string[] = []
    for (const organization of organizations) {
      this.#last = organization
      if (await this.#batch(organization, now)) busy.push(organization)
    }
    return busy
  }

  /** The runs of an organization that have been due for longest; answers whether there may be more. */
  async #batch(organization: string, now: Date): Promise<boolean> {
    const lanes = LANES[this.#uses.database.dialect]
    const limit = this.#size * lanes
    const rows = await this.#uses.database
      .tables()
      .selectFrom(WorkflowRun.table)
      .select(['id', 'user_from', 'workflow_id', 'workflow_version', 'cause_chain', 'entity_id'])
      .where('user_from', '=', organization)
      .where(sql<SqlBool>`wake_at <= ${this.#codec.toColumn('wake_at', now)}`)
      .orderBy('wake_at')
      .orderBy('id')
      .limit(limit)
      .execute()
    const due = rows.map((row) => this.#codec.fromRow(row))
    const workflows = await this.#workflows(due)
    // Runs of one record stay together, so that no lane waits for the other.
    const parts = due.length < FEW ? [due] : [...Map.groupBy(due, ({ entity_id, id }) => laneOf(entity_id ?? id, lanes)).values()]
    const ended = await Promise.allSettled(parts.map((part) => this.#lane(part, workflows)))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
    return due.length === limit
  }

  /** These runs, one group after the other. */
  async #lane(due: readonly Due[], workflows: ReadonlyMap<string, Owner>): Promise<void> {
    // One unit of work has one cause: runs of one version that the same workflows led to.
    const groups = Map.groupBy(
      due,
      ({ workflow_id, workflow_version, cause_chain }) => `${workflow_id} ${workflow_version} ${cause_chain.join()}`,
    )
    for (const group of groups.values()) await this.#group(workflows.get(group[0]?.workflow_id ?? ''), group)
  }

  async #workflows(due: readonly Due[]): Promise<ReadonlyMap<string, Owner>> {
    const { database } = this.#uses
    const ids = new Set(due.map(({ workflow_id }) => workflow_id))
    const rows = await database
      .tables()
      .selectFrom(Workflow.table)
      .select(['id', 'name', 'created_by'])
      .where(anyOf('id', 'uuid', [...ids], database.dialect))
      .execute()
    const codec = Codec.of(Workflow.fields, database.dialect)
    return new Map(rows.map((row) => codec.fromRow(row)).map((each) => [each.id, each]))
  }

  async #group(owner: Owner | undefined, runs: readonly Due[]): Promise<void> {
    const [first] = runs
    if (!first) return
    const due = { runs, owner: owner ?? { id: first.workflow_id, name: 'A workflow that is gone', created_by: 'system' } }
    try {
      await this.#unit(due, false)
    } catch (error) {
      this.#uses.logger.debug('The steps of some runs are done one by one, because one of them failed', { error })
      for (const each of runs) await this.#alone({ ...due, runs: [each] })
    }
  }

  /** One run, one step for each transaction, so that what fails is told from what came before. */
  async #alone(due: Group): Promise<void> {
    for (let step = 0; step < BATCH; step += 1) {
      try {
        if (!(await this.#unit(due, true))) return
      } catch (error) {
        await this.#failed(due, error)
        return
      }
    }
  }

  /** One transaction; true if one of the runs goes on at once. */
  async #unit({ runs, owner }: Group, single: boolean): Promise<boolean> {
    const [first] = runs
    if (!first) return false
    const causes = [...first.cause_chain, first.workflow_id]
    const actor = workflowActor(first.user_from, owner)
    const { units, clock, database } = this.#uses
    let took = 0
    // On SQLite this thread does all of it: by the time of the processor, other programs make no batch smaller. Without the commit, which waits
    // for the disk as long for few runs as for many; and not before it has its turn.
    const ms = () => (database.dialect === 'sqlite' ? clock.worked() : clock.steady())
    const work = async (resolve: Resolve) => {
      const started = ms()
      const done = await this.#proceed(resolve, runs, single)
      took = ms() - started
      return done
    }
    const goesOn = await units.write(actor, work, undefined, causes)
    const fitting = Math.round((runs.length * BATCH_MS[database.dialect]) / Math.max(1, took))
    this.#size = Math.min(BATCH, Math.max(FEWEST, Math.min(fitting, 2 * this.#size)))
    return goesOn
  }

  async #proceed(resolve: Resolve, due: readonly Due[], single: boolean): Promise<boolean> {
    const records = resolve(Records)
    const [first] = due
    const ids = due.map(({ id }) => id)
    const states = (await lockDue(records, ids)).map((run) => new RunState(run))
    if (!first || states.length === 0) return false
    this.#uses.within.begin(records)
    this.#carried += states.length
    const [[workflow], version, { timezone: zone }] = await Promise.all([
      records.findBy(Workflow, 'id', [first.workflow_id]),
      this.#uses.versions.get(records, first.workflow_id, first.workflow_version),
      homeOf(records),
    ])
    for (const state of states) state.change({ status: 'running', wake_at: null })
    const { now } = records.unit
    if (!workflow || !version) for (const state of states) state.end('cancelled', 'workflow_deleted', now)
    else await resolve(Interpreter).proceed(states, { workflow, version, zone, single })
    await resolve(RunWriter).write(states)
    await resolve(WorkflowNotices).failed(records, states)
    await this.#uses.within.end(resolve)
    records.unit.onCommit.push(() => this.#uses.metrics.committed(states))
    return states.some(({ isRunning }) => isRunning)
  }

  // In a unit of its own: what the step had written is gone with its transaction.
  async #failed({ runs: [due], owner }: Group, error: unknown): Promise<void> {
    if (!due) return
    // Where the database is away, this throws, too, and the run stays due.
    const temporary = stepError(error) instanceof TemporaryFailure
    await this.#uses.units.write(workflowActor(due.user_from, owner), async (resolve) => {
      const records = resolve(Records)
      const [run] = await lockDue(records, [due.id])
      if (!run) return
      const state = new RunState(run)
      if (!temporary && isUnexpected(error)) {
        const fields = { run: run.id, workflow: run.workflow_id, requestId: run.memory.request_id, error }
        this.#uses.logger.warn('A step of a workflow failed', fields)
      }
      const version = await this.#uses.versions.get(records, run.workflow_id, run.workflow_version)
      const placed = run.cursor === null ? undefined : version?.paths.at(run.cursor)
      const { now } = records.unit
      const minutes = temporary ? RETRY_MINUTES[run.attempt] : undefined
      if (minutes === undefined) fail(state, error, now, placed, version && placed && passesErrors(version, placed) ? placed : undefined)
      else
        state.change({
          attempt: run.attempt + 1,
          status: 'waiting',
          waiting_for: 'retry',
          wake_at: new Date(now.getTime() + minutes * MINUTE_MS),
        })
      await resolve(RunWriter).write([state])
      await resolve(WorkflowNotices).failed(records, [state])
      records.unit.onCommit.push(() => this.#uses.metrics.committed([state]))
    })
  }
}

// The last digits of an id are random.
function laneOf(id: string, lanes: number): number {
  return parseInt(id.slice(-4), 16) % lanes
}
