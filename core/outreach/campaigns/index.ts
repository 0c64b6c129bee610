import { namedRecords } from '../../automation/workflows/definition/references.ts'
import { mailings } from '../../automation/workflows/ports.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { bodyMakers, emailFollowers } from '../emails/followers.ts'
import { templateUsers } from '../templates/uses.ts'
import { unsubscribeFollowers } from '../unsubscribes/followers.ts'
import { campaignsWith } from './contributions.ts'
import { Campaign } from './entity.ts'
import { followCampaigns } from './follower.ts'
import { Freezing } from './freezing.ts'
import { Handing } from './handing.ts'
import { IssueTexts } from './issue-texts.ts'
import { CampaignLoop } from './loop.ts'
import { campaignTables } from './migration.ts'
import { CampaignNext } from './next-step.ts'
import { campaignNotices } from './notices.ts'
import { campaignOperations } from './operations.ts'
import { CampaignIssue, CampaignList, CampaignRecipient, CampaignSubscription } from './rows.ts'
import { Settling } from './settling.ts'
import { CampaignStarts } from './starting.ts'
import { Subscriptions } from './subscriptions.ts'
import { TrialLetters } from './trial-letter.ts'
import { campaignsForWorkflows } from './workflow-port.ts'

/** Campaigns: messages that are sent to many, once or again and again. */
export const campaigns: Feature = plugin({
  name: 'campaigns',
  version: '1.0.0',
  requires: {
    contacts: '^1.0.0',
    lists: '^1.0.0',
    workflows: '^1.0.0',
    templates: '^1.0.0',
    emails: '^1.0.0',
    sending: '^1.0.0',
    notifications: '^1.0.0',
    sequences: '^1.0.0',
  },
  entities: [Campaign, CampaignList, CampaignIssue, CampaignRecipient, CampaignSubscription],
  migrations: [campaignTables],
  audits: [audited(Campaign, 'campaign')],
  filterOwners: [{ entity: Campaign, word: 'campaign' }],
  operations: { campaigns: campaignOperations },
  services: [CampaignNext, CampaignStarts, Freezing, Handing, Settling, TrialLetters],
  loops: [CampaignLoop],
  notices: campaignNotices,
  hooks: [
    namedRecords.attach({ word: 'campaign', entity: Campaign }),
    templateUsers.attach(campaignsWith),
    mailings.attach(campaignsForWorkflows),
    emailFollowers.attach(followCampaigns),
    bodyMakers.attach(({ resolve }) => resolve(IssueTexts)),
    unsubscribeFollowers.attach(({ resolve }) => ({
      async unsubscribed({ contact_id, topic }) {
        if (contact_id !== null) await resolve(Subscriptions).end(contact_id, topic)
      },
    })),
  ],
})
