import { CrmError } from '../../kernel/operation/errors.ts'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { sql } from 'kysely'

/** Documents of a later type, by the field in which they name one of an earlier type: invoices by their `order_id`. */
export interface Referring {
  /** Their table and not their class, because the earlier type knows no later one. */
  readonly table: string
  readonly field: string
}

/** Ids of the live documents that name each of these, the oldest first, by the id that they name: one query for all. */
export async function referringIds(records: Records, { table, field }: Referring, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const rows = await records.db
    .selectFrom(table)
    .select(['id', sql.ref<string>(field).as('of')])
    .where(anyOf(field, 'uuid', [...found.keys()], records.dialect))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id, of } of rows) found.get(of)?.push(String(id))
  return found
}

/** Throws `conflict` where a live document names this one, even one that the caller may not see; `except` is the state of those that count for nothing. */
export async function refuseReferred(
  { whole }: Records,
  { table, field, except }: Referring & { readonly except: string },
  id: string,
  message: string,
): Promise<void> {
  const row = await whole.db
    .selectFrom(table)
    .select(['id', 'number'])
    .where(anyOf(field, 'uuid', [id], whole.dialect))
    .where('deleted_at', 'is', null)
    .where('status', '<>', except)
    .orderBy('id')
    .executeTakeFirst()
  if (row) throw new CrmError('conflict', `${message}: ${String(row.number)} names it`, { existing_id: String(row.id) })
}
