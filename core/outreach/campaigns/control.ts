import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { holdQueued, releaseQueued } from '../emails/holding.ts'
import { MailboxChoice } from '../mailboxes/choice.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import type { Campaign } from './entity.ts'
import { WAITS_FOR } from './locks.ts'
import { CampaignIssue } from './rows.ts'
import type { CampaignStart, Preview } from './schema.ts'
import { CampaignService, forgetLists, refuseEmpty } from './service.ts'
import { GIVE_UP_AFTER_MS, startOf } from './timing.ts'

/** Steers campaigns: each call changes the campaign alone, and what is sent asks it in the commit that begins to send. */
export class CampaignControl {
  static readonly uses = { records: Records, campaigns: CampaignService, choice: MailboxChoice }
  readonly #uses: Resolved<typeof CampaignControl.uses>

  constructor(uses: Resolved<typeof CampaignControl.uses>) {
    this.#uses = uses
  }

  /**
   * Has a campaign begin at its time. Throws `conflict` for one that was begun, `invalid_input` where it says nothing or would reach nobody,
   * `no_mailbox`. A dry run only answers when that would be.
   */
  async schedule({ id, at, dry_run = false }: Static<typeof CampaignStart>, preview: Preview | undefined): Promise<Date> {
    const { records } = this.#uses
    const campaign = await this.#uses.campaigns.forChange(id)
    const isBegun = (await this.#openIssue(campaign.id)) !== undefined
    if (isBegun || !['draft', 'scheduled', 'paused'].includes(campaign.status))
      throw new CrmError('conflict', `The campaign is ${campaign.status}${isBegun ? ' and was begun' : ''}: it cannot be scheduled`)
    refuseEmpty(campaign)
    // What it names may be gone since it was saved.
    await this.#uses.campaigns.refuseFaults(campaign)
    if (!preview || preview.recipients === 0)
      throw invalid('/audience', 'empty', 'It would be sent to nobody: give it lists or a filter that find contacts who may be written to')
    await this.#refuseWithoutMailbox(campaign)
    const next_run_at = await this.#start(campaign, given(at, records.unit.now) ?? given(campaign.schedule.at) ?? campaign.next_run_at)
    if (!dry_run) this.#uses.campaigns.change(campaign, { status: 'scheduled', reason: null, next_run_at })
    return next_run_at
  }

  /** Holds a campaign that is scheduled or at work; what is queued waits. */
  async pause(id: string, reply: Reply): Promise<Campaign> {
    const campaign = await this.#uses.campaigns.forChange(id, reply)
    if (campaign.status !== 'scheduled' && campaign.status !== 'sending')
      throw new CrmError('conflict', `The campaign is ${campaign.status}: only scheduled ones and those at work can be paused`)
    await holdQueued(this.#uses.records, emailsOf(campaign))
    this.#uses.campaigns.change(campaign, { status: 'paused', reason: 'manual' })
    return campaign
  }

  /** Goes on where it was held; a start that was missed is made up for now, because a person says so. */
  async resume(id: string, reply: Reply): Promise<Campaign> {
    const { records, campaigns } = this.#uses
    const campaign = await campaigns.forChange(id, reply)
    if (campaign.status !== 'paused') throw new CrmError('conflict', `The campaign is ${campaign.status}: only paused ones can be resumed`)
    const issue = await this.#openIssue(campaign.id)
    if (!issue) {
      refuseEmpty(campaign)
      const next_run_at = await this.#start(campaign, campaign.next_run_at)
      campaigns.change(campaign, { status: 'scheduled', reason: null, next_run_at })
      return campaign
    }
    // It may have another limit for each hour by now, which counts what has left.
    await records.update(CampaignIssue, [{ before: issue, changes: { work_at: records.unit.now, next_batch_at: null } }])
    await releaseQueued(records, emailsOf(campaign))
    campaigns.change(campaign, { status: 'sending', reason: null })
    return campaign
  }

  /** Ends a campaign: from this commit on, none of its e-mails begins to be sent. Throws `conflict` for one that was sent. */
  async cancel(id: string, reply: Reply): Promise<Campaign> {
    const campaign = await this.#uses.campaigns.forChange(id, reply)
    if (campaign.status === 'sent') throw new CrmError('conflict', 'The campaign was sent: there is nothing left to cancel')
    await this.#end(campaign)
    return campaign
  }

  /** Deletes a campaign that is not at work, or ends a recurring one. Throws `conflict` for one that is to be cancelled first. */
  async remove(id: string, reply: Reply): Promise<void> {
    const { records, campaigns } = this.#uses
    const campaign = await campaigns.forChange(id, reply)
    if (campaign.kind === 'one_off' && ['scheduled', 'sending', 'paused'].includes(campaign.status))
      throw new CrmError('conflict', `The campaign is ${campaign.status}: cancel it first`)
    if (campaign.status !== 'sent') await this.#end(campaign)
    await campaigns.remove(campaign.id)
    await forgetLists(records, campaign.id)
  }

  async #end(campaign: Campaign): Promise<void> {
    const { records, campaigns } = this.#uses
    const issue = await this.#openIssue(campaign.id)
    // Its rows are cleared up in the background.
    if (issue) await records.update(CampaignIssue, [{ before: issue, changes: { work_at: records.unit.now } }])
    campaigns.change(campaign, { status: 'cancelled', reason: null, next_run_at: null })
  }

  async #start(campaign: Campaign, wanted: Date | null): Promise<Date> {
    const { records } = this.#uses
    return await startOf(campaign, { wanted, home: (await homeOf(records)).timezone, now: records.unit.now })
  }

  async #refuseWithoutMailbox({ mailbox_id, owner_email, created_by }: Campaign): Promise<void> {
    const { records, choice } = this.#uses
    const [mailbox] = await choice.choose([{ mailbox_id, owners: [owner_email ?? created_by] }])
    if (mailbox) return
    const others = await records.columns(Mailbox, ['id'], (query) =>
      query.where('status', '<>', 'disabled').where('owner_email', 'is not', null).where('deleted_at', 'is', null).limit(1),
    )
    // Owners of contacts may have one.
    if (mailbox_id === null && others.length > 0) return
    throw new CrmError('no_mailbox', 'There is no mailbox to send from: connect one (POST /mailboxes), or name one that is not disabled')
  }

  async #openIssue(campaign_id: string): Promise<CampaignIssue | undefined> {
    const { records } = this.#uses
    const [open] = await records.columns(CampaignIssue, ['id'], (query) =>
      query.where('campaign_id', '=', campaign_id).where('finished_at', 'is', null).limit(1),
    )
    const [issue] = await records.findBy(CampaignIssue, 'id', [open?.id], { lock: true })
    return issue
  }
}

const emailsOf = ({ id }: Campaign) => ({ by: 'campaign_id', ids: [id], word: WAITS_FOR }) as const

// The time that a caller gives; with `now` it must not be over by long.
function given(at: string | undefined, now?: Date): Date | null {
  if (at === undefined) return null
  const time = new Date(at)
  if (now && now.getTime() - time.getTime() > GIVE_UP_AFTER_MS) throw invalid('/at', 'too_small', 'That time is over by more than 24 hours')
  return time
}
