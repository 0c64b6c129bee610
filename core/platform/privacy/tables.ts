import type { EntityTable } from '../../kernel/storage/entity.ts'
import { EventRecord } from '../../kernel/storage/event-record.ts'

/** Tables in which people stand as teammates and not as customers, and the proofs of what was erased. */
export const kept: ReadonlySet<string> = new Set([
  'users',
  'teams',
  'organizations',
  'api_keys',
  'api_key_secrets',
  'rate_windows',
  'quota_usage',
  'encryption_keys',
  'privacy_requests',
])

/** Copies of whole records and files: what a person's own copy is made from is where they were taken from. */
export const copies: ReadonlySet<string> = new Set(['jobs', 'import_parts', 'export_parts'])

/** Rows that are about one person beside those that say so themselves. */
const own: Readonly<Record<string, readonly string[]>> = {
  associations: ['from_id', 'to_id'],
  contacts: ['id'],
  sync_states: ['record_id'],
  sequence_enrollments: ['lead_id'],
  workflow_runs: ['contact_id'],
  emails: ['lead_id'],
  import_changes: ['record_id'],
  merges: ['survivor_id'],
}

/**
 * The columns of a table by which a row belongs to one person and goes with them: whatever tells of one record does, with new tables
 * too, but for events, of which only the words of the person go.
 */
export function ownRows({ table, ownership }: EntityTable): readonly string[] {
  const told = ownership && 'type' in ownership && table !== EventRecord.table ? [ownership.id] : []
  return [...(own[table] ?? []), ...told]
}
