import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { Campaign } from './entity.ts'
import { IssueTexts } from './issue-texts.ts'
import { CampaignNotices, type PauseReason } from './notices.ts'
import { CampaignIssue } from './rows.ts'
import { GIVE_UP_AFTER_MS, issueOf, nextRun } from './timing.ts'

/** Begins what is due, in a unit of work. */
export class CampaignStarts {
  static readonly uses = { records: Records, ids: Ids, texts: IssueTexts, notices: CampaignNotices }
  readonly #uses: Resolved<typeof CampaignStarts.uses>

  constructor(uses: Resolved<typeof CampaignStarts.uses>) {
    this.#uses = uses
  }

  /**
   * Begins an issue of a campaign that is due: its texts are pinned, and who is there now will be its audience. `plain` is the text of its
   * own HTML. A start that was missed by more than 24 hours pauses it.
   */
  async begin(id: string, plain: string | null): Promise<void> {
    const { records, ids, texts } = this.#uses
    const { now } = records.unit
    const [campaign] = await records.findBy(Campaign, 'id', [id], { lock: true })
    if (!campaign?.next_run_at || campaign.status !== 'scheduled' || campaign.next_run_at > now) return
    if (now.getTime() - campaign.next_run_at.getTime() > GIVE_UP_AFTER_MS) return await this.pause(campaign, 'missed')
    const { timezone } = await homeOf(records)
    const issue = await issueOf(campaign.schedule, timezone, campaign.next_run_at)
    const begun = await records.columns(CampaignIssue, ['id'], (query) => query.where('campaign_id', '=', id).where('issue', '=', issue))
    const next_run_at = await nextRun(campaign.schedule, timezone, now)
    // A day has one issue, whatever its schedule says meanwhile.
    if (begun.length > 0) {
      const changes = next_run_at ? { next_run_at } : { status: 'sent' as const, next_run_at }
      return void (await records.update(Campaign, [{ before: campaign, changes }]))
    }
    const pinned = await texts.pin(campaign, plain)
    if (!pinned) return await this.pause(campaign, 'no_text')
    await records.insert(CampaignIssue, [
      {
        id: ids.next(),
        user_from: campaign.user_from,
        campaign_id: id,
        issue,
        started_at: now,
        texts: [...pinned],
        utm: campaign.utm,
        looked_at: null,
        frozen_at: null,
        decide_at: null,
        winner: null,
        next_batch_at: null,
        work_at: now,
        finished_at: null,
      },
    ])
    await records.update(Campaign, [{ before: campaign, changes: { status: 'sending', next_run_at: null, winner: null } }])
  }

  /** Pauses the campaign of an issue that is at work, and tells its owner why. */
  async pauseIssue(id: string, reason: PauseReason): Promise<void> {
    const { records } = this.#uses
    const [issue] = await records.findBy(CampaignIssue, 'id', [id])
    const [campaign] = issue ? await records.findBy(Campaign, 'id', [issue.campaign_id], { lock: true }) : []
    if (campaign?.status === 'sending') await this.pause(campaign, reason)
  }

  /** Pauses a campaign and tells its owner why. */
  async pause(campaign: Campaign, reason: PauseReason): Promise<void> {
    await this.#uses.records.update(Campaign, [{ before: campaign, changes: { status: 'paused', reason } }])
    await this.#uses.notices.paused(campaign, reason)
  }
}
