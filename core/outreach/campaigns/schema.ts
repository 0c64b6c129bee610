import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Count, Id, IdOf, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, ownedBy, refersTo, says } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { Filter } from '../../records/search/grammar/condition.ts'
import { campaignFields } from './entity.ts'
import { recipientFields } from './rows.ts'

const MOST_LISTS = 100

const lists = (description: string) => Type.Optional(Type.Array(Id(), { maxItems: MOST_LISTS, description }))
/** Whom a campaign is for, as it is given. */
export const GivenAudience = Closed(
  {
    list_ids: lists('Members of these lists of contacts'),
    filter: Type.Optional(Nullable(Filter)),
    exclude_list_ids: lists('Members of these lists get nothing'),
  },
  { description: 'Whom it is for: whoever is in one of its lists or found by its filter, and in none of the excluded lists' },
)
const Audience = Closed(
  {
    list_ids: Type.Array(Id(), { description: 'Members of these lists of contacts' }),
    filter: Nullable(Filter),
    exclude_list_ids: Type.Array(Id(), { description: 'Members of these lists get nothing' }),
  },
  { description: 'Whom it is for' },
)
/** What is counted of the recipients of a campaign. */
export const CampaignFigures = Closed(
  {
    recipients: Count('Contacts that it was frozen for'),
    pending: Count('Not sent yet'),
    sent: Count('Left by the mailbox'),
    delivered: Count('Sent, and not bounced'),
    skipped: Count('Not sent, because they must not be written to'),
    failed: Count('Refused or not sent'),
    bounced: Count('Came back'),
    uncertain: Count('May have arrived or not: POST /emails/resolve says what became of them'),
    cancelled: Count('Not sent, because it was cancelled'),
    opened: Count('Opened by people'),
    clicked: Count('Followed by people to one of its links'),
    replied: Count('Answered'),
    unsubscribed: Count('Unsubscribed by it'),
  },
  { description: 'Counted from the rows of its recipients, those of contacts that the caller sees' },
)
/** The figures. */
export type Figures = Static<typeof CampaignFigures>

/** A campaign as the API answers it. */
export const CampaignRecord = Closed({ ...recordSchema(campaignFields).properties, audience: Audience, stats: CampaignFigures })
const { html: _html, text: _text, ...listed } = recordSchema(campaignFields).properties
/** A campaign in lists: without its bodies and figures. */
export const ListedCampaign = Closed({ ...listed, audience: Audience })
/** Input of create. */
export const CampaignCreate = Closed({ ...createSchema(campaignFields).properties, audience: Type.Optional(GivenAudience) })
/** Input of update. */
export const CampaignUpdate = Closed({ ...updateSchema(campaignFields).properties, audience: Type.Optional(GivenAudience) })

/** The named filters of the list of campaigns. */
export const campaignFilters = {
  status: is('status', campaignFields.status.schema),
  kind: is('kind', campaignFields.kind.schema),
  name: says('name'),
  owner_email: ownedBy('owner_email'),
}
/** By what the list of campaigns can be sorted. */
export const campaignSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of campaigns. */
export const CampaignList = listSchema(campaignFilters, campaignSorts)

/** Whom a campaign is for, as it is shown. */
export type ShownAudience = Static<typeof Audience>
const present = presenter(campaignFields)
/** A campaign as it is shown alone. */
export function presentCampaign(
  campaign: Parameters<typeof present>[0],
  audience: ShownAudience,
  stats: Figures,
  now: Date,
): Static<typeof CampaignRecord> {
  return { ...present(campaign, now), audience, stats }
}
/** A campaign as lists show it. */
export function presentListed(campaign: Parameters<typeof present>[0], audience: ShownAudience, now: Date): Static<typeof ListedCampaign> {
  const { html: _, text: __, ...shown } = present(campaign, now)
  return { ...shown, audience }
}

/** A recipient as the API answers it. */
export const RecipientRecord = recordSchema(recipientFields)
/** Shows a recipient. */
export const presentRecipient = presenter(recipientFields)
/** The named filters of the list of recipients. */
export const recipientFilters = {
  status: is('status', recipientFields.status.schema),
  issue: is('issue'),
  variant: is('variant'),
  lead_id: refersTo('lead_id'),
  contact_id: refersTo('lead_id'),
}
/** By what the list of recipients can be sorted. */
export const recipientSorts = ['created_at'] as const
/** Query of the list of recipients of one campaign. */
export const RecipientsOf = Closed({
  ...withoutChanges(listSchema(recipientFilters, recipientSorts)).properties,
  id: Id('The campaign'),
})

