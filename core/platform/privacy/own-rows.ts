import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { EventRecord } from '../../kernel/storage/schema/event-record.ts'

/**
 * The columns by which a row belongs to one person and is erased with them. Rows about one record do, also in tables of plugins; of events
 * only the data of the person is replaced.
 */
export function ownRows({ table, ownership, privacy }: EntityTable): readonly string[] {
  const about = ownership && 'type' in ownership && table !== EventRecord.table ? [ownership.id] : []
  return [...(typeof privacy === 'object' ? privacy.by : []), ...about]
}
