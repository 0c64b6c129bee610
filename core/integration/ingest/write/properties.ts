import { coerced } from '../../../kernel/storage/custom/check.ts'
import { Claims } from '../../../kernel/storage/records/custom-claims.ts'
import { mapInTurns, Turns } from '../../../kernel/values/turns.ts'
import { customOf } from '../../../kernel/storage/custom/column.ts'
import { propertiesOf } from '../../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import type { Outcomes } from '../match/outcome.ts'
import type { ObjectWriter } from './object-writer.ts'
import type { Target } from '../match/target.ts'

/**
 * Converts unknown columns that the organization has defined as properties to their types. A value that does not fit is left out with a
 * warning instead of rejecting the record; the raw record keeps it.
 */
export async function fitProperties(
  records: Records,
  { entity, custom: column }: ObjectWriter,
  targets: readonly Target[],
  outcomes: Outcomes,
): Promise<void> {
  const isWritten = ({ record, changed }: Target) => changed && Object.keys(customOf(record, column)).length > 0
  if (!targets.some(isWritten)) return
  const properties = await propertiesOf(records, entity.table)
  if (properties.length === 0) return
  const written = (await mapInTurns(targets, (target) => (isWritten(target) ? [target] : []))).flat()
  const turns = new Turns()
  for (const target of written) {
    if (turns.areOver()) await turns.next()
    for (const property of properties) {
      const { name } = property
      const [given, known] = [customOf(target.record, column)[name], customOf(target.before ?? {}, column)[name]]
      if (given === undefined || JSON.stringify(given) === JSON.stringify(known)) continue
      const value = coerced(property, given)
      put(target, column, name, value === undefined ? known : value)
      if (value === undefined) warn(outcomes, target, `custom.${name}: the value is no ${property.type} as defined, and is left out`)
    }
  }
  const claims = await Claims.of(
    records,
    properties,
    written.map(({ record }) => customOf(record, column)),
  )
  for (const target of written)
    for (const { property, owner } of claims.claim(customOf(target.record, column), target.id)) {
      put(target, column, property.name, customOf(target.before ?? {}, column)[property.name])
      warn(outcomes, target, `custom.${property.name}: the value belongs to the record ${owner}, and is left out`)
    }
}

function put(target: Target, column: string, name: string, value: unknown): void {
  const { [name]: _, ...others } = customOf(target.record, column)
  target.record = { ...target.record, [column]: value === undefined || value === null ? others : { ...others, [name]: value } }
}

function warn(outcomes: Outcomes, { entries }: Target, warning: string): void {
  for (const index of entries.flatMap(({ indexes }) => indexes)) outcomes.warn(index, [warning])
}
