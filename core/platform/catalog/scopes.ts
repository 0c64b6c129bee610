import type { Scope } from '../../kernel/operation/actor.ts'

/** What each scope allows. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  read: 'Read CRM data',
  write: 'Create and update records',
  delete: 'Delete records',
  webhooks: 'Manage webhooks (required for all /webhooks endpoints)',
  mcp: 'Use the key as a token for the tool protocol',
}
