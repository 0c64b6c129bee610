import { sql, type SqlBool } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { CompiledVersions } from '../../automation/workflows/definition/compiled.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { freeze } from '../../automation/workflows/runs/ending.ts'
import { moveTo } from '../../automation/workflows/runs/moving.ts'
import { RunControl } from '../../automation/workflows/runs/run-control.ts'
import { RunState } from '../../automation/workflows/runs/run-state.ts'
import { RunWriter } from '../../automation/workflows/runs/run-writer.ts'
import { holdQueued, releaseQueued } from '../emails/holding.ts'
import { Enrollment } from './entity.ts'
import { HELD_WITH_SEQUENCE, releaseSequence } from './holds.ts'
import { openStates, SequenceExits } from './exits.ts'
import type { Sequence } from './sequence-entity.ts'
import { goOn, HELD_WITH_MAILBOX } from './mailbox-holds.ts'
import { enrollmentFilters, enrollmentSorts } from './sequence-schema.ts'

// Enrollments that one statement reads.
const PART = 500

/** Enrollments as people steer them: hold, go on, end, take to another version. */
export class EnrollmentControl {
  static readonly uses = { records: Records, exits: SequenceExits, writer: RunWriter, runs: RunControl, versions: CompiledVersions }
  readonly #uses: Resolved<typeof EnrollmentControl.uses>

