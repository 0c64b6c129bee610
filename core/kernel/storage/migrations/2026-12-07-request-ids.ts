import type { Migration } from '../connection/migrate.ts'

const up = `
alter table "{p}events" add column "request_id" text null;
alter table "{p}webhook_deliveries" add column "request_id" text null;
`

/** Adds to events and their deliveries the id of the call that led to them. */
export const requestIds: Migration = { name: '2026-12-07-request-ids', up: { postgresql: up, sqlite: up } }
