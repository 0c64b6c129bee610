import { askOfMany } from '../../records/bulk/selection.ts'
import { group, type Methods, operation, sharedReadGroup } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import { Audience } from './audience.ts'
import { CampaignControl } from './control.ts'
import type { Campaign } from './entity.ts'
import { CountedAudience, previewFor } from './preview.ts'
import { CampaignRecipients } from './recipients.ts'
import {
  CampaignCreate,
  CampaignList,
  CampaignPreview,
  CampaignRecord,
  CampaignStart,
  CampaignStats,
  CampaignTestResult,
  CampaignTestSending,
  CampaignUpdate,
  ListedCampaign,
  OneRecipient,
  presentCampaign,
  presentListed,
  presentRecipient,
  RecipientRecord,
  RecipientsOf,
  StatsOf,
  SubscribeContacts,
  SubscribedContacts,
} from './schema.ts'
import { CampaignService } from './service.ts'
import { figuresOf, statsOf } from './stats.ts'
import { Subscriptions } from './subscriptions.ts'
import { CampaignTrial } from './trial.ts'

const uses = { campaigns: CampaignService, audience: Audience }
const steering = { ...uses, control: CampaignControl }

async function answered(campaign: Campaign, { campaigns, audience }: { campaigns: CampaignService; audience: Audience }) {
  const figures = await figuresOf(campaigns.records, campaign)
  const of = await audience.shown([campaign])
  return afterFlush(() => presentCampaign(campaign, of(campaign), figures, campaigns.now))
}

/** Campaigns, which are for everybody to read; who changes them writes to contacts of all owners. */
const campaignsThemselves = sharedReadGroup('Campaigns', {
  list: operation({
    id: 'listCampaigns',
    summary: 'List campaigns, once sent and recurring, with their state, page by page, without bodies and figures',
    scope: 'read',
    mcp: true,
    route: 'GET /campaigns',
    input: CampaignList,
    output: pageOf('campaigns', ListedCampaign),
    uses,
    async handle(query, { campaigns, audience }) {
      const { items, next_cursor } = await campaigns.list(query)
      const of = await audience.shown(items)
      return { campaigns: items.map((each) => presentListed(each, of(each), campaigns.now)), next_cursor }
    },
  }),
  get: operation({
    id: 'getCampaign',
    summary: 'Read one campaign with its audience and its figures',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /campaigns/{id}',
    input: ById,
    output: CampaignRecord,
    uses,
    async handle({ id }, { campaigns, audience }) {
      const campaign = await campaigns.get(id)
      const of = await audience.shown([campaign])
      return presentCampaign(campaign, of(campaign), await figuresOf(campaigns.records, campaign), campaigns.now)
    },
  }),
  create: operation({
    id: 'createCampaign',
    summary: 'Create a campaign with audience, text and schedule, as a draft; nothing is sent before it is scheduled',
    scope: 'write',
    mcp: true,
    creates: true,
    longTexts: ['html', 'text'],
    route: 'POST /campaigns',
    input: CampaignCreate,
    output: CampaignRecord,
    uses,
    handle: async (input, { campaigns, audience, reply }) => await answered(await campaigns.create(input, reply), { campaigns, audience }),
  }),
  update: operation({
    id: 'updateCampaign',
    summary: 'Change a campaign that is a draft, scheduled or paused; what was begun keeps its texts and its audience',
    scope: 'write',
    mcp: true,
    longTexts: ['html', 'text'],
    route: 'PATCH /campaigns/{id}',
    input: CampaignUpdate,
    output: CampaignRecord,
    uses,
    handle: async ({ id, ...changes }, { campaigns, audience, reply }) =>
      await answered(await campaigns.update(id, changes, reply), { campaigns, audience }),
  }),
  delete: operation({
    id: 'deleteCampaign',
    summary: 'Delete a campaign that is not at work, or end a recurring one',
    scope: 'delete',
    route: 'DELETE /campaigns/{id}',
    input: ById,
    output: Deleted,
    uses: steering,
    async handle({ id }, { control, reply }) {
      await control.remove(id, reply)
      return { deleted: true as const }
    },
  }),
  schedule: operation({
    id: 'scheduleCampaign',
    summary: 'Send a campaign at its time, or now; answers how many get it, and why others do not',
    scope: 'write',
    mcp: true,
    route: 'POST /campaigns/{id}/schedule',
    check: CountedAudience,
    input: CampaignStart,
    output: CampaignPreview,
    uses: steering,
    asks: async ({ dry_run }, preview) =>
      dry_run === true ? undefined : `Send this campaign to ${(await preview())['recipients']} contacts?`,
    async handle(input, { control }) {
      const preview = previewFor(input)
      const next = await control.schedule(input, preview)
      return { recipients: preview?.recipients ?? 0, suppressed: preview?.suppressed ?? {}, next_run_at: next.toISOString() }
    },
  }),
  pause: operation({
    id: 'pauseCampaign',
    summary: 'Hold a campaign that is scheduled or at work',
    scope: 'write',
    mcp: true,
    route: 'POST /campaigns/{id}/pause',
    input: ById,
    output: CampaignRecord,
    uses: steering,
    handle: async ({ id }, { control, reply, ...rest }) => await answered(await control.pause(id, reply), rest),
  }),
  resume: operation({
    id: 'resumeCampaign',
    summary: 'Let a paused campaign go on where it was held',
    scope: 'write',
    mcp: true,
    route: 'POST /campaigns/{id}/resume',
    input: ById,
    output: CampaignRecord,
    uses: steering,
    handle: async ({ id }, { control, reply, ...rest }) => await answered(await control.resume(id, reply), rest),
  }),
  cancel: operation({
    id: 'cancelCampaign',
    summary: 'Stop a campaign that is scheduled, at work or recurring; what has not left is not sent',
    scope: 'write',
    mcp: true,
    route: 'POST /campaigns/{id}/cancel',
    input: ById,
    output: CampaignRecord,
    uses: steering,
    handle: async ({ id }, { control, reply, ...rest }) => await answered(await control.cancel(id, reply), rest),
  }),
  test: operation({
    id: 'testCampaign',
    summary: 'Send a campaign to some addresses as a test, marked [Test]; nothing is counted or told',
    scope: 'write',
    unitOfWork: false,
    route: 'POST /campaigns/{id}/test',
    input: CampaignTestSending,
    output: CampaignTestResult,
    uses: { trial: CampaignTrial },
    handle: (input, { trial }) => trial.send(input),
  }),
})

