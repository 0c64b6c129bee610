import { CurrentActor, type Via } from '../operation/actor.ts'
import { CrmError } from '../operation/errors.ts'
import { Registry } from '../feature/registry.ts'
import { Ids } from '../ports/ids.ts'
import { initials } from '../storage/new-record.ts'
import { Records } from '../storage/records.ts'
import { Rows } from '../storage/rows.ts'
import { JobRecord } from './entity.ts'
import type { JobType } from '../feature/job-handler.ts'

/** What a job is started with besides its kind. */
export interface JobInput {
  /** Anything that JSON can hold; the steps read it. */
  readonly input?: unknown
  /** The record that it works for. */
  readonly recordId?: string
  /** Records in all, for the progress; a step may still say so when it is not known at the start. */
  readonly total?: number
  /** By what its changes are said to come in; as the call that starts it unless told. */
  readonly via?: Via
}

/** Starts, reads and stops long work; it is done by the worker, step by step, once the unit of work has committed. */
export class Jobs {
  static readonly inject = [Records, CurrentActor, Ids, Registry] as const
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #ids: Ids
  readonly #registry: Registry

  constructor(records: Records, actor: CurrentActor, ids: Ids, registry: Registry) {
    this.#records = records
    this.#actor = actor
    this.#ids = ids
    this.#registry = registry
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#records.unit.now
  }

  /**
   * Puts a job in the queue, in the running unit of work: without its commit there is no job. The steps act as the user who acts now, with
   * the rights of now. Answers the job as `queued`.
   */
  async start({ kind }: JobType, { input = null, recordId, total, via = this.#actor.via }: JobInput): Promise<JobRecord> {
    const { organization, user, user_id, role, scopes, visibility, sees, asked } = this.#actor
    const job = {
      ...initials(JobRecord.fields),
      id: this.#ids.next(),
      user_from: organization,
      kind,
      state: 'queued',
      record_id: recordId ?? null,
      total: total ?? null,
      created_by: user,
      created_at: this.now,
      input,
      actor: { user, user_id, role, scopes: [...scopes], via, ...(asked && { asked }), ...(sees && { visibility, sees }) },
      due_at: this.now,
    } as JobRecord
    await this.#records.insert(JobRecord, [job])
    return job
  }

  /** The job with this id; throws `not_found`, also for a job of somebody whose doings the caller does not see, or of administrators. */
  get(id: string): Promise<JobRecord> {
    return this.#known(id, false)
  }

  /** True where what has come of a job is told to few, and who reads it is told to all of them. */
  isConfidential({ kind }: JobRecord): boolean {
    return this.#registry.all('jobTypes').some((each) => each.kind === kind && each.confidential === true)
  }

  /** Tells in the audit log that somebody has read what has come of a job. */
  async noteRead({ id }: JobRecord): Promise<void> {
    await this.#records.note(JobRecord, [id], 'downloaded')
  }

  /** The jobs with these ids, by id. */
  async byIds(ids: Iterable<string | null>): Promise<ReadonlyMap<string, JobRecord>> {
    const jobs = await this.#records.findBy(JobRecord, 'id', ids)
    return new Map(jobs.map((each) => [each.id, each]))
  }

  /**
   * Stops a job behind the step that is running; what its steps have written stays. One that is cancelled already is answered as it is.
   * Throws `not_found`, and `conflict` when it is done or has failed.
   */
  async cancel(id: string): Promise<JobRecord> {
    // The step that is running holds the row: the lock waits for its end.
    const before = await this.#known(id, true)
    if (before.state === 'cancelled') return before
    if (before.state === 'done' || before.state === 'failed') throw new CrmError('conflict', `The job has ended already: ${before.state}`)
    await this.#records.update(JobRecord, [{ before, changes: { state: 'cancelled', finished_at: this.now, due_at: null } }])
    return await this.get(id)
  }

  async #known(id: string, lock: boolean): Promise<JobRecord> {
    const job = await new Rows(this.#records, JobRecord, 'job').get(id, { lock })
    if (this.isConfidential(job) && this.#actor.role !== 'admin') throw new CrmError('not_found', `No job with the id ${id}`)
    return job
  }
}
