import { ChangeRecord } from '../schema/change-record.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { EventRecord } from '../schema/event-record.ts'
import { TextEntry } from '../schema/text-entry.ts'
import type { Unit } from '../schema/unit.ts'

// What the database counts.
const counted: ReadonlyMap<EntityTable, readonly string[]> = new Map<EntityTable, readonly string[]>([
  [EventRecord, ['position', 'id']],
  [ChangeRecord, ['id']],
  [TextEntry, ['id']],
])

/** Rows with the numbers of a unit of work that draws its own; the database counts those of all others. */
export function numbered({ numbers }: Unit, entity: EntityTable, rows: readonly Row[]): readonly Row[] {
  const columns = counted.get(entity)
  if (!numbers || !columns) return rows
  return rows.map((row) => ({ ...row, ...Object.fromEntries(columns.map((each) => [each, numbers()])) }))
}
