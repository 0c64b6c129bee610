import { customColumn } from '../../kernel/storage/custom/column.ts'
import { definitionsName } from '../../kernel/storage/custom/keeper.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { treeName } from '../record-type/tree.ts'

/**
 * Keeps what a set is judged by as it is until the unit of work ends, and the tree that its values change; to be called before records of the
 * set are locked.
 */
export async function keepFor(
  { locks }: Records,
  { entity, parent, reliesOn = [] }: Pick<SetRules, 'entity' | 'parent' | 'reliesOn'>,
  values: readonly Row[],
): Promise<void> {
  if (parent !== undefined && values.some((each) => each[parent])) await locks.hold(treeName({ entity, field: parent }))
  await locks.share(...reliesOn, ...(customColumn(entity) ? [definitionsName(entity.table)] : []))
}
