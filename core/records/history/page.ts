import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Actor } from '../../kernel/operation/schema/values.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { isWhole } from '../../kernel/values/scalar.ts'
import type { Records } from '../../kernel/storage/records/records.ts'

/** One change of one field: the value before and after, null where there was none; `at` is ISO 8601. */
export interface Entry {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly actor: Static<typeof Actor>
  readonly at: string
}

/**
 * A page of the changes of a record, the newest first; a write of several fields has an entry for each, of one moment. `ids` are those of
 * the record and of all records that were merged into it. Throws `invalid_input` (`/cursor`) for a cursor of another list.
 */
export async function historyPage(records: Records, ids: readonly string[], limit: number, cursor?: string): Promise<Page<Entry>> {
  const from = cursor === undefined ? null : readCursor(cursor)
  let query = records.db.selectFrom(ChangeRecord.table).selectAll().where('record_id', 'in', ids)
  if (from) query = query.where('id', '<=', from.row)
  // Each row has one entry at least.
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const codec = records.codec(ChangeRecord)
  const entries = rows.flatMap((row) => {
    const { id: number, changes, actor, created_at } = codec.fromRow(row)
    return Object.entries(changes).map(([field, [before = null, after = null]], at) => ({
      position: { row: number, at },
      entry: { field, from: before, to: after, actor, at: created_at.toISOString() },
    }))
  })
  const rest = from ? entries.filter(({ position: { row, at } }) => row < from.row || at >= from.at) : entries
  const next = rest[limit]?.position
  return {
    items: rest.slice(0, limit).map(({ entry }) => entry),
    next_cursor: next ? Buffer.from(JSON.stringify([next.row, next.at])).toString('base64url') : null,
  }
}

// A page may end within a write, so a cursor names the row and the entry in it.
function readCursor(cursor: string): { row: number; at: number } {
  try {
    const [row, at]: readonly unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (isWhole(row) && isWhole(at)) return { row, at }
  } catch {
    // The same answer for every cursor that is not one of this list.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this history')
}
