import { Type } from '@sinclair/typebox'
import {
  choice,
  createOnly,
  defaulted,
  email,
  hidden,
  integer,
  json,
  optional,
  owner,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { Filter } from '../../records/search/grammar/condition.ts'
import { MAX_BODY } from '../templates/entity.ts'
import { CampaignSchedule, CampaignTest, CampaignUtm, CampaignVariant, CampaignWinner } from './parts-schema.ts'

/** A campaign is sent once, or again and again to those who have subscribed to it. */
export const campaignKinds = ['one_off', 'recurring'] as const
/** States of a campaign; a recurring one returns to `scheduled` after each issue. */
export const campaignStates = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const

/** Fields of a campaign. */
export const campaignFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the campaign', example: 'Spring news' }),
  kind: defaulted(createOnly(choice(campaignKinds, { description: 'Sent once, or again and again' })), 'one_off'),
  status: readOnly(defaulted(choice(campaignStates, { description: 'How far it is' }), 'draft')),
  reason: readOnly(optional(text({ max: 40, description: 'Why it is paused: `manual`, `missed` (its start), `no_mailbox`, `no_text`' }))),
  owner_email: optional(owner('E-mail of the teammate in whose name it is sent, or `me`; null = who made it')),
  topic: defaulted(text({ max: 100, min: 1, description: 'What its recipients can unsubscribe from' }), 'marketing'),
  template_id: optional(uuid('The template that it sends')),
  subject: optional(text({ max: 500, description: 'Subject, with merge tags; comes before that of the template' })),
  html: optional(text({ max: MAX_BODY, description: 'HTML, with merge tags; comes before that of the template' })),
  text: optional(text({ max: MAX_BODY, description: 'Plain text, with merge tags; made of the HTML unless given' })),
  mailbox_id: optional(uuid('The mailbox that sends; that of the owner, else of the owner of the contact, else the default one')),
  from_name: optional(text({ max: 200, description: 'Name of the sender' })),
  reply_to: optional(email({ description: 'Where answers go' })),
  schedule: defaulted(json(CampaignSchedule), {}),
  variants: defaulted(json(Type.Array(CampaignVariant, { maxItems: 5, description: 'Texts that are tried: none, or 2 to 5' })), []),
  test: optional(json(CampaignTest)),
  throttle_per_hour: optional(integer({ minimum: 1, maximum: 1_000_000, description: 'Messages in an hour at most' })),
  utm: optional(json(CampaignUtm)),
  winner: readOnly(optional(json(CampaignWinner))),
  next_run_at: readOnly(optional(timestamp({ description: 'When it begins next' }))),
  /** Of which records the filter is: of contacts, always. */
  object: hidden(defaulted(text({ max: 40 }), 'contacts')),
  filter: hidden(optional(json(Filter))),
}

const campaign = entity('Campaign', 'campaigns', campaignFields, {
  indexes: [['created_at', 'id'], ['status']],
  shared: true,
  privacy: 'kept',
})

/** A message that is sent to many, once or again and again. */
export class Campaign extends campaign.class {}
campaign.setClass(Campaign)
