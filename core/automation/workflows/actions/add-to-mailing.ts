import { Registry } from '../../../kernel/feature/registry.ts'
import { Closed, Id } from '../../../kernel/operation/schema/schema.ts'
import { Services } from '../../../kernel/operation/services.ts'
import { mailings } from '../ports.ts'
import { defineAction } from './action.ts'

/** Subscribes the contact to a recurring campaign. */
export const addToMailing = defineAction({
  type: 'add_to_mailing',
  label: 'Add to mailing',
  summary: 'Subscribe the contact to a recurring email campaign',
  config: Closed({ campaign_id: Id() }),
  effect: 'db',
  needs: ['contact'],
  uses: { registry: Registry, services: Services },
  references: ({ campaign_id }) => [{ to: 'campaign', value: campaign_id, at: '/campaign_id' }],
  run: async ({ config, subjects }, { registry, services }) => {
    const [campaigns] = registry.attached(mailings)
    return campaigns ? await campaigns(services).add(String(subjects.contact?.id), config.campaign_id) : { skipped: 'integration_missing' }
  },
  dryRun: ({ config }) => ({ campaign_id: config.campaign_id }),
})
