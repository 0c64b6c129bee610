import type { Resolved } from '../operation/operation.ts'
import { CrmError } from '../operation/errors.ts'
import type { BackgroundLoop } from '../operation/background-loop.ts'
import { heavily } from '../operation/heavy.ts'
import { Registry } from '../feature/registry.ts'
import type { Resolve } from '../operation/pipeline.ts'
import { Logger } from '../ports/logger.ts'
import { ofWorkingOrganization } from '../storage/records/working-organization.ts'
import { Codec } from '../storage/schema/codec.ts'
import { Database } from '../storage/units/database.ts'
import { Records } from '../storage/records/records.ts'
import { Units } from '../storage/units/units.ts'
import { actorOf } from './actor.ts'
import { JobRecord } from './entity.ts'
import type { Step, JobType } from '../feature/job-handler.ts'

// A step may take longer: the row is locked, so another process can take the job over only after this one has died.
const LEASE_MS = 60_000
// With pauses of 2, 8, 32 and 128 seconds a job fails after about three minutes.
const TRIES = 5
const PAUSE_MS = 2000

/** Does the steps of all jobs, one at a time and the jobs in turn; the processes of one database share the jobs. */
export class JobWorker implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, registry: Registry, logger: Logger }
  readonly #uses: Resolved<typeof JobWorker.uses>
  readonly watches = [JobRecord]
  readonly #works: ReadonlyMap<string, JobType>

  constructor(uses: Resolved<typeof JobWorker.uses>) {
    this.#uses = uses
    this.#works = new Map(uses.registry.all('jobTypes').map((each) => [each.kind, each]))
  }

  /** Does one step, so that a closing engine waits for no more than that. Returns when the next is due; null if no job is left. */
  async run(now: Date): Promise<Date | null> {
    const next = await this.#next()
    if (!next?.due_at || next.due_at > now) return next?.due_at ?? null
    const lease = new Date(now.getTime() + LEASE_MS)
    if (await this.#claim(next, lease)) await this.#do(next, lease)
    return now
  }

  /** The job that has waited longest. */
  async #next(): Promise<JobRecord | undefined> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(JobRecord.table)
      .selectAll()
      .where('due_at', 'is not', null)
      .where(ofWorkingOrganization(JobRecord))
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row && this.#codec.fromRow(row)
  }

  // Only one of several processes finds the due time unchanged. Written directly: a lease is no change of the job that anybody sees.
  async #claim({ id, due_at }: JobRecord, lease: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#uses.database
      .tables()
      .updateTable(JobRecord.table)
      .set({ due_at: this.#codec.toColumn('due_at', lease) })
      .where('id', '=', id)
      .where('due_at', '=', this.#codec.toColumn('due_at', due_at))
      .executeTakeFirst()
    return Number(numUpdatedRows) === 1
  }

  async #do(job: JobRecord, lease: Date): Promise<void> {
    const { units, logger } = this.#uses
    const actor = actorOf(job)
    try {
      // Short writes of others go first, where a storage lets only one write.
      await heavily(async () => {
        const type = this.#handlerOf(job)
        const found = type.prototype.ahead && (await units.read(actor, async (resolve) => await resolve(type).ahead?.(job)))
        await units.write(actor, (resolve) => this.#step(resolve, job.id, lease, found))
      })
    } catch (error) {
      if (!(error instanceof CrmError)) logger.error('A step of a job failed', { job: job.id, kind: job.kind, error })
      await units.write(actor, (resolve) => this.#fail(resolve, job.id, lease, error))
    }
  }

  #handlerOf({ kind }: JobRecord): JobType {
    const token = this.#works.get(kind)
    if (!token) throw new CrmError('not_found', `No loaded feature has a job handler for "${kind}"`)
    return token
  }

  async #step(resolve: Resolve, id: string, lease: Date, found: unknown): Promise<void> {
    const records = resolve(Records)
    const before = await this.#held(records, id, lease)
    if (!before) return
    const step = await resolve(this.#handlerOf(before)).step(before, found)
    await records.update(JobRecord, [{ before, changes: changesOf(step, before, records.unit.now) }])
  }

  // An error that the caller can fix ends the job at once, with its message; any other may be temporary, and only the log shows it.
  async #fail(resolve: Resolve, id: string, lease: Date, error: unknown): Promise<void> {
    const records = resolve(Records)
    const before = await this.#held(records, id, lease)
    if (!before) return
    const { now } = records.unit
    const attempts = before.attempts + 1
    const known = error instanceof CrmError && error.status < 500 && error.code !== 'conflict' ? error : undefined
    const failed: Partial<JobRecord> = {
      state: 'failed',
      error: known
        ? { code: known.code, message: known.message }
        : { code: 'internal_error', message: 'The job failed repeatedly; the log of the host shows why' },
      finished_at: now,
      due_at: null,
    }
    const again = { due_at: new Date(now.getTime() + PAUSE_MS * 4 ** (attempts - 1)) }
    await records.update(JobRecord, [{ before, changes: { attempts, ...(known || attempts >= TRIES ? failed : again) } }])
  }

  /** The job, locked, if this process still holds it: not canceled, and not taken over after the end of the lease. */
  async #held(records: Records, id: string, lease: Date): Promise<JobRecord | undefined> {
    const [job] = await records.findBy(JobRecord, 'id', [id], { lock: true })
    return job?.due_at?.getTime() === lease.getTime() ? job : undefined
  }

  get #codec(): Codec<typeof JobRecord.fields> {
    return Codec.of(JobRecord.fields, this.#uses.database.dialect)
  }
}

// A successful step resets the count of consecutive failures.
function changesOf({ done, total, next, result }: Step, before: JobRecord, now: Date): Partial<JobRecord> {
  const ended = next === undefined
  return {
    state: ended ? 'done' : 'running',
    done,
    total: total ?? before.total,
    at: next ?? null,
    result: result ? { ...result } : before.result,
    started_at: before.started_at ?? now,
    finished_at: ended ? now : null,
    // After all jobs that wait longer: jobs take turns.
    due_at: ended ? null : now,
    attempts: 0,
  }
}
