import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const up = `
create index "{p}inbound_requests_inbound_webhook_id_status_created_at_index" on "{p}inbound_requests" ("user_from", "inbound_webhook_id", "status", "created_at");
`

/** Counts the requests of an inbound webhook in an index: each of them was read for it, with what it had brought. */
export const inboundCounts: Migration = { name: '2026-12-24-inbound-counts', up: { postgresql: up, sqlite: up } }
