import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const up = `
alter table "{p}workflow_waits" add column "event_id" bigint null;
alter table "{p}workflow_schedules" add column "firing" json null;
`

/** Adds to waits the event that was noted for them, and to schedules how far their firing has come. */
export const workflowProgress: Migration = { name: '2026-11-27-workflows-progress', up: { postgresql: up, sqlite: up } }
