import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { listPage } from '../../kernel/storage/records/listing.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { EventRecord } from '../../kernel/storage/schema/event-record.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { ofPeople, WorkflowRun } from './entity.ts'
import { presentRun, presentStep, type RunChanged, type RunChanges, type RunWithSteps } from './run-schema.ts'
import { RunControl } from './runs/run-control.ts'
import { runFilters, runSorts } from './schema.ts'

// Runs that one call changes; what is more is told.
const MOST = 1000

/** Runs as callers read and change them. */
export class RunService {
  static readonly uses = { records: Records, control: RunControl }
  readonly #uses: Resolved<typeof RunService.uses>

  constructor(uses: Resolved<typeof RunService.uses>) {
    this.#uses = uses
  }

  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of runs, the newest first. */
  async list(query: ListQuery): Promise<{ readonly items: readonly WorkflowRun[]; readonly next_cursor: string | null }> {
    return await listPage(this.#uses.records, WorkflowRun, query, { filters: runFilters, sorts: runSorts, where: ofPeople })
  }

  /** A run with its history. Throws `not_found`. */
  async get(id: string): Promise<Static<typeof RunWithSteps>> {
    const run = await this.#uses.control.get(id)
    const steps = await this.#uses.control.stepsOf(run)
    const events = await this.#eventsOf(
      run,
      steps.map(({ seq }) => seq),
    )
    return { ...presentRun(run, this.now), steps: steps.map((step) => presentStep(step, events.get(step.seq) ?? [])) }
  }

  /** Does one thing with many runs; what it cannot do with one of them is said for that one. */
  async changeMany({ action, ids, workflow_id, status, version }: Static<typeof RunChanges>): Promise<Static<typeof RunChanged>> {
    if ((ids === undefined) === (workflow_id === undefined)) throw invalid('/ids', 'required', 'Give ids or a workflow, and not both')
    const found = ids ?? (await this.#idsOf(workflow_id ?? '', status))
    const results: Static<typeof RunChanged>['results'] = []
    const turns = new Turns(1)
    for (const id of found.slice(0, MOST)) {
      try {
        results.push({ id, status: (await this.#uses.control.apply(action, id, { version })).status })
      } catch (error) {
        if (!(error instanceof CrmError)) throw error
        results.push({ id, status: 'unchanged', error: error.message })
      }
      if (turns.areOver()) await turns.next()
    }
    return { results, more: found.length > MOST }
  }

  async #idsOf(workflow_id: string, status: string | undefined): Promise<readonly string[]> {
    const rows = await this.#uses.records.columns(WorkflowRun, ['id'], (query) => {
      const own = query.where('workflow_id', '=', workflow_id)
      return (status === undefined ? own.where('ended_at', 'is', null) : own.where(sql<SqlBool>`status = ${status}`))
        .orderBy('started_at')
        .orderBy('id')
        .limit(MOST + 1)
    })
    return rows.map(({ id }) => id)
  }

  async #eventsOf({ id }: WorkflowRun, seqs: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const { records } = this.#uses
    const steps = seqs.map((seq) => `${id}:${seq}`)
    // Asked for in the order of their ids, SQLite would read all events of the organization.
    const rows = await records.columns(EventRecord, ['id', 'step'], (query) => query.where(records.anyOf(EventRecord, 'step', steps)))
    const ordered = rows.toSorted((a, b) => Number(a.id) - Number(b.id))
    const bySeq = Map.groupBy(ordered, ({ step }) => Number(String(step).slice(id.length + 1)))
    return new Map([...bySeq].map(([seq, events]) => [seq, events.map((each) => Number(each.id))]))
  }
}
