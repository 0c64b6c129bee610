import { Registry } from '../../../kernel/feature/registry.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { networkAccounts, type NetworkMessage } from '../ports.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { networkMessage } from './network-message.ts'

/** Sends a message on the professional network to a contact that is connected. */
export const sendLinkedinMessage = defineAction({
  type: 'send_linkedin_message',
  label: 'Send professional-network message',
  summary: 'Message on the professional network; only works if already connected',
  config: Closed({ message: Rendered(8000) }),
  effect: 'external',
  needs: ['contact'],
  uses: { registry: Registry },
  prepare: (call, { registry }) => {
    if (registry.attached(networkAccounts).length === 0) return { skipped: 'integration_missing' }
    if (call.subjects.contact?.['linkedin_connection_status'] !== 'connected') return { skipped: 'not_connected' }
    return call.config.message.trim() === '' ? { skipped: 'no_text' } : networkMessage(call, call.config.message)
  },
  run: async ({ prepared, ...call }, { registry }) => {
    const [accounts] = registry.attached(networkAccounts)
    // It was prepared above.
    return accounts ? await accounts.send(prepared as NetworkMessage, call) : { skipped: 'integration_missing' }
  },
  dryRun: ({ config }) => ({ message: config.message }),
})
