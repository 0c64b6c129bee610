import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { sql, type SqlBool } from 'kysely'
import type { Draft, Queued } from '../emails/draft.ts'
import { Email } from '../emails/entity.ts'
import { Outbox } from '../emails/outbox.ts'
import { Letters } from '../templates/letters.ts'
import type { TagValues } from '../../automation/merge-tags/template.ts'
import { doubledRecipients } from './doubles.ts'
import { Campaign } from './entity.ts'
import { bodiesOf, IssueTexts } from './issue-texts.ts'
import { heldStates } from './locks.ts'
import { Readers } from './readers.ts'
import { CampaignIssue, CampaignRecipient, steps } from './rows.ts'

/** E-mails of an issue that wait in the outbox at most: the rest are rows without a text. */
export const MOST_QUEUED = 1000
/** Recipients that become e-mails in one step. */
export const BATCH = 200
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface Handed {
  readonly before: CampaignRecipient
  readonly draft: Draft
  readonly values: TagValues
}

/** Makes recipients into e-mails, a bounded number ahead of those that leave. */
export class Handing {
  static readonly uses = { records: Records, readers: Readers, letters: Letters, texts: IssueTexts, outbox: Outbox }
  readonly #uses: Resolved<typeof Handing.uses>

  constructor(uses: Resolved<typeof Handing.uses>) {
    this.#uses = uses
  }

  /** Queues the e-mails of the next recipients; answers false where no mailbox sends them. */
  async batch(id: string): Promise<boolean> {
    const { records, outbox } = this.#uses
    const { now } = records.unit
    const [known] = await records.findBy(CampaignIssue, 'id', [id])
    const states = await heldStates(records, known ? [known.campaign_id] : [])
    const [issue] = await records.findBy(CampaignIssue, 'id', [id], { lock: true })
    const [campaign] = issue ? await records.findBy(Campaign, 'id', [issue.campaign_id]) : []
    if (!issue || !campaign || states.get(campaign.id)?.status !== 'sending') return true
    const { throttle_per_hour: limit } = campaign
    const most = limit === null ? BATCH : Math.min(BATCH, Math.ceil(limit / 60), await this.#roomWithin(issue, limit))
    if (most <= 0) {
      await records.update(CampaignIssue, [{ before: issue, changes: { next_batch_at: new Date(now.getTime() + MINUTE_MS) } }])
      return true
    }
    const recipients = await this.#ready(issue, most)
    const { handed, gone } = await this.#drafts(campaign, issue, recipients)
    const queued = await outbox.queue(handed.map(({ draft }) => draft))
    const without = queued.filter((each) => 'no_mailbox' in each).length
    await records.update(CampaignRecipient, [
      ...gone.map(({ before, reason }) => ({ before, changes: { status: 'skipped' as const, reason } })),
      ...handed.flatMap((each, at) => changeOf(each, queued[at])),
    ])
    const next_batch_at = limit === null ? null : new Date(now.getTime() + (recipients.length / limit) * HOUR_MS)
    await records.update(CampaignIssue, [{ before: issue, changes: { next_batch_at } }])
    return without === 0
  }

  /** How many may be queued so that, with all that wait, no hour has more than the limit, whatever has held them up. */
  async #roomWithin({ campaign_id, issue }: CampaignIssue, limit: number): Promise<number> {
    const { whole } = this.#uses.records
    const since = whole.codec(Email).toColumn('sent_at', new Date(whole.unit.now.getTime() - HOUR_MS))
    // By the time and not by the campaign, of which thousands may have left long ago.
    const own = whole.dialect === 'sqlite' ? sql<SqlBool>`+campaign_id = ${campaign_id}` : sql<SqlBool>`campaign_id = ${campaign_id}`
    const sent = whole.from(Email).select('id').where('sent_at', '>', since).where(own).limit(limit)
    const waiting = whole
      .from(CampaignRecipient)
      .select('id')
      .where('campaign_id', '=', campaign_id)
      .where('issue', '=', issue)
      .where('status', '=', 'pending')
      .where('step', '=', steps.handed)
      .limit(MOST_QUEUED)
    // Counted where they are: an hour may have a million.
    const counts = [sent, waiting].map((rows) =>
      whole.db
        .selectFrom(rows.as('found'))
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirst(),
    )
    const [gone = 0, ahead = 0] = (await Promise.all(counts)).map((row) => Number(row?.n ?? 0))
    return limit - gone - ahead
  }

