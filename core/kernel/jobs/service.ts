import type { Resolved } from '../operation/operation.ts'
import { CurrentActor, type Via } from '../operation/actor.ts'
import { CrmError } from '../operation/errors.ts'
import { Registry } from '../feature/registry.ts'
import { Ids } from '../ports/ids.ts'
import { initials } from '../storage/records/new-record.ts'
import { Records } from '../storage/records/records.ts'
import { Rows } from '../storage/records/rows.ts'
import { JobRecord } from './entity.ts'
import type { JobType } from '../feature/job-handler.ts'

/** What a job is started with, besides its kind. */
export interface JobInput {
  /** Input of the steps; any JSON value. */
  readonly input?: unknown
  /** The record that it works for. */
  readonly recordId?: string
  /** Number of all records, for the progress; a step can set it later. */
  readonly total?: number
  /** Shown as the source of its changes (`created_via`); by default that of the call that starts it. */
  readonly via?: Via
  /** Milliseconds until the first step; at once unless given. */
  readonly after?: number
}

/** Starts, reads and stops jobs; the worker does their steps once the unit of work has committed. */
export class Jobs {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, registry: Registry }
  readonly #uses: Resolved<typeof Jobs.uses>

  constructor(uses: Resolved<typeof Jobs.uses>) {
    this.#uses = uses
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /**
   * Queues a job in the current unit of work, with which it commits or not. Its steps act as the current actor, with the current rights.
   * Returns the job in the state `queued`.
   */
  async start({ kind }: JobType, { input = null, recordId, total, after = 0, via = this.#uses.actor.via }: JobInput): Promise<JobRecord> {
    const { organization, user, user_id, role, scopes, visibility, sees, asked } = this.#uses.actor
    const job: JobRecord = {
      ...initials(JobRecord.fields),
      id: this.#uses.ids.next(),
      user_from: organization,
      kind,
      state: 'queued',
      record_id: recordId ?? null,
      total: total ?? null,
      created_by: user,
      created_at: this.now,
      input,
      actor: { user, user_id, role, scopes: [...scopes], via, ...(asked && { asked }), ...(sees && { visibility, sees }) },
      due_at: new Date(this.now.getTime() + after),
    }
    await this.#uses.records.insert(JobRecord, [job])
    return job
  }

  /** The job with this id; throws `not_found`, also for a job that the caller may not see. */
  get(id: string): Promise<JobRecord> {
    return this.#find(id, false)
  }

  /** True if only administrators may read the result of a job, with a key only if it has administration, and the audit log shows who has. */
  isConfidential({ kind }: JobRecord): boolean {
    return this.#uses.registry.all('jobTypes').some((each) => each.kind === kind && each.confidential === true)
  }

  /** Writes to the audit log that the caller has read the result of a job. */
  async noteRead({ id }: JobRecord): Promise<void> {
    await this.#uses.records.note(JobRecord, [id], 'downloaded')
  }

  /** The jobs with these ids, by id. */
  async byIds(ids: Iterable<string | null>): Promise<ReadonlyMap<string, JobRecord>> {
    const jobs = await this.#uses.records.findBy(JobRecord, 'id', ids)
    return new Map(jobs.map((each) => [each.id, each]))
  }

  /**
   * Stops a job after the running step; what its steps have written stays. A canceled job is returned as it is. Throws `not_found`, and
   * `conflict` if it is done or has failed.
   */
  async cancel(id: string): Promise<JobRecord> {
    // The running step has locked the row, so this waits for its end.
    const before = await this.#find(id, true)
    if (before.state === 'cancelled') return before
    if (before.state === 'done' || before.state === 'failed') throw new CrmError('conflict', `The job has already ended: ${before.state}`)
    await this.#uses.records.update(JobRecord, [{ before, changes: { state: 'cancelled', finished_at: this.now, due_at: null } }])
    return await this.get(id)
  }

  async #find(id: string, lock: boolean): Promise<JobRecord> {
    const job = await new Rows(this.#uses.records, JobRecord, 'job').get(id, { lock })
    const { role, administration } = this.#uses.actor
    if (this.isConfidential(job) && !(role === 'admin' && administration)) throw new CrmError('not_found', `No job has the id ${id}`)
    return job
  }
}
