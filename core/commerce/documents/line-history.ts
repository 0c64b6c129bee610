import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import type { LineValues } from './lines.ts'

/** The lines of a document as they were and as they are, in its order. */
export interface LineChange {
  /** Of the document. */
  readonly id: string
  readonly before: readonly LineValues[]
  readonly after: readonly LineValues[]
}

/**
 * Writes what changed in the lines of documents into their histories and the audit log, as the field `lines`: the lines that differ as they
 * were and as they are, each with its position. Documents whose lines are the same get no entry.
 */
export async function noteLines(records: Records, entity: EntityTable, changes: readonly LineChange[]): Promise<void> {
  const compared = await mapInTurns(changes, ({ id, before, after }) => {
    const positions = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at)
    const different = positions.filter((at) => !isSame(before[at], after[at]))
    const pair = [shown(before, different), shown(after, different)] as const
    return different.length === 0 ? [] : [[id, { lines: pair }] as const]
  })
  const differing = compared.flat()
  if (differing.length > 0) await records.noteEach(entity, 'lines_changed', new Map(differing))
}

// What a line says; where it stands is told by its position, and ids of lines mean nothing to readers.
const told = [
  'product_id',
  'sku',
  'name',
  'description',
  'unit',
  'quantity',
  'unit_price',
  'discount_percent',
  'discount_amount',
  'tax_rate',
  'total_excl_tax',
  'cost',
] as const

function isSame(before: LineValues | undefined, after: LineValues | undefined): boolean {
  return before !== undefined && after !== undefined && told.every((field) => equal(before[field] ?? null, after[field] ?? null))
}

function shown(lines: readonly LineValues[], positions: readonly number[]): object[] | null {
  const rows = positions.flatMap((at) => {
    const line = lines[at]
    if (!line) return []
    const values = told.flatMap((field) => (line[field] === null || line[field] === undefined ? [] : [[field, line[field]] as const]))
    return [{ position: at + 1, ...Object.fromEntries(values) }]
  })
  return rows.length === 0 ? null : rows
}
