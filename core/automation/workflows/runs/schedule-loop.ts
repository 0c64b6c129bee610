import { sql, type SqlBool } from 'kysely'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { selectMatching } from '../../conditions/select.ts'
import { dueOccurrences } from '../../schedules/occurrences.ts'
import { parseSchedule } from '../../schedules/schedule.ts'
import { zoneClock } from '../../schedules/zone-clock.ts'
import { CompiledVersions } from '../definition/compiled.ts'
import { recordTypeOf } from '../definition/record-type.ts'
import type { ActiveWorkflow, Candidate, EnrolledIds } from '../enrollment/candidates.ts'
import { Enrollment } from '../enrollment/enrollment.ts'
import { recordsOfEvents } from '../enrollment/event-records.ts'
import { Workflow, WorkflowSchedule } from '../entity.ts'
import { scheduleOf } from '../schedules.ts'
import { systemActor } from './actor.ts'
import { RunWriter } from './run-writer.ts'

// Schedules that one transaction fires.
const BATCH = 20
const PAGE = 1000
const nobody: EnrolledIds = { entity_type: null, entity_id: null, contact_id: null, deal_id: null, company_id: null }

/** Fires the schedules of active workflows: each once for its local date, whichever process comes first. */
export class ScheduleLoop implements BackgroundLoop {
  static readonly uses = { database: Database, versions: CompiledVersions, enrollment: Enrollment, types: RecordTypes, ids: Ids }
  readonly #uses: Resolved<typeof ScheduleLoop.uses>
  readonly #codec: Codec<typeof WorkflowSchedule.fields>

  constructor(uses: Resolved<typeof ScheduleLoop.uses>) {
    this.#uses = uses
    this.#codec = Codec.of(WorkflowSchedule.fields, uses.database.dialect)
  }

  /** Fires what is due. Returns when the next is; null if none is set. */
  async run(now: Date): Promise<Date | null> {
    let next = await this.#next()
    while (next && next <= now) {
      await this.#fire(now)
      const after = await this.#next()
      // Another process holds what is left.
      if (after && next.getTime() === after.getTime()) return null
      next = after
    }
    return next
  }

  async #next(): Promise<Date | null> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(WorkflowSchedule.table)
      .select('next_at')
      .where('next_at', 'is not', null)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst()
    return row ? (this.#codec.fromRow(row).next_at ?? null) : null
  }

  async #fire(now: Date): Promise<void> {
    const { database } = this.#uses
    await database.transaction(async (tables) => {
      const query = tables
        .selectFrom(WorkflowSchedule.table)
        .selectAll()
        .where(sql<SqlBool>`next_at <= ${this.#codec.toColumn('next_at', now)}`)
        .orderBy('next_at')
        .limit(BATCH)
      const rows = await (database.dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).execute()
      for (const schedule of rows.map((row) => this.#codec.fromRow(row))) {
        const actor = new CurrentActor(systemActor(schedule.user_from))
        await this.#occur(database.recordsWithin(tables, { actor, now, onCommit: [] }), schedule)
      }
    })
  }

  async #occur(records: Records, schedule: WorkflowSchedule): Promise<void> {
    const { now } = records.unit
    const [workflow] = await records.findBy(Workflow, 'id', [schedule.workflow_id])
    const version = workflow?.published_version
      ? await this.#uses.versions.get(records, workflow.id, workflow.published_version)
      : undefined
    const trigger = version?.definition.triggers[schedule.position]
    if (!workflow || workflow.status !== 'active' || !version || trigger?.type !== 'schedule' || !schedule.next_at)
      return void (await records.update(WorkflowSchedule, [{ before: schedule, changes: { next_at: null } }]))
    const config = scheduleOf(trigger.config)
    const clock = await zoneClock(config.timezone ?? (await homeOf(records)).timezone)
    const after = new Date(schedule.next_at.getTime() - 1)
    const { fire, missed, missedCount, next } = dueOccurrences(parseSchedule(config), clock, { after, now })
    await records.update(WorkflowSchedule, [
      { before: schedule, changes: { next_at: next.at, last_date: fire?.date ?? schedule.last_date } },
    ])
    const counts = new Map<string, number>(missed.map(({ at }) => [`missed:${at.toISOString()}`, 1]))
    if (missedCount > 0) counts.set('missed', missedCount)
    if (fire && fire.date !== schedule.last_date) counts.set('enrolled', await this.#enroll(records, { workflow, version }, fire))
    await new RunWriter({ records, ids: this.#uses.ids }).count(new Map([[workflow.id, counts]]))
  }

  /** One run without a record, or one for each record that meets the conditions. */
  async #enroll(
    records: Records,
    active: ActiveWorkflow,
    { at, date, late }: { readonly at: Date; readonly date: string; readonly late: boolean },
  ): Promise<number> {
    const event = { type: 'schedule', payload: { date, at: at.toISOString() }, at: at.toISOString() }
    const candidate = (ids: EnrolledIds): Candidate => ({
      ...active,
      ids,
      event_id: null,
      cause_chain: [],
      memory: { event, late },
      manual: false,
    })
    const { conditions, definition } = active.version
    if (!conditions) return await this.#add(records, [candidate(nobody)])
    let count = 0
    for (let after: string | undefined; ;) {
      const ids = await selectMatching(records, conditions, { after, limit: PAGE })
      const type = recordTypeOf(definition, this.#uses.types) ?? 'contact'
      const asked = ids.map((entity_id, id) => ({ id, entity_type: type, entity_id, payload: '{}' }))
      const own = await recordsOfEvents(records, this.#uses.types, asked)
      count += await this.#add(records, [...own.values()].map(candidate))
      after = ids.at(-1)
      if (ids.length < PAGE) return count
    }
  }

  async #add(records: Records, candidates: readonly Candidate[]): Promise<number> {
    const outcomes = await this.#uses.enrollment.enroll(records, candidates)
    return [...outcomes.values()].filter(({ enrolled }) => enrolled).length
  }
}
