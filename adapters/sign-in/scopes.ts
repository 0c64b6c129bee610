import type { Audience, Scope } from 'rapport-crm'

/** What a program gets that asks for no scope (RFC 6749, section 3.3). */
export const DEFAULT_SCOPE = 'mcp read write'

/** The scopes that a resource knows: the REST API has no use for that of the tools. */
export const scopesOf: Readonly<Record<Audience, readonly Scope[]>> = {
  tools: ['mcp', 'read', 'write', 'delete', 'webhooks'],
  api: ['read', 'write', 'delete', 'webhooks'],
}

/** What people read of a scope before they allow it. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  mcp: 'Use the tools of the CRM',
  read: 'Read the records that you see',
  write: 'Create and change records',
  delete: 'Delete records',
  webhooks: 'Manage webhooks, which send data to other systems',
}
