import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const up = `
create index "{p}workflow_runs_started_at_id_index" on "{p}workflow_runs" ("user_from", "started_at", "id");
drop index "{p}workflow_runs_workflow_id_id_index";
create index "{p}workflow_runs_workflow_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "workflow_id", "started_at", "id");
create index "{p}workflow_runs_rare_index" on "{p}workflow_runs" ("user_from", "status", "started_at", "id") where "status" = 'waiting' or "status" = 'frozen' or "status" = 'failed' or "status" = 'cancelled';
`

/** Reads a page of runs along an index, also of a workflow or of those that failed: all runs of the organization were sorted for it. */
export const workflowListing: Migration = { name: '2026-12-24-workflow-listing', up: { postgresql: up, sqlite: up } }
