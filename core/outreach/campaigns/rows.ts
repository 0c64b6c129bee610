import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  defaulted,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import type { TagValues } from '../../automation/merge-tags/template.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { CampaignUtm, PinnedText } from './parts-schema.ts'

/** What becomes of a recipient. */
export const campaignRecipientStates = ['pending', 'sent', 'skipped', 'failed', 'bounced', 'uncertain', 'cancelled'] as const
/** The text of a campaign itself, where it has no variants. */
export const NO_VARIANT = ''
/** How far a pending recipient is: may be handed over, waits for the best variant, has an e-mail. */
export const steps = { ready: 0, held: 1, handed: 2 } as const

const list = entity(
  'CampaignList',
  'campaign_lists',
  {
    ...ownFields,
    campaign_id: readOnly(uuid()),
    list_id: readOnly(uuid()),
    /** Its members get nothing. */
    excluded: readOnly(boolean()),
    position: readOnly(integer()),
  },
  { uniques: [['campaign_id', 'list_id', 'excluded']], indexes: [['list_id']], privacy: 'kept' },
)

/** A list whose members a campaign is for, or is not for. */
export class CampaignList extends list.class {}
list.setClass(CampaignList)

const issue = entity(
  'CampaignIssue',
  'campaign_issues',
  {
    ...ownFields,
    campaign_id: readOnly(uuid()),
    /** The local date on which it was begun. */
    issue: readOnly(text({ max: 10 })),
    started_at: readOnly(timestamp()),
    texts: readOnly(json(Type.Array(PinnedText))),
    utm: readOnly(optional(json(CampaignUtm))),
    /** The last contact that was looked at for the audience. */
    looked_at: readOnly(optional(uuid())),
    frozen_at: readOnly(optional(timestamp())),
    /** When the best variant is chosen. */
    decide_at: readOnly(optional(timestamp())),
    winner: readOnly(optional(text({ max: 20 }))),
    /** Not before this time, because of its limit for each hour. */
    next_batch_at: readOnly(optional(timestamp())),
    /** When the loop looks at it next; null: never, or when somebody resumes it. */
    work_at: readOnly(optional(timestamp())),
    finished_at: readOnly(optional(timestamp())),
  },
  { uniques: [['campaign_id', 'issue']], privacy: 'kept' },
)

/** One sending of a campaign: of a recurring one each day on which it is sent is one. */
export class CampaignIssue extends issue.class {}
issue.setClass(CampaignIssue)

/** The variants with which an issue was begun: those of the campaign may have changed since. */
export function variantsOf({ texts }: Pick<CampaignIssue, 'texts'>): readonly { readonly id: string }[] {
  return texts.flatMap(({ variant }) => (variant === NO_VARIANT ? [] : [{ id: variant }]))
}

/** Fields of a recipient. */
export const recipientFields = {
  ...ownFields,
  campaign_id: readOnly(uuid('The campaign')),
  issue: readOnly(text({ max: 10, description: 'The local date on which its issue began' })),
  lead_id: readOnly(uuid('The contact')),
  address: readOnly(optional(text({ max: 320, description: 'Where it is sent' }))),
  status: readOnly(choice(campaignRecipientStates, { description: 'What became of it' })),
  reason: readOnly(optional(text({ max: 100, description: 'Why it was skipped, failed or cancelled' }))),
  variant: readOnly(optional(text({ max: 20, description: 'The variant' }))),
  email_id: readOnly(optional(uuid('The e-mail'))),
  sent_at: readOnly(optional(timestamp({ description: 'When it was sent' }))),
  bounced_at: readOnly(optional(timestamp({ description: 'When it bounced' }))),
  opened_at: readOnly(optional(timestamp({ description: 'When somebody first opened it' }))),
  clicked_at: readOnly(optional(timestamp({ description: 'When somebody first followed a link in it' }))),
  replied_at: readOnly(optional(timestamp({ description: 'When it was answered' }))),
  unsubscribed_at: readOnly(optional(timestamp({ description: 'When the contact unsubscribed by it' }))),
  created_at: readOnly(timestamp({ description: 'When it became a recipient' })),
  step: hidden(defaulted(integer(), 0)),
  /** What its tags were filled in with, so that its body is the same at every try. */
  values: hidden(optional(json(Type.Unsafe<TagValues>(Type.Object({}))))),
}
const recipient = entity('CampaignRecipient', 'campaign_recipients', recipientFields, {
  uniques: [
    ['campaign_id', 'issue', 'lead_id'],
    ['campaign_id', 'issue', 'address'],
  ],
  indexes: [['campaign_id', 'issue', 'status', 'step', 'id'], ['campaign_id', 'created_at', 'id'], ['email_id'], ['lead_id']],
  ownership: { part: 'lead_id', of: 'contacts' },
  privacy: { by: ['lead_id'] },
})

/** Somebody who gets an issue of a campaign, or was to get it. */
export class CampaignRecipient extends recipient.class {}
recipient.setClass(CampaignRecipient)

const subscription = entity(
  'CampaignSubscription',
  'campaign_subscriptions',
  {
    ...ownFields,
    campaign_id: readOnly(uuid()),
    lead_id: readOnly(uuid()),
    /** False: gets nothing, although a list or the filter may say so. */
    subscribed: readOnly(boolean()),
    changed_by: readOnly(text()),
    changed_at: readOnly(timestamp()),
  },
  {
    uniques: [['campaign_id', 'lead_id']],
    indexes: [['lead_id']],
    ownership: { part: 'lead_id', of: 'contacts' },
    privacy: { by: ['lead_id'] },
  },
)

/** That a contact was added to a campaign, or taken out of it, whatever its lists and filter say. */
export class CampaignSubscription extends subscription.class {}
subscription.setClass(CampaignSubscription)