/** When a campaign begins. */
export const CampaignStart = Closed({
  ...ById.properties,
  at: Type.Optional(Timestamp('When it begins; as its schedule says unless given, and at once where that says nothing')),
  dry_run: Type.Optional(Type.Boolean({ description: 'Answer what would be sent when, and send nothing' })),
})
/** What scheduling answers. */
export const CampaignPreview = Closed({
  recipients: Count('Contacts that it would be sent to now'),
  suppressed: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Contacts of the audience that get nothing, by reason: no_email, do_not_contact, bounced, complained, manual, unsubscribed',
  }),
  next_run_at: Timestamp('When it begins'),
})
/** What becomes of a preview. */
export type Preview = Omit<Static<typeof CampaignPreview>, 'next_run_at'>

/** Input of a test. */
export const CampaignTestSending = Closed({
  ...ById.properties,
  to: Type.Array(Type.String({ format: 'idn-email', maxLength: 254 }), {
    minItems: 1,
    maxItems: 10,
    description: 'Addresses that get the test',
  }),
  variant: Type.Optional(Text(20, { description: 'The variant; the first unless given' })),
  contact_id: Type.Optional(Id('For whom its tags are filled in; somebody of the audience unless given')),
})
/** What became of a test. */
export const CampaignTestResult = Closed({
  subject: Type.String({ description: 'As it was sent' }),
  results: Type.Array(
    Closed({
      address: Type.String({ description: 'The address' }),
      ok: Type.Boolean({ description: 'The server has taken it' }),
      text: Type.String({ description: 'What the server answered, or why it was not sent' }),
    }),
    { description: 'One for each address' },
  ),
})

/** Whom somebody subscribes. */
export const SubscribeContacts = Closed({
  ...ById.properties,
  ids: Type.Array(IdOf('contacts'), { minItems: 1, maxItems: 1000, description: 'Contacts' }),
})
/** What became of each contact. */
export const SubscribedContacts = Closed({
  results: Type.Array(
    Closed({
      lead_id: Id('The contact'),
      added: Type.Boolean({ description: 'Whether it is subscribed by this call' }),
      reason: Type.Optional(
        Text(100, {
          description: 'Why not: already_subscribed, unsubscribed, no_email, do_not_contact, bounced, complained, manual, not_found',
        }),
      ),
    }),
    { description: 'Each contact once' },
  ),
})
/** One contact of a campaign. */
export const OneRecipient = Closed({ ...ById.properties, contactId: Id('The contact') })

/** Input of the figures. */
export const StatsOf = Closed({
  ...ById.properties,
  issue: Type.Optional(Text(10, { description: 'Of this issue only' })),
})
const Rate = Closed(
  {
    count: Count('How many'),
    rate: Type.Number({ description: 'Share of those that were sent, 0 to 1' }),
    low: Type.Number({ description: 'Lower end of the 95 % interval (Wilson)' }),
    high: Type.Number({ description: 'Upper end of the 95 % interval (Wilson)' }),
  },
  { description: 'A figure with its uncertainty' },
)
/** Figures of a campaign. */
export const CampaignStats = Closed({
  ...CampaignFigures.properties,
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'Recipients that got nothing, by reason' }),
  variants: Type.Array(
    Closed({
      variant: Text(20, { description: 'The variant' }),
      recipients: Count('Who were to get it'),
      sent: Count('Who got it'),
      opened: Rate,
      clicked: Rate,
      replied: Rate,
    }),
    { description: 'Of each variant' },
  ),
  links: Type.Array(
    Closed({
      url: Type.String({ description: 'Where it leads' }),
      clicks: Count('How often people followed it'),
      people: Count('How many did'),
    }),
    { description: 'The 100 links that were followed most' },
  ),
  issues: Type.Array(
    Closed({ issue: Text(10, { description: 'Its local date' }), recipients: Count('For how many'), sent: Count('To how many') }),
    { description: 'The newest 100 issues' },
  ),
})
