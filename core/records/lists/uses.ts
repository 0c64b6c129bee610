import { sql } from 'kysely'
import type { Registry } from '../../kernel/feature/registry.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { ListMember } from './entity.ts'

// What was taken of a list is done, and needs it no more.
const past = new Set([ListMember.table, 'exports'])

/** What uses a list, as "2 campaigns": every record type, of plugins too, that keeps the id of a list as `list_id`. */
export async function usesOf(records: Records, registry: Registry, id: string): Promise<string[]> {
  const used: string[] = []
  for (const { table, fields } of registry.all('entities')) {
    if (past.has(table) || !('list_id' in fields)) continue
    let query = records.whole.db.selectFrom(table).select(sql<number>`count(*)`.as('number'))
    if ('deleted_at' in fields) query = query.where('deleted_at', 'is', null)
    const number = Number((await query.where('list_id', '=', id).executeTakeFirst())?.number ?? 0)
    if (number > 0) used.push(`${number} ${table.replaceAll('_', ' ')}`)
  }
  return used
}