  async #ready({ campaign_id, issue, winner }: CampaignIssue, most: number): Promise<readonly CampaignRecipient[]> {
    const { records } = this.#uses
    const at = async (step: number, limit: number) => {
      if (limit <= 0) return []
      const found = await records.columns(CampaignRecipient, ['id'], (query) =>
        query
          .where('campaign_id', '=', campaign_id)
          .where('issue', '=', issue)
          .where('status', '=', 'pending')
          .where('step', '=', step)
          .orderBy('id')
          .limit(limit),
      )
      return found.map(({ id }) => id)
    }
    const ready = await at(steps.ready, most)
    const held = winner === null ? [] : await at(steps.held, most - ready.length)
    const rows = await records.findBy(CampaignRecipient, 'id', [...ready, ...held], { lock: true })
    return rows.filter(({ status, email_id }) => status === 'pending' && email_id === null)
  }

  async #drafts(campaign: Campaign, issue: CampaignIssue, recipients: readonly CampaignRecipient[]) {
    const { readers, records, texts } = this.#uses
    const found = await readers.of(recipients.map(({ lead_id }) => lead_id))
    const owner = campaign.owner_email ?? campaign.created_by
    const handed: Handed[] = []
    const doubled = await doubledRecipients(records, recipients, (lead_id) => found.get(lead_id)?.contact)
    const variantOf = ({ variant }: CampaignRecipient) => variant ?? issue.winner
    for (const [variant, group] of Map.groupBy(recipients, variantOf)) {
      const text = await texts.of(issue, variant)
      if (!text) continue
      const live = group.flatMap((before) => {
        const reader = found.get(before.lead_id)
        return reader && !doubled.has(before.id) ? [{ before, ...reader }] : []
      })
      const all = await this.#uses.letters.values(
        text,
        live.map(({ contact, company }) => ({ contact, company, owner })),
      )
      for (const [at, { before, contact }] of live.entries()) {
        const values = all[at] ?? {}
        const { subject } = Letters.filled({ subject: text.subject, html: null, text: null }, values)
        const draft: Draft = {
          key: `campaign:${campaign.id}:${issue.issue}:${before.lead_id}`,
          purpose: 'marketing',
          contact_id: contact.id,
          to: [before.address ?? ''],
          subject,
          // Only its beginning is kept; the message is made when it is sent.
          ...(text.text === null
            ? bodiesOf(text, values, null)
            : { html: null, text: Letters.filled({ ...text, html: null }, values).text }),
          without_bodies: true,
          mailbox_id: campaign.mailbox_id,
          owner,
          topic: campaign.topic,
          track: true,
          unsubscribe_link: 'yes',
          due: records.unit.now,
          from_name: campaign.from_name ?? undefined,
          reply_to: campaign.reply_to ?? undefined,
          company_id: contact.company_id,
          template_id: text.template_id,
          template_version: text.template_version,
          campaign_id: campaign.id,
          variant,
        }
        handed.push({ before: { ...before }, draft, values })
      }
    }
    const gone = recipients.flatMap((before) => {
      if (!found.has(before.lead_id)) return [{ before, reason: 'archived' }]
      return doubled.has(before.id) ? [{ before, reason: 'merged' }] : []
    })
    return { handed, gone }
  }
}

function changeOf(
  { before, draft, values }: Handed,
  queued: Queued | undefined,
): { before: CampaignRecipient; changes: Partial<CampaignRecipient> }[] {
  if (!queued || 'no_mailbox' in queued) return []
  if ('blocked' in queued) return [{ before, changes: { status: 'skipped', reason: queued.blocked } }]
  return [{ before, changes: { email_id: queued.email_id, step: steps.handed, variant: draft.variant ?? null, values } }]
}
