import type { FieldError } from '../../kernel/operation/errors.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { customField, tableOf, targetOf } from './targets.ts'
import type { Asked } from './values.ts'

/** The faults of fields that fill what a formula computes. */
export async function computedFaults(fields: readonly Asked[], records: Records): Promise<FieldError[]> {
  const faults: FieldError[] = []
  for (const [at, { maps_to }] of fields.entries()) {
    const target = maps_to ? targetOf(maps_to) : undefined
    if (!target || target.field !== customField[target.type]) continue
    const property = (await propertiesOf(records, tableOf(target.type))).find(({ name }) => name === target.part)
    if (property && property.formula !== null)
      faults.push({ path: `/fields/${at}/maps_to`, code: 'read_only', message: `${property.name} is computed by its formula` })
  }
  return faults
}
