import type { Migration } from '../connection/migrate.ts'

// Most bodies are a little above 2 KB, from which on PostgreSQL compresses them: a third of the work of writing an event. And an event that is
// marked as dispatched is written once more, with a body that stands in it.
const apart = `alter table "{p}events" alter column "body" set storage external`

/** PostgreSQL keeps the bodies of new events as they are, and larger ones apart from their rows. */
export const eventBodies: Migration = { name: '2026-12-19-event-bodies', up: { postgresql: apart, sqlite: 'select 1' } }
