import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const up = `
create index "{p}sequence_enrollments_sequence_id_started_at_id_index" on "{p}sequence_enrollments" ("user_from", "sequence_id", "started_at", "id");
`

/** Reads a page of the enrollments of a sequence along an index: all of them were sorted for it. */
export const sequenceListing: Migration = { name: '2026-12-24-sequence-listing', up: { postgresql: up, sqlite: up } }
