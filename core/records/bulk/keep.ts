import { customColumn } from '../../kernel/storage/custom/column.ts'
import { definitionsName } from '../../kernel/storage/custom/keeper.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { SetRules } from '../record-type/set-rules.ts'

/** Keeps what a set is judged by as it is until the unit of work ends; to be called before records of the set are locked. */
export async function keepFor({ locks }: Records, { entity, reliesOn = [] }: SetRules): Promise<void> {
  await locks.share(...reliesOn, ...(customColumn(entity) ? [definitionsName(entity.table)] : []))
}
