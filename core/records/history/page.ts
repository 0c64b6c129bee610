import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Actor } from '../../kernel/operation/schema/values.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { isWhole } from '../../kernel/values/scalar.ts'
import { listFor, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
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
  const list = listFor('history', { id: ids[0] })
  const from = cursor === undefined ? null : readPlace(list, cursor, placeOf)
  const codec = records.codec(ChangeRecord)
  // Each row has one entry at least.
  const rows = await (from ? rowsUpTo(records, ids, from.row, limit + 1) : latestRows(records, ids, limit + 1))
  const entries = rows.flatMap(({ row: number, columns }) => {
    const { changes, actor, created_at } = codec.fromRow(columns)
    return Object.entries(changes).map(([field, [before = null, after = null]], at) => ({
      position: { row: number, at },
      entry: { field, from: before, to: after, actor, at: created_at.toISOString() },
    }))
  })
  const rest = from ? entries.filter(({ position: { row, at } }) => row < from.row || at >= from.at) : entries
  const next = rest[limit]?.position
  return {
    items: rest.slice(0, limit).map(({ entry }) => entry),
    next_cursor: next ? writePlace(list, [next.row, next.at]) : null,
  }
}

// A row of the history and which one it is, from the oldest on: the id of a row would tell how much others have changed in between.
interface Numbered {
  readonly row: number
  readonly columns: Row
}

async function latestRows(records: Records, ids: readonly string[], limit: number): Promise<Numbered[]> {
  const total = changesOf(records, ids).select(sql<number>`count(*)`.as('total'))
  const query = changesOf(records, ids).selectAll().select(total.as('total')).orderBy('id', 'desc').limit(limit)
  return (await query.execute()).map((columns, at) => ({ row: Number(columns.total) - at, columns }))
}

async function rowsUpTo(records: Records, ids: readonly string[], last: number, limit: number): Promise<Numbered[]> {
  const before = Math.max(0, last - limit)
  const query = changesOf(records, ids)
    .selectAll()
    .orderBy('id')
    .offset(before)
    .limit(last - before)
  return (await query.execute()).map((columns, at) => ({ row: before + at + 1, columns })).toReversed()
}

function changesOf({ db }: Records, ids: readonly string[]) {
  return db.selectFrom(ChangeRecord.table).where('record_id', 'in', ids)
}

// A page may end within a write, so a cursor names the row and the entry in it.
const placeOf = ([row, at]: readonly unknown[]) => (isWhole(row) && isWhole(at) ? { row, at } : undefined)