  constructor(uses: Resolved<typeof EnrollmentControl.uses>) {
    this.#uses = uses
  }

  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of the enrollments of a sequence, the newest first. */
  async list(sequence_id: string, query: ListQuery): Promise<Page<Enrollment>> {
    const where = sql<SqlBool>`sequence_id = ${sequence_id}`
    return await listPage(this.#uses.records, Enrollment, query, { filters: enrollmentFilters, sorts: enrollmentSorts, where })
  }

  /** Holds one enrollment. Throws `conflict` for one that has ended. */
  async pause(sequence_id: string, id: string): Promise<Enrollment> {
    const { enrollment, run } = await this.#open(sequence_id, id)
    // One that is held with its mailbox is held by this user from now on.
    if (enrollment.status === 'paused' && run.waiting_for !== HELD_WITH_MAILBOX) return enrollment
    const state = new RunState(run)
    // A sequence that is paused holds the run already; then it stays when the sequence goes on.
    freeze(state, 'user')
    await holdQueued(this.#uses.records, { by: 'enrollment_id', ids: [id], word: HELD_WITH_SEQUENCE })
    return await this.#write(state, enrollment, 'paused')
  }

  /** Lets one enrollment go on: what fell due meanwhile is done at once. Throws `conflict` for one that has ended. */
  async resume(sequence_id: string, id: string): Promise<Enrollment> {
    const { enrollment, run } = await this.#open(sequence_id, id)
    if (enrollment.status === 'active') return enrollment
    const [mailbox] = await this.#uses.records.whole.findBy(Mailbox, 'id', [enrollment.mailbox_id])
    if (mailbox?.status === 'disabled')
      throw new CrmError('conflict', `Its mailbox ${mailbox.address} is disabled: set the status of the mailbox to \`connected\` first`)
    const state = new RunState(run)
    goOn(state, enrollment, this.now)
    // Those of a paused sequence wait for it once they are looked at.
    await releaseQueued(this.#uses.records, { by: 'enrollment_id', ids: [id], word: HELD_WITH_SEQUENCE })
    return await this.#write(state, enrollment, 'active')
  }

  /** Ends one enrollment, because somebody says so. Throws `conflict` for one that has ended. */
  async end(sequence_id: string, id: string): Promise<Enrollment> {
    const { enrollment } = await this.#open(sequence_id, id)
    await this.#uses.exits.end(new Map([[id, 'manual']]))
    return await this.#get(enrollment.sequence_id, id)
  }

  /** Runs that were held with their sequence go on, those first whose steps fell due first. */
  async thaw(sequence_id: string): Promise<void> {
    await releaseSequence(this.#uses.records, sequence_id)
    const run = sql.ref(`${WorkflowRun.table}.id`)
    const due = sql`(select next_run_at from ${sql.table(Enrollment.table)} as held where held.id = ${run})`
    await this.#uses.runs.thaw(sequence_id, due)
  }

  /** Holds the e-mails of a sequence that are queued; its runs stop at their next steps by themselves. */
  async hold(sequence_id: string): Promise<void> {
    await holdQueued(this.#uses.records, { by: 'sequence_id', ids: [sequence_id], word: HELD_WITH_SEQUENCE })
  }

  /** Ends all enrollments of a sequence. */
  async endAll(sequence_id: string): Promise<void> {
    for await (const part of this.#parts(sequence_id)) await this.#uses.exits.end(new Map(part.map((id) => [id, 'manual'])))
  }

  /** Takes all open enrollments to the newest steps; answers how many there were of other versions. */
  async migrate(sequence: Sequence): Promise<number> {
    const { records, versions, writer } = this.#uses
    const to = await versions.get(records, sequence.id, sequence.steps_version)
    let migrated = 0
    for await (const part of this.#parts(sequence.id)) {
      const runs = (await records.findBy(WorkflowRun, 'id', part, { lock: true })).filter(
        ({ workflow_version, ended_at }) => ended_at === null && workflow_version !== sequence.steps_version,
      )
      const states: RunState[] = []
      const left = new Set<string>()
      for (const run of runs) {
        const from = await versions.get(records, sequence.id, run.workflow_version)
        if (!from || !to) continue
        const state = new RunState(run)
        if (!moveTo(state, from, to, this.now)) left.add(run.id)
        states.push(state)
      }
      await writer.write(states)
      const moved = new Set(states.map(({ run }) => run.id))
      const enrollments = (await records.findBy(Enrollment, 'id', moved)).map((before) => ({
        before,
        // A task of a step that is gone is waited for no longer.
        changes: { sequence_version: sequence.steps_version, ...(left.has(before.id) && { task_id: null }) },
      }))
      await records.update(Enrollment, enrollments)
      migrated += states.length
    }
    return migrated
  }

  async *#parts(sequence_id: string): AsyncGenerator<readonly string[]> {
    const { whole } = this.#uses.records
    const turns = new Turns(1)
    for (let after = ''; ;) {
      const rows = await whole.columns(Enrollment, ['id'], (query) => {
        const own = query.where('sequence_id', '=', sequence_id).where(sql<SqlBool>`status in (${sql.join([...openStates])})`)
        return (after === '' ? own : own.where('id', '>', after)).orderBy('id').limit(PART)
      })
      if (rows.length > 0) yield rows.map(({ id }) => id)
      if (rows.length < PART) return
      after = rows.at(-1)?.id ?? ''
      if (turns.areOver()) await turns.next()
    }
  }

  async #get(sequence_id: string, id: string): Promise<Enrollment> {
    const [enrollment] = await this.#uses.records.findBy(Enrollment, 'id', [id])
    if (!enrollment || enrollment.sequence_id !== sequence_id.toLowerCase())
      throw new CrmError('not_found', `The sequence has no enrollment ${id}`)
    return enrollment
  }

  async #open(sequence_id: string, id: string): Promise<{ readonly enrollment: Enrollment; readonly run: WorkflowRun }> {
    await this.#get(sequence_id, id)
    const { records } = this.#uses
    const [run] = await records.whole.findBy(WorkflowRun, 'id', [id], { lock: true })
    const [enrollment] = await records.findBy(Enrollment, 'id', [id], { lock: true })
    if (!run || !enrollment || !openStates.includes(enrollment.status)) throw new CrmError('conflict', 'The enrollment has already ended')
    return { enrollment, run }
  }

  async #write(state: RunState, before: Enrollment, status: 'active' | 'paused'): Promise<Enrollment> {
    await this.#uses.writer.write([state])
    await this.#uses.records.update(Enrollment, [{ before, changes: { status } }])
    return { ...before, status }
  }
}
