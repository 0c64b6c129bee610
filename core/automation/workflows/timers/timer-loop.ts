import { sql, type SqlBool } from 'kysely'
import { Deal } from '../../../crm/deals/entity.ts'
import { dealEvents } from '../../../crm/deals/events.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { changeOf, eventsOf } from '../../../kernel/storage/schema/changes.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { type ActiveWorkflow, type Candidate, remembered } from '../enrollment/candidates.ts'
import { Enrollment } from '../enrollment/enrollment.ts'
import { recordsOfEvents } from '../enrollment/event-records.ts'
import { Workflow } from '../entity.ts'
import { DueRows } from '../runs/due-rows.ts'
import { RunWriter } from '../runs/run-writer.ts'
import { WorkflowTimer } from './entity.ts'
import { daysOf } from './timers.ts'

// Timers that one transaction looks after, and deals that it enrolls for each.
const BATCH = 20
const PAGE = 200
const DAY_MS = 86_400_000
// A timer looks this often at least: a deal that is restored may be due at once.
const LONGEST_MS = 3_600_000

/**
 * Enrolls deals that have been in their stage for as many days as a workflow says: once for each entry into a stage, whichever process comes
 * first. The event that such a run remembers is not in the event log, so nobody else gets it.
 */
export class TimerLoop implements BackgroundLoop {
  static readonly uses = { database: Database, versions: CompiledVersions, enrollment: Enrollment, types: RecordTypes, ids: Ids }
  readonly #uses: Resolved<typeof TimerLoop.uses>
  readonly watches = [WorkflowTimer]
  readonly #timers: DueRows<typeof WorkflowTimer.fields>

  constructor(uses: Resolved<typeof TimerLoop.uses>) {
    this.#uses = uses
    this.#timers = new DueRows(uses.database, WorkflowTimer)
  }

  /** One page of each timer that is due. Returns when the next is; null if none is set, or another process holds it. */
  async run(now: Date): Promise<Date | null> {
    const first = await this.#timers.next()
    if (!first || first > now) return first
    const looked = await this.#timers.take(now, BATCH, async (records, timer) => {
      await records.update(WorkflowTimer, [{ before: timer, changes: await this.#fire(records, timer) }])
    })
    return looked === 0 ? null : await this.#timers.next()
  }

  /** Enrolls one page of deals; answers how far the timer has come then. */
  async #fire(records: Records, timer: WorkflowTimer): Promise<Partial<WorkflowTimer>> {
    const { now } = records.unit
    const [workflow] = await records.findBy(Workflow, 'id', [timer.workflow_id])
    const version = workflow?.published_version
      ? await this.#uses.versions.get(records, workflow.id, workflow.published_version)
      : undefined
    if (workflow?.status !== 'active' || !version || daysOf(version.definition) !== timer.days) return { next_at: null }
    const span = timer.days * DAY_MS
    const deals = await dealsAfter(records, timer, new Date(now.getTime() - span))
    if (deals.length > 0) await this.#enroll(records, { workflow, version }, deals)
    const last = deals.at(-1)
    const passed = { passed_at: last?.stage_entered_at ?? timer.passed_at, passed_id: last?.id ?? timer.passed_id }
    if (deals.length === PAGE) return { ...passed, next_at: now }
    const [coming] = await dealsAfter(records, { ...timer, ...passed }, now, 1)
    const due = (coming?.stage_entered_at ?? now).getTime() + span
    return { ...passed, next_at: new Date(Math.min(due, now.getTime() + LONGEST_MS)) }
  }

  async #enroll(records: Records, active: ActiveWorkflow, deals: readonly Deal[]): Promise<void> {
    const { enrollment, types, ids } = this.#uses
    const events = deals.map((deal, id) => ({ id, ...rottingEvent(deal, records.unit.now) }))
    const own = await recordsOfEvents(records, types, events)
    const candidates = events.flatMap((event): Candidate[] => {
      const found = own.get(event.id)
      return found ? [{ ...active, ids: found, event_id: null, cause_chain: [], memory: { event: remembered(event) }, manual: false }] : []
    })
    const counts = new Map<string, number>()
    for (const outcome of (await enrollment.enroll(records, candidates)).values()) {
      const name = outcome.enrolled ? 'enrolled' : `dropped:${outcome.reason}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    await new RunWriter({ records, ids }).count(new Map([[active.workflow.id, counts]]))
  }
}

// Open deals that entered their stage until then and have not had their turn, in the order of the index.
async function dealsAfter(
  records: Records,
  { passed_at, passed_id }: Pick<WorkflowTimer, 'passed_at' | 'passed_id'>,
  until: Date,
  limit = PAGE,
): Promise<Deal[]> {
  const codec = records.codec(Deal)
  const at = (time: Date) => codec.toColumn('stage_entered_at', time)
  let query = records
    .from(Deal)
    .selectAll()
    .where(sql<SqlBool>`status = 'open' and deleted_at is null`)
    .where(sql<SqlBool>`stage_entered_at <= ${at(until)}`)
    .orderBy('stage_entered_at')
    .orderBy('id')
    .limit(limit)
  if (passed_at && passed_id !== null) query = query.where(sql<SqlBool>`(stage_entered_at, id) > (${at(passed_at)}, ${passed_id})`)
  const rows = await query.execute()
  return rows.map((row) => codec.fromRow(row))
}

// What the event of the stage itself says, whose mark stays as it is.
function rottingEvent(deal: Deal, created_at: Date) {
  const change = changeOf<Deal>('update', { ...deal, rotting_for: deal.stage_entered_at }, deal, new Set(['rotting_for']))
  const [event] = eventsOf(dealEvents, change)
  return { type: 'deal.rotting', entity_type: 'deal', entity_id: deal.id, payload: JSON.stringify(event?.data ?? {}), created_at }
}
