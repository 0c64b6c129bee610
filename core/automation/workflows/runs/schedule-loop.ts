import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { Turns } from '../../../kernel/values/turns.ts'
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
import { WorkflowNotices } from '../notices/workflow-notices.ts'
import { DueRows } from './due-rows.ts'
import { RunWriter } from './run-writer.ts'

// Records that one transaction enrolls: few enough that others wait for milliseconds.
const PAGE = 200

/** A firing that begins or goes on; without a date there is nothing to fire. */
interface Begun {
  readonly at: string
  readonly date: string | null
  readonly late: boolean
  readonly next: string
  readonly after: string | undefined
}
const nobody: EnrolledIds = { entity_type: null, entity_id: null, contact_id: null, deal_id: null, company_id: null }

/** Fires the schedules of active workflows: each once for its local date, whichever process comes first. */
export class ScheduleLoop implements BackgroundLoop {
  static readonly uses = {
    database: Database,
    versions: CompiledVersions,
    enrollment: Enrollment,
    types: RecordTypes,
    ids: Ids,
    notices: WorkflowNotices,
  }
  readonly #uses: Resolved<typeof ScheduleLoop.uses>
  readonly watches = [WorkflowSchedule]
  readonly #schedules: DueRows<typeof WorkflowSchedule.fields>

  constructor(uses: Resolved<typeof ScheduleLoop.uses>) {
    this.#uses = uses
    this.#schedules = new DueRows(uses.database, WorkflowSchedule)
  }

  /** Fires what is due, in parts between which others have their turn. Returns when the next is; null if none is set. */
  async run(now: Date): Promise<Date | null> {
    const turns = new Turns(1)
    for (;;) {
      const next = await this.#schedules.next()
      if (!next || next > now) return next
      // Another process holds what is left.
      if ((await this.#schedules.take(now, 1, (records, schedule) => this.#occur(records, schedule))) === 0) return null
      if (turns.areOver()) await turns.next()
    }
  }

  async #occur(records: Records, schedule: WorkflowSchedule): Promise<void> {
    const [workflow] = await records.findBy(Workflow, 'id', [schedule.workflow_id])
    const version = workflow?.published_version
      ? await this.#uses.versions.get(records, workflow.id, workflow.published_version)
      : undefined
    const trigger = version?.definition.triggers[schedule.position]
    const change = async (changes: Partial<WorkflowSchedule>) =>
      void (await records.update(WorkflowSchedule, [{ before: schedule, changes }]))
    if (!workflow || workflow.status !== 'active' || !version || trigger?.type !== 'schedule' || !schedule.next_at)
      return await change({ next_at: null, firing: null })
    const counts = new Map<string, number>()
    const begun = schedule.firing ?? (await this.#begin(records, schedule, { workflow, config: trigger.config, counts }))
    const { enrolled, after } =
      begun.date === null ? { enrolled: 0, after: null } : await this.#enroll(records, { workflow, version }, begun)
    if (enrolled > 0) counts.set('enrolled', enrolled)
    await change({
      last_date: begun.date ?? schedule.last_date,
      ...(after === null || begun.date === null
        ? { next_at: new Date(begun.next), firing: null }
        : { firing: { at: begun.at, date: begun.date, late: begun.late, next: begun.next, after } }),
    })
    await new RunWriter({ records, ids: this.#uses.ids }).count(new Map([[workflow.id, counts]]))
  }

  /** What fires now, if anything: a date is fired once. What was missed is counted, and told whoever made the workflow. */
  async #begin(
    records: Records,
    { next_at, last_date }: WorkflowSchedule,
    {
      workflow,
      config: given,
      counts,
    }: { readonly workflow: Workflow; readonly config: Readonly<Record<string, unknown>>; readonly counts: Map<string, number> },
  ): Promise<Begun> {
    const { now } = records.unit
    const config = scheduleOf(given)
    const clock = await zoneClock(config.timezone ?? (await homeOf(records)).timezone)
    const after = new Date((next_at ?? now).getTime() - 1)
    const { fire, missed, missedCount, next } = dueOccurrences(parseSchedule(config), clock, { after, now })
    for (const { at } of missed) counts.set(`missed:${at.toISOString()}`, 1)
    const latest = missed.at(-1)
    if (latest) {
      counts.set('missed', missedCount)
      await this.#uses.notices.missed(records, workflow, { count: missedCount, latest: latest.at })
    }
    const isNew = fire !== null && fire.date !== last_date
    const at = (fire?.at ?? now).toISOString()
    return { at, date: isNew ? fire.date : null, late: fire?.late ?? false, next: next.at.toISOString(), after: undefined }
  }

  /** One run without a record, or one for each record of the next part that meets the conditions. */
  async #enroll(
    records: Records,
    active: ActiveWorkflow,
    { at, date, late, after }: Begun,
  ): Promise<{ readonly enrolled: number; readonly after: string | null }> {
    const event = { type: 'schedule', payload: { date, at }, at }
    const candidate = (ids: EnrolledIds): Candidate => ({
      ...active,
      ids,
      event_id: null,
      cause_chain: [],
      memory: { event, late },
      manual: false,
    })
    const { conditions, definition } = active.version
    if (!conditions) return { enrolled: await this.#add(records, [candidate(nobody)]), after: null }
    const ids = await selectMatching(records, conditions, { after, limit: PAGE })
    const type = recordTypeOf(definition, this.#uses.types) ?? 'contact'
    const asked = ids.map((entity_id, id) => ({ id, entity_type: type, entity_id, payload: '{}' }))
    const own = await recordsOfEvents(records, this.#uses.types, asked)
    const enrolled = await this.#add(records, [...own.values()].map(candidate))
    return { enrolled, after: ids.length < PAGE ? null : (ids.at(-1) ?? null) }
  }

  async #add(records: Records, candidates: readonly Candidate[]): Promise<number> {
    const outcomes = await this.#uses.enrollment.enroll(records, candidates)
    return [...outcomes.values()].filter(({ enrolled }) => enrolled).length
  }
}
