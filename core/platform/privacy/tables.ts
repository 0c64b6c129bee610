import type { EntityTable } from '../../kernel/storage/entity.ts'
import { EventRecord } from '../../kernel/storage/event-record.ts'

/** Tables that privacy leaves out: people are teammates there and not customers, or the rows prove an erasure. */
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

/** Tables with copies of records and files; an export reads the originals. */
export const copies: ReadonlySet<string> = new Set(['jobs', 'import_parts', 'export_parts'])

/** Columns that make a row one about a person, beside those of the ownership rule. */
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
 * The columns by which a row belongs to one person and is erased with them. Rows about one record do, also in tables of plugins; of events
 * only the data of the person is replaced.
 */
export function ownRows({ table, ownership }: EntityTable): readonly string[] {
  const about = ownership && 'type' in ownership && table !== EventRecord.table ? [ownership.id] : []
  return [...(own[table] ?? []), ...about]
}
