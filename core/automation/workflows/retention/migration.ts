import type { Migration } from '../../../kernel/storage/connection/migrate.ts'

const up = `create index "{p}workflow_runs_ended_due_index" on "{p}workflow_runs" ("ended_at", "id") where "ended_at" is not null;`

/** The order in which runs have ended, by which their histories are deleted; by its name it comes after the migration that makes the table. */
export const workflowRetention: Migration = { name: '2026-11-27-workflows-retention', up: { postgresql: up, sqlite: up } }
