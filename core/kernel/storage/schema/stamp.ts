import type { EntityTable } from './entity.ts'
import type { Unit } from './unit.ts'

/** What every write of a record sets. */
export interface Stamped {
  id: string
  user_from?: string
  updated_at?: Date
  version?: number
}

/** Every write of a record bumps its version; here and in the set-writer only. */
export function stamp(record: Partial<Stamped>, { now }: Unit): void {
  if (record.updated_at) record.updated_at = now
  if (record.version !== undefined) record.version += 1
}

/** The columns of a table that every write sets. */
export function stamps(entity: EntityTable): string[] {
  return ['updated_at', 'version'].filter((name) => name in entity.fields)
}
