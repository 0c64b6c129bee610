import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const up = `
alter table "{p}workflow_waits" add column "event_id" bigint null;
alter table "{p}workflow_schedules" add column "firing" json null;
`

/** Adds to waits the event that was noted for them, and to schedules how far their firing has come. */
export const workflowProgress: Migration = { name: '2026-11-27-workflows-progress', up: { postgresql: up, sqlite: up } }

// Runs that were started at once are due at once: without the id all of them would be sorted for each batch.
const ordered = `
drop index "{p}workflow_runs_due_by_organization_index";
create index "{p}workflow_runs_due_by_organization_index" on "{p}workflow_runs" ("user_from", "wake_at", "id") where "wake_at" is not null;
`

/** Finds the runs of an organization that are due in their order, however many have the same time. */
export const workflowOrder: Migration = { name: '2026-11-29-workflow-order', up: { postgresql: ordered, sqlite: ordered } }
