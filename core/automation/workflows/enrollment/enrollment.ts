import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { chunks } from '../../../kernel/storage/writing/chunks.ts'
import { Turns } from '../../../kernel/values/turns.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { WorkflowRun } from '../entity.ts'
import { Facts } from '../runs/facts.ts'
import type { Candidate } from './candidates.ts'

/** Workflows that may lead to one another before an event enrolls nobody anymore. */
const MAX_CHAIN = 10
// Enrollments that workflows cause: of one workflow in a minute, and of one record in an hour.
const MAX_PER_MINUTE = 500
const MAX_PER_RECORD = 20
const MINUTE_MS = 60_000
// Runs that one statement adds.
const AT_ONCE = 200

/** What became of a candidate. */
export type Outcome = { readonly enrolled: true; readonly run_id: string } | { readonly enrolled: false; readonly reason: DropReason }
/** Why a record was not enrolled. */
export type DropReason = 'loop' | 'loop_depth' | 'loop_rate' | 'already_active' | 'once' | 'conditions' | 'no_record'

/** Enrolls records in workflows: judges each candidate and adds the runs of those that are enrolled. */
export class Enrollment {
  static readonly uses = { ids: Ids, types: RecordTypes }
  readonly #uses: Resolved<typeof Enrollment.uses>

  constructor(uses: Resolved<typeof Enrollment.uses>) {
    this.#uses = uses
  }

  /** What becomes of each candidate, all of one organization, in look-ups that do not grow with their number. */
  async enroll(records: Records, candidates: readonly Candidate[]): Promise<ReadonlyMap<Candidate, Outcome>> {
    const outcomes = new Map<Candidate, Outcome>()
    const drop = (candidate: Candidate, reason: DropReason) => outcomes.set(candidate, { enrolled: false, reason })
    const sound = candidates.filter((each) => {
      const reason = loopOf(each)
      if (reason) drop(each, reason)
      return reason === undefined
    })
    const meeting = await this.#meeting(records, sound, (each) => drop(each, 'conditions'))
    const known = await this.#enrolledOnce(records, meeting)
    const first = meeting.filter((each) => {
      if (each.manual || each.version.definition.settings.reenroll !== 'once') return true
      const key = keyOf(each)
      if (known.has(key)) drop(each, 'once')
      return !known.has(key) && known.add(key)
    })
    const slow = await this.#withoutRush(records, first, (each) => drop(each, 'loop_rate'))
    await this.#insert(records, slow, outcomes)
    return outcomes
  }

  async #meeting(records: Records, candidates: readonly Candidate[], refuse: (candidate: Candidate) => void): Promise<Candidate[]> {
    const asked = candidates.filter(({ manual, judged, version }) => !manual && !judged && version.conditions !== undefined)
    if (asked.length === 0) return [...candidates]
    // What one event may start reads the same records, so that these are looked up and put together once.
    const runs = new Map(asked.map(({ ids, memory }) => [ids, { ...ids, wait_result: null, split_variant: null, memory }]))
    const facts = new Facts({ records, types: this.#uses.types })
    const contexts = await facts.contextsOf(
      [...runs.values()],
      [...new Set(asked.flatMap(({ version: { conditions } }) => conditions ?? []))],
    )
    return candidates.filter((each) => {
      const { conditions } = each.version
      const run = each.manual || each.judged || !conditions ? undefined : runs.get(each.ids)
      const context = run && contexts.get(run)
      const met = !run || !conditions || (context !== undefined && facts.met(conditions, context))
      if (!met) refuse(each)
      return met
    })
  }

  async #enrolledOnce(records: Records, candidates: readonly Candidate[]): Promise<Set<string>> {
    const once = candidates.filter(({ manual, version }) => !manual && version.definition.settings.reenroll === 'once')
    if (once.length === 0) return new Set()
    const rows = await records.columns(WorkflowRun, ['workflow_id', 'entity_id'], (query) =>
      query
        .where(records.anyOf(WorkflowRun, 'entity_id', new Set(once.flatMap(({ ids }) => ids.entity_id ?? []))))
        .where(records.anyOf(WorkflowRun, 'workflow_id', new Set(once.map(({ workflow }) => workflow.id)))),
    )
    return new Set(rows.map(({ workflow_id, entity_id }) => `${workflow_id} ${entity_id}`))
  }

