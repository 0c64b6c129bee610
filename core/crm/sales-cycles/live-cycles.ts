import type { Records } from '../../kernel/storage/records/records.ts'
import { contactStagesName } from '../contacts/stage-rules.ts'
import { SalesCycle } from './entity.ts'

/** All live sales cycles, the oldest first; few enough to be read at once. */
export async function cyclesOf(records: Records): Promise<SalesCycle[]> {
  await records.locks.share(contactStagesName)
  const codec = records.codec(SalesCycle)
  const rows = await records.db.selectFrom(SalesCycle.table).selectAll().where('deleted_at', 'is', null).orderBy('id').execute()
  return rows.map((row) => codec.fromRow(row))
}
