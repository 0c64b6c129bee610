import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Notices } from '../../platform/notifications/notices.ts'
import type { Campaign } from './entity.ts'

/** Notifications about campaigns. */
export const campaignNotices = [
  { type: 'campaign.sent', label: 'A campaign of yours was sent', many: 'Several campaigns were sent' },
  { type: 'campaign.paused', label: 'A campaign of yours was paused by the engine', many: 'Several campaigns were paused' },
  {
    type: 'campaign.missed',
    label: 'Starts of a recurring campaign of yours were left out',
    many: 'Starts of several recurring campaigns were left out',
  },
]

/** Why the engine itself pauses a campaign. */
export type PauseReason = 'missed' | 'no_mailbox' | 'no_text'

const missed = 'Its start was missed by more than 24 hours and is not made up for.'
const bodies: Readonly<Record<PauseReason, string>> = {
  missed: `${missed} Resume it to send it now, or schedule it again.`,
  no_mailbox: 'There is no mailbox that sends it: connect one, or name one that is not disabled, and resume it.',
  no_text: 'A template that it sends is gone: give it another one, and resume it.',
}

/** Tells those who own campaigns, in the transaction in which it happens. */
export class CampaignNotices {
  static readonly uses = { records: Records, notices: Notices }
  readonly #uses: Resolved<typeof CampaignNotices.uses>

  constructor(uses: Resolved<typeof CampaignNotices.uses>) {
    this.#uses = uses
  }

  /** That it was paused. */
  async paused(campaign: Campaign, reason: PauseReason): Promise<void> {
    const isLost = reason === 'missed' && campaign.kind === 'recurring'
    await this.#tell(campaign, 'campaign.paused', 'was paused', isLost ? `${missed} Resume it to go on at its next time.` : bodies[reason])
  }

  /** That starts of a recurring campaign were over by more than 24 hours when the issue before them had ended. */
  async leftOut(campaign: Campaign): Promise<void> {
    const body =
      'The issue before was at work for more than 24 hours behind their time, and they are not made up for. It goes on by itself.'
    await this.#tell(campaign, 'campaign.missed', 'has left out starts', body)
  }

  /** That it has ended; `sent` of `recipients`, `uncertain` ones among the others. */
  async ended(campaign: Campaign, { sent, recipients, uncertain }: { sent: number; recipients: number; uncertain: number }): Promise<void> {
    const rest = uncertain > 0 ? ` Of ${uncertain} nobody knows whether they have arrived: see its recipients.` : ''
    await this.#tell(campaign, 'campaign.sent', 'was sent', `To ${sent} of ${recipients} recipients.${rest}`)
  }

  async #tell({ id, name, owner_email, created_by }: Campaign, type: string, what: string, body: string): Promise<void> {
    const { records, notices } = this.#uses
    const { actor, now } = records.unit
    const title = `Campaign “${name.slice(0, 150)}” ${what}`
    const recipient = owner_email ?? created_by
    await notices.tell(
      records.db,
      [{ organization: actor.organization, type, recipient, title, body, entity: { type: 'campaign', id } }],
      now,
    )
  }
}
