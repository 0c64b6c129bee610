import { ChangeRecord } from '../schema/change-record.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { EventRecord } from '../schema/event-record.ts'
import { TextEntry } from '../schema/text-entry.ts'
import type { Unit } from '../schema/unit.ts'

// The tables whose rows the database counts.
const counted: ReadonlySet<EntityTable> = new Set<EntityTable>([EventRecord, ChangeRecord, TextEntry])

/** Rows with the numbers of a unit of work that draws its own; the database counts those of all others. */
export function numbered({ numbers }: Unit, entity: EntityTable, rows: readonly Row[]): readonly Row[] {
  return numbers && counted.has(entity) ? rows.map((row) => ({ ...row, id: numbers() })) : rows
}
