import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Mailings } from '../../automation/workflows/ports.ts'
import { Campaign } from './entity.ts'
import { Subscriptions } from './subscriptions.ts'

/** What steps of workflows do with recurring campaigns. */
export function campaignsForWorkflows({ resolve }: Services): Mailings {
  const find = async (id: string) => (await resolve(Records).findBy(Campaign, 'id', [id.toLowerCase()]))[0]
  return {
    async add(contact_id, campaign_id) {
      const campaign = await find(campaign_id)
      if (!campaign || campaign.status === 'cancelled') return { skipped: 'inactive' }
      if (campaign.kind !== 'recurring') return { skipped: 'not_recurring' }
      const [result] = await resolve(Subscriptions).add(campaign, [contact_id])
      if (result?.added) return { done: { campaign_id } }
      return { skipped: result?.reason === 'already_subscribed' ? 'no_change' : (result?.reason ?? 'not_found') }
    },
    async remove(contact_id, campaign_id) {
      const campaign = await find(campaign_id)
      if (!campaign) return { skipped: 'inactive' }
      return (await resolve(Subscriptions).remove(campaign, contact_id)) ? { done: { campaign_id } } : { skipped: 'no_change' }
    },
  }
}
