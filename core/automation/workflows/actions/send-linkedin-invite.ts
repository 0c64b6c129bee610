import { Registry } from '../../../kernel/feature/registry.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { networkAccounts, type NetworkMessage } from '../ports.ts'
import { defineAction } from './action.ts'
import { networkMessage } from './network-message.ts'

/** Sends a connection request on the professional network, unless there is one or the two are connected. */
export const sendLinkedinInvite = defineAction({
  type: 'send_linkedin_invite',
  label: 'Send connection request',
  summary: 'Blank connection request via the connected professional-network account',
  config: Closed({}),
  effect: 'external',
  needs: ['contact'],
  uses: { registry: Registry },
  prepare: (call, { registry }) => {
    if (registry.attached(networkAccounts).length === 0) return { skipped: 'integration_missing' }
    const state = call.subjects.contact?.['linkedin_connection_status']
    if (state === 'connected' || state === 'pending') return { skipped: `already_${state}` }
    return networkMessage(call, null)
  },
  run: async ({ prepared, ...call }, { registry }) => {
    const [accounts] = registry.attached(networkAccounts)
    // It was prepared above.
    return accounts ? await accounts.invite(prepared as NetworkMessage, call) : { skipped: 'integration_missing' }
  },
  dryRun: ({ subjects }) => ({ contact_id: subjects.contact?.id ?? null }),
})
