import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { User } from '../../platform/access/entity.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { Notices } from '../../platform/notifications/notices.ts'
import { Report } from '../../insight/reports/entity.ts'
import type { ReportAnswer } from '../../insight/reports/schema.ts'
import { ReportService } from '../../insight/reports/service.ts'
import { GIVE_UP_AFTER_MS, issueOf, nextRun } from '../campaigns/timing.ts'
import { Outbox } from '../emails/outbox.ts'
import { letterOf } from './letter.ts'

type Reason = NonNullable<NonNullable<Report['last_sending']>['reason']>

/** What is to be sent of a report: its answer at that version, or why there is none. */
export type Issue = { readonly version: number; readonly answer: ReportAnswer } | { readonly version: number; readonly reason: Reason }

/** Notifications about reports. */
export const reportNotices = [{ type: 'report.unsent', label: 'A report of yours was not sent', many: 'Several reports were not sent' }]

const bodies: Readonly<Record<Reason, string>> = {
  no_mailbox: 'There is no mailbox that sends for you: connect one, or make one the default.',
  blocked: 'Some of its recipients may not be written to: see the suppressed addresses.',
  user_gone: 'Whoever set its schedule is not active any longer or sees only a part of the records: set the schedule again.',
  not_answerable: 'Its question cannot be answered any longer: run it, and see what is wrong.',
  missed: 'Its time has passed by more than 24 hours, and is not made up for.',
}

/** Sends reports by their schedules. */
export class ReportMail {
  static readonly uses = { records: Records, reports: ReportService, outbox: Outbox, notices: Notices }
  readonly #uses: Resolved<typeof ReportMail.uses>

  constructor(uses: Resolved<typeof ReportMail.uses>) {
    this.#uses = uses
  }

  /** Counts when a report is sent next that was scheduled a moment ago; false where there is nothing to count. */
  async count(id: string): Promise<boolean> {
    const { records } = this.#uses
    const [report] = await records.findBy(Report, 'id', [id], { lock: true })
    if (!report?.schedule || report.next_run_at) return false
    const next_run_at = await this.#next(report)
    await records.update(Report, [{ before: report, changes: { next_run_at } }])
    return next_run_at !== null
  }

  /** The answer of a report that is due; undefined where it is not, any longer. */
  async issue(id: string): Promise<Issue | undefined> {
    const { records, reports } = this.#uses
    const [report] = await records.findBy(Report, 'id', [id])
    if (!report || !this.#isDue(report)) return undefined
    const { version } = report
    if (records.unit.now.getTime() - (report.next_run_at?.getTime() ?? 0) > GIVE_UP_AFTER_MS) return { version, reason: 'missed' }
    if (!(await this.#isAnsweredFor(report))) return { version, reason: 'user_gone' }
    try {
      return { version, answer: await reports.answerOf(report) }
    } catch (error) {
      if (error instanceof CrmError && error.status < 500) return { version, reason: 'not_answerable' }
      throw error
    }
  }

  /** Queues the messages, each once for the day, and counts the next time; false where the report was changed since it was answered. */
  async send(id: string, issue: Issue | undefined): Promise<boolean> {
    const { records } = this.#uses
    const [report] = await records.findBy(Report, 'id', [id], { lock: true })
    if (!report || !issue || !this.#isDue(report) || report.version !== issue.version) return false
    const { queued, reason } = 'reason' in issue ? { queued: 0, reason: issue.reason } : await this.#queue(report, issue.answer)
    const last_sending = { at: records.unit.now.toISOString(), queued, reason }
    await records.update(Report, [{ before: report, changes: { last_sending, next_run_at: await this.#next(report) } }])
    if (reason) await this.#tell(report, reason)
    return true
  }

  async #queue(report: Report, answer: ReportAnswer): Promise<{ readonly queued: number; readonly reason: Reason | null }> {
    const { records, outbox } = this.#uses
    const { now } = records.unit
    const day = await issueOf({}, (await homeOf(records)).timezone, report.next_run_at ?? now)
    const letter = letterOf(report, answer, day)
    const recipients = [...new Set(report.schedule?.recipients.map((each) => each.toLowerCase()))]
    const became = await outbox.queue(
      recipients.map((address) => ({
        key: `report:${report.id}:${day}:${address}`,
        purpose: 'personal',
        contact_id: null,
        to: [address],
        ...letter,
        mailbox_id: null,
        owner: report.scheduled_by ?? report.created_by,
        track: false,
        unsubscribe_link: 'no',
        due: now,
      })),
    )
    const queued = became.filter((each) => 'email_id' in each).length
    const reason = became.some((each) => 'no_mailbox' in each) ? 'no_mailbox' : queued < became.length ? 'blocked' : null
    return { queued, reason }
  }

  #isDue({ schedule, next_run_at, deleted_at }: Report): boolean {
    return schedule !== null && deleted_at === null && next_run_at !== null && next_run_at <= this.#uses.records.unit.now
  }

  async #next({ schedule }: Report): Promise<Date | null> {
    if (!schedule) return null
    const { records } = this.#uses
    const { frequency, time = '09:00' } = schedule
    return await nextRun({ frequency, time, weekday: 1, day: 1 }, (await homeOf(records)).timezone, records.unit.now)
  }

  // Of a user who is not stored, the embedding app knows.
  async #isAnsweredFor({ scheduled_by }: Report): Promise<boolean> {
    const [user] = await this.#uses.records.whole.findBy(User, 'email', [(scheduled_by ?? '').toLowerCase()])
    return !user || (user.active && (user.role === 'admin' || user.visibility === 'all'))
  }

  async #tell({ id, name, scheduled_by, created_by }: Report, reason: Reason): Promise<void> {
    const { records, notices } = this.#uses
    const { actor, now } = records.unit
    const [recipient, title] = [scheduled_by ?? created_by, `Report “${name.slice(0, 150)}” was not sent`]
    const notice = {
      organization: actor.organization,
      type: 'report.unsent',
      recipient,
      title,
      body: bodies[reason],
      entity: { type: 'report', id },
    }
    await notices.tell(records.db, [notice], now)
  }
}
