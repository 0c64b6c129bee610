import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { PreparedBodies } from '../templates/prepared-bodies.ts'
import { Campaign } from './entity.ts'
import { BATCH, MOST_QUEUED } from './handing.ts'
import { isOver } from './locks.ts'
import { CampaignIssue, CampaignRecipient, steps } from './rows.ts'

/** What an issue needs next; `poll`: messages that are to leave first. */
export type NextStep =
  | { readonly kind: 'freeze' | 'hand' | 'settle' | 'sweep' | 'poll' }
  | { readonly kind: 'rest'; readonly until: Date | null }

/** Looks what issues need next; in reads, so that those that wait cost nothing. */
export class CampaignNext {
  static readonly uses = { records: Records, bodies: PreparedBodies }
  readonly #uses: Resolved<typeof CampaignNext.uses>

  constructor(uses: Resolved<typeof CampaignNext.uses>) {
    this.#uses = uses
  }

  /** The plain text of the HTML of a campaign, where it has none of its own and one can be made. */
  async plainText(id: string): Promise<string | null> {
    const { records, bodies } = this.#uses
    const [campaign] = await records.findBy(Campaign, 'id', [id])
    if (!campaign || campaign.html === null || campaign.text !== null) return null
    // What nobody can read in time goes without a plain text.
    return await bodies.make({ html: campaign.html, inline_css: false }).then(
      ({ text }) => text,
      () => null,
    )
  }

  /** The next step of an issue. */
  async of(id: string): Promise<NextStep> {
    const { records } = this.#uses
    const { now } = records.unit
    const names = ['campaign_id', 'issue', 'frozen_at', 'decide_at', 'winner', 'next_batch_at'] as const
    const [issue] = await records.columns(CampaignIssue, names, (query) => query.where('id', '=', id))
    if (!issue) return { kind: 'poll' }
    const [campaign] = await records.columns(Campaign, ['id', 'status', 'deleted_at'], (query) => query.where('id', '=', issue.campaign_id))
    if (!campaign) return { kind: 'rest', until: null }
    if (isOver(campaign)) return { kind: 'sweep' }
    if (campaign.status !== 'sending') return { kind: 'rest', until: null }
    if (!issue.frozen_at) return { kind: 'freeze' }
    const [ready, held] = await Promise.all([this.#count(issue, steps.ready, 1), this.#count(issue, steps.held, 1)])
    const [isReady, isHeld] = [ready > 0, held > 0]
    // Where none is left to be handed over, it only matters whether any waits.
    const handed = await this.#count(issue, steps.handed, isReady || isHeld ? MOST_QUEUED : 1)
    if (isReady || (isHeld && issue.winner !== null)) {
      if (issue.next_batch_at && issue.next_batch_at > now) return { kind: 'rest', until: issue.next_batch_at }
      // Not a few at a time, as they leave.
      return handed <= MOST_QUEUED - BATCH ? { kind: 'hand' } : { kind: 'poll' }
    }
    if (handed > 0) return { kind: 'poll' }
    return isHeld && issue.decide_at && issue.decide_at > now ? { kind: 'rest', until: issue.decide_at } : { kind: 'settle' }
  }

  async #count({ campaign_id, issue }: Pick<CampaignIssue, 'campaign_id' | 'issue'>, step: number, most: number): Promise<number> {
    const rows = await this.#uses.records.columns(CampaignRecipient, ['step'], (query) =>
      query
        .where('campaign_id', '=', campaign_id)
        .where('issue', '=', issue)
        .where('status', '=', 'pending')
        .where('step', '=', step)
        .limit(most),
    )
    return rows.length
  }
}
