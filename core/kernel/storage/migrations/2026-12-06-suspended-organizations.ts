import type { Migration } from '../connection/migrate.ts'

// What loops take up asks for these in every statement; they are few.
const index = `create index "{p}organizations_suspended_index" on "{p}organizations" ("user_from") where suspended_at is not null`

/** Finds the suspended organizations without reading the others. */
export const suspendedOrganizations: Migration = {
  name: '2026-12-06-suspended-organizations',
  up: { postgresql: index, sqlite: index },
}
