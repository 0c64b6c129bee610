import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Update, WriteOptions } from '../../kernel/storage/writing/set-writer.ts'
import { valuesOf } from '../../kernel/values/objects.ts'

/**
 * Writes changes of live records with their events, and those of deleted records without: who restores a record finds it as it would be by
 * then. `options` are for the live ones.
 */
export async function updateWithDeleted<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  updates: readonly Update<RecordOf<F>>[],
  options: WriteOptions = {},
): Promise<void> {
  const deleted = updates.filter(({ before }) => valuesOf(before).deleted_at)
  const live = deleted.length > 0 ? updates.filter((each) => !deleted.includes(each)) : updates
  await records.update(entity, live, options)
  await records.update(entity, deleted, { quietly: true })
}
