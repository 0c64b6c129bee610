import type { Migration } from '../../kernel/storage/connection/migrate.ts'

/** Since when a mailbox fails: what waits for it longer than three days fails, too. */
export const failingSince: Migration = {
  name: '2026-11-28-outreach-sending',
  up: {
    postgresql: `alter table "{p}mailboxes" add column "failing_since" timestamptz(3) null;`,
    sqlite: `alter table "{p}mailboxes" add column "failing_since" datetime null;`,
  },
}

// Of those that are queued a hundred thousand may be due, behind which the few that were begun could not be found.
const begun = `create index "{p}emails_begun_due_index" on "{p}emails" ("user_from", "mailbox_id", "due_at") where "status" = 'sending';`

/** Finds messages whose process has ended while it sent them, however many others are due. */
export const begunIndex: Migration = { name: '2026-11-29-outreach-sending-begun', up: { postgresql: begun, sqlite: begun } }