/** Their recipients: everybody sees and changes those of the contacts that they see. */
const recipientsOfCampaigns = group('Campaigns', {
  recipients: operation({
    id: 'listCampaignRecipients',
    summary: 'List who gets a campaign, what became of each message, and why some got none',
    scope: 'read',
    mcp: true,
    route: 'GET /campaigns/{id}/recipients',
    input: RecipientsOf,
    output: pageOf('recipients', RecipientRecord),
    uses: { campaigns: CampaignService, recipients: CampaignRecipients },
    async handle({ id, ...query }, { campaigns, recipients }) {
      const campaign = await campaigns.get(id)
      const { items, next_cursor } = await recipients.list(campaign, query)
      return { recipients: items.map((each) => presentRecipient(each, campaigns.now)), next_cursor }
    },
  }),
  add: operation({
    id: 'addToCampaign',
    summary: 'Subscribe contacts to a recurring campaign; they get its next issue',
    scope: 'write',
    mcp: true,
    route: 'POST /campaigns/{id}/recipients',
    input: SubscribeContacts,
    output: SubscribedContacts,
    asks: async (given) =>
      await askOfMany('Subscribe to the campaign', given, async () => ({
        matched: new Set(Array.isArray(given['ids']) ? given['ids'] : []).size,
      })),
    uses: { campaigns: CampaignService, subscriptions: Subscriptions },
    handle: async ({ id, ids }, { campaigns, subscriptions }) => ({
      results: [...(await subscriptions.add(await campaigns.get(id), ids))],
    }),
  }),
  remove: operation({
    id: 'removeFromCampaign',
    summary: 'Stop a campaign for one contact; what is queued is not sent',
    scope: 'write',
    route: 'DELETE /campaigns/{id}/recipients/{contactId}',
    input: OneRecipient,
    output: Deleted,
    uses: { campaigns: CampaignService, subscriptions: Subscriptions },
    async handle({ id, contactId }, { campaigns, subscriptions }) {
      await subscriptions.remove(await campaigns.get(id), contactId)
      return { deleted: true as const }
    },
  }),
  stats: operation({
    id: 'getCampaignStats',
    summary: 'Count what was sent, delivered, opened, clicked, answered, bounced and unsubscribed, by variant, link and issue',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /campaigns/{id}/stats',
    input: StatsOf,
    output: CampaignStats,
    uses: { campaigns: CampaignService },
    handle: async ({ id, issue }, { campaigns }) => await statsOf(campaigns.records, { id: (await campaigns.get(id)).id, issue }),
  }),
})

/** Campaigns and their recipients. */
export const campaignOperations = { ...campaignsThemselves, ...recipientsOfCampaigns }

/** `api.campaigns` in process. */
export interface CampaignMethods extends Methods<typeof campaignOperations> {}
