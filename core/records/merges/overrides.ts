import { CrmError } from '../../kernel/operation/errors.ts'
import { customColumn, customOf } from '../../kernel/storage/custom/column.ts'
import { fitting } from '../../kernel/storage/custom/fitting.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { AnyRecord, EntityTable } from '../../kernel/storage/schema/entity.ts'

/** Throws `invalid_input` for chosen custom values that nobody could enter in the survivor, with the pointers of the call. */
export async function checkOverrides(
  records: Records,
  entity: EntityTable,
  survivor: AnyRecord,
  chosen: Partial<AnyRecord>,
): Promise<void> {
  const column = customColumn(entity)
  if (!column || chosen[column] === undefined) return
  const properties = await propertiesOf(records, entity.table)
  try {
    fitting(column, properties, { values: customOf(chosen, column), before: customOf(survivor, column), isPartial: true, isEntered: true })
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const errors = (error.details.errors ?? []).map(({ path, ...fault }) => ({ path: `/overrides${path}`, ...fault }))
    throw new CrmError(error.code, error.message, { ...error.details, errors })
  }
}