  // Only what workflows cause can run away.
  async #withoutRush(records: Records, candidates: readonly Candidate[], refuse: (candidate: Candidate) => void): Promise<Candidate[]> {
    const caused = candidates.filter(({ cause_chain, manual }) => cause_chain.length > 0 && !manual)
    if (caused.length === 0) return [...candidates]
    const recent = new Map<string, number>()
    const add = (key: string) => recent.set(key, (recent.get(key) ?? 0) + 1)
    const { now } = records.unit
    const since = records.codec(WorkflowRun).toColumn('started_at', new Date(now.getTime() - 60 * MINUTE_MS))
    const rows = await records.columns(WorkflowRun, ['workflow_id', 'entity_id', 'started_at'], (query) =>
      query
        .where(records.anyOf(WorkflowRun, 'workflow_id', new Set(caused.map(({ workflow }) => workflow.id))))
        .where(sql<SqlBool>`started_at > ${since}`)
        .where(sql<SqlBool>`cast(cause_chain as text) <> '[]'`)
        .orderBy('id', 'desc')
        .limit(MAX_PER_MINUTE * 60),
    )
    for (const { workflow_id, entity_id, started_at } of rows) {
      add(`${workflow_id} ${entity_id}`)
      if (now.getTime() - started_at.getTime() < MINUTE_MS) add(workflow_id)
    }
    const isCaused = new Set(caused)
    return candidates.filter((each) => {
      if (!isCaused.has(each)) return true
      const tooMany = add(each.workflow.id).get(each.workflow.id)! > MAX_PER_MINUTE || add(keyOf(each)).get(keyOf(each))! > MAX_PER_RECORD
      if (tooMany) refuse(each)
      return !tooMany
    })
  }

  async #insert(records: Records, candidates: readonly Candidate[], outcomes: Map<Candidate, Outcome>): Promise<void> {
    if (candidates.length === 0) return
    const codec = records.codec(WorkflowRun)
    const turns = new Turns(1)
    for (const part of chunks(candidates, AT_ONCE)) {
      const rows = new Map(part.map((each) => [this.#uses.ids.next(), each]))
      // Written directly: the unique keys of runs decide which of several processes enrolls a record.
      const added = await records.db
        .insertInto(WorkflowRun.table)
        .values([...rows].map(([id, each]) => codec.toRow(runOf(id, each, records.unit.now))))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      const ids = new Set(added.map((row) => String(row['id'])))
      for (const [run_id, each] of rows)
        outcomes.set(each, ids.has(run_id) ? { enrolled: true, run_id } : { enrolled: false, reason: 'already_active' })
      if (turns.areOver()) await turns.next()
    }
  }
}

/** The run of a candidate that is enrolled. */
export function runOf(id: string, { workflow, version, ids, event_id, cause_chain, memory }: Candidate, now: Date): WorkflowRun {
  const { first } = version.paths
  const parallel = version.definition.settings.reenroll === 'parallel'
  return {
    id,
    user_from: workflow.user_from,
    workflow_id: workflow.id,
    workflow_version: version.version,
    ...ids,
    event_id,
    cause_chain: [...cause_chain],
    status: 'running',
    cursor: first,
    wake_at: now,
    waiting_for: null,
    started_at: now,
    ended_at: null,
    end_reason: null,
    seq: 0,
    attempt: 0,
    wait_result: null,
    split_variant: null,
    memory,
    active_key: parallel || ids.entity_id === null ? null : `${workflow.id} ${ids.entity_id}`,
  }
}

/** Why a candidate would only repeat what led to it; undefined where it does not. */
export function loopOf({ workflow, version, cause_chain, manual }: Candidate): DropReason | undefined {
  if (cause_chain.length > MAX_CHAIN) return 'loop_depth'
  const again = cause_chain.includes(workflow.id)
  return again && (manual || !version.definition.settings.allow_self_trigger) ? 'loop' : undefined
}

function keyOf({ workflow, ids }: Candidate): string {
  return `${workflow.id} ${ids.entity_id}`
}
