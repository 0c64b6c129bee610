import type { Migration } from '../connection/migrate.ts'

const sqlite = `
drop index "{p}events_step_due_index";
create index "{p}events_step_due_index" on "{p}events" ("user_from", "step", "id") where "step" is not null;
`

/**
 * Finds the events of a step by an index on SQLite too, which read all events of the organization for them, in the order of
 * their ids, because it does not know how few they are. PostgreSQL counts what its columns have, and uses the index that is there.
 */
export const eventsOfSteps: Migration = { name: '2026-12-22-events-of-steps', up: { postgresql: '', sqlite } }
