import type { Migration } from '../connection/migrate.ts'

const up = `
alter table "{p}events" add column "step" text null;
create index "{p}events_step_due_index" on "{p}events" ("step") where "step" is not null;
`

/** Adds to events the step of a workflow that made them. */
export const eventSteps: Migration = { name: '2026-11-27-event-steps', up: { postgresql: up, sqlite: up } }
