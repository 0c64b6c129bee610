import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { Outbox } from '../emails/outbox.ts'
import { Email } from '../emails/entity.ts'
import { figuresOfVariants, winnerOf } from './deciding.ts'
import { Campaign } from './entity.ts'
import { heldStates } from './locks.ts'
import { CampaignNotices } from './notices.ts'
import { CampaignIssue, CampaignRecipient, steps } from './rows.ts'
import { GIVE_UP_AFTER_MS, nextRun } from './timing.ts'

const HOUR_MS = 3_600_000
const EMAILS = 200
const ROWS = 1000

/** Chooses variants, ends issues, and clears up after campaigns that were cancelled; each in a unit of work. */
export class Settling {
  static readonly uses = { records: Records, outbox: Outbox, notices: CampaignNotices }
  readonly #uses: Resolved<typeof Settling.uses>

  constructor(uses: Resolved<typeof Settling.uses>) {
    this.#uses = uses
  }

  /** Does what is left when all that could be sent was sent: waits for the variants, chooses one, or ends the issue. */
  async settle(id: string): Promise<void> {
    const { records } = this.#uses
    const { now } = records.unit
    const [known] = await records.findBy(CampaignIssue, 'id', [id])
    const [campaign] = known ? await records.findBy(Campaign, 'id', [known.campaign_id], { lock: true }) : []
    const [issue] = campaign ? await records.findBy(CampaignIssue, 'id', [id], { lock: true }) : []
    if (!issue || !campaign || campaign.status !== 'sending' || !issue.frozen_at) return
    const pending = await this.#pending(issue)
    const held = pending.get(steps.held) ?? 0
    if ([...pending].some(([step, amount]) => step !== steps.held && amount > 0) || (held > 0 && issue.winner !== null)) return
    if (held === 0) return await this.#end(campaign, issue)
    const { test } = campaign
    if (!issue.decide_at) {
      const decide_at = new Date(now.getTime() + (test?.after_hours ?? 0) * HOUR_MS)
      return void (await records.update(CampaignIssue, [{ before: issue, changes: { decide_at, work_at: decide_at } }]))
    }
    if (issue.decide_at > now) return
    // Who takes the test out of a paused campaign wants the rest to get the first variant.
    const chosen = test ?? { percent: 100, metric: 'opened' as const, after_hours: 1 }
    const winner = winnerOf(await figuresOfVariants(records, chosen, issue), chosen, now)
    await records.update(Campaign, [{ before: campaign, changes: { winner } }])
    await records.update(CampaignIssue, [{ before: issue, changes: { winner: winner.variant, work_at: now } }])
  }

  /** Looks at it again at that time, or when somebody resumes it. */
  async rest(id: string, until: Date | null): Promise<void> {
    const { records } = this.#uses
    const [known] = await records.findBy(CampaignIssue, 'id', [id])
    const states = await heldStates(records, known ? [known.campaign_id] : [])
    // Somebody may have resumed it meanwhile.
    if (until === null && states.get(known?.campaign_id ?? '')?.status === 'sending') return
    const [issue] = await records.findBy(CampaignIssue, 'id', [id], { lock: true })
    if (issue) await records.update(CampaignIssue, [{ before: issue, changes: { work_at: until } }])
  }

  /** Cancels the next e-mails and recipients of an issue that is not to go on; the campaign itself holds back what it has not reached. */
  async sweep(id: string): Promise<void> {
    const { records, outbox } = this.#uses
    const [issue] = await records.findBy(CampaignIssue, 'id', [id])
    if (!issue) return
    const { campaign_id } = issue
    const emails = await records.columns(Email, ['id'], (query) =>
      query.where('campaign_id', '=', campaign_id).where('status', '=', 'queued').limit(EMAILS),
    )
    if (emails.length > 0)
      return await outbox.cancel(
        emails.map((each) => each.id),
        'campaign_cancelled',
      )
    const rows = await records.findBy(CampaignRecipient, 'id', await this.#unsent(issue), { lock: true })
    const cancelled = { status: 'cancelled' as const, reason: 'campaign_cancelled' }
    await records.update(
      CampaignRecipient,
      rows.map((before) => ({ before, changes: cancelled })),
    )
    if (rows.length > 0) return
    const { now } = records.unit
    await records.update(CampaignIssue, [{ before: issue, changes: { work_at: null, finished_at: issue.finished_at ?? now } }])
  }

  async #unsent({ campaign_id, issue }: CampaignIssue): Promise<readonly string[]> {
    const { records } = this.#uses
    const rows = await records.columns(CampaignRecipient, ['id'], (query) =>
      query
        .where('campaign_id', '=', campaign_id)
        .where('issue', '=', issue)
        .where('status', '=', 'pending')
        .where('step', 'in', [steps.ready, steps.held])
        .where('email_id', 'is', null)
        .limit(ROWS),
    )
    return rows.map(({ id }) => id)
  }

  async #end(campaign: Campaign, issue: CampaignIssue): Promise<void> {
    const { records, notices } = this.#uses
    const { now } = records.unit
    await records.update(CampaignIssue, [{ before: issue, changes: { work_at: null, finished_at: now } }])
    const [first, next_run_at] = campaign.kind === 'recurring' ? await this.#nextStarts(campaign, issue) : [null, null]
    const status = next_run_at ? ('scheduled' as const) : ('sent' as const)
    await records.update(Campaign, [{ before: campaign, changes: { status, next_run_at } }])
    if (status === 'sent') await notices.ended(campaign, await this.#outcome(issue))
    if (first && next_run_at && first < next_run_at) await notices.leftOut(campaign)
  }

  // The first start after that of the issue, and the one with which it goes on: what fell due while the issue was at work begins late, as
  // any other start does, but not by more than 24 hours.
  async #nextStarts({ schedule }: Campaign, { started_at }: CampaignIssue): Promise<readonly [Date | null, Date | null]> {
    const { records } = this.#uses
    const { timezone } = await homeOf(records)
    const earliest = new Date(Math.max(started_at.getTime(), records.unit.now.getTime() - GIVE_UP_AFTER_MS))
    return [await nextRun(schedule, timezone, started_at), await nextRun(schedule, timezone, earliest)]
  }

  async #outcome({ campaign_id, issue }: CampaignIssue) {
    const { records } = this.#uses
    const row = await records.whole.db
      .selectFrom(CampaignRecipient.table)
      .select([
        sql<number>`count(*)`.as('recipients'),
        sql<number>`count(sent_at)`.as('sent'),
        sql<number>`count(case when status = 'uncertain' then 1 end)`.as('uncertain'),
      ])
      .where('campaign_id', '=', campaign_id)
      .where('issue', '=', issue)
      .executeTakeFirst()
    return { recipients: Number(row?.recipients ?? 0), sent: Number(row?.sent ?? 0), uncertain: Number(row?.uncertain ?? 0) }
  }

  async #pending({ campaign_id, issue }: CampaignIssue): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#uses.records.whole.db
      .selectFrom(CampaignRecipient.table)
      .select(['step', sql<number>`count(*)`.as('amount')])
      .where('campaign_id', '=', campaign_id)
      .where('issue', '=', issue)
      .where('status', '=', 'pending')
      .groupBy('step')
      .execute()
    return new Map(rows.map(({ step, amount }) => [Number(step), Number(amount)]))
  }
}
