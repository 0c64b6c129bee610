import type { Migration } from '../../kernel/storage/connection/migrate.ts'

// Of `rareEmailStates`.
const isRare = ['queued', 'sending', 'uncertain', 'bounced', 'failed', 'cancelled'].map((each) => `"status" = '${each}'`).join(' or ')
const up = `
create index "{p}emails_rare_index" on "{p}emails" ("user_from", "status", "created_at", "id") where ${isRare};
`

/** Reads a page of the messages that wait or have failed along an index of theirs: all messages of the organization were read for it. */
export const emailListing: Migration = { name: '2026-12-24-email-listing', up: { postgresql: up, sqlite: up } }
