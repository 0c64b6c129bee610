import { coerced } from '../../../kernel/storage/custom/check.ts'
import { Claims } from '../../../kernel/storage/records/custom-claims.ts'
import { mapInTurns, Turns } from '../../../kernel/values/turns.ts'
import { customOf } from '../../../kernel/storage/custom/column.ts'
import { propertiesOf } from '../../../kernel/storage/records/custom-definitions.ts'
import { missing, withDefaults } from '../../../kernel/storage/custom/fitting.ts'
import type { Property } from '../../../kernel/storage/custom/property.ts'
import type { BatchContext } from '../match/context.ts'
import type { Outcomes } from '../match/outcome.ts'
import type { ObjectWriter } from './object-writer.ts'
import type { Target } from '../match/target.ts'

/**
 * Converts unknown columns that the organization has defined as properties to their types. A value that does not fit is left out with a
 * warning instead of rejecting the record, and so is one that a formula computes; the raw record keeps it. A new record that lacks a required value is rejected, unless nobody has
 * sent it as one: a company that contacts name, or what strangers post.
 */
export async function fitProperties(
  { records, isEntered }: BatchContext,
  { entity, custom: column }: ObjectWriter,
  targets: readonly Target[],
  outcomes: Outcomes,
): Promise<void> {
  const isWritten = ({ record, before, changed }: Target) =>
    changed && (before === null || Object.keys(customOf(record, column)).length > 0)
  if (!targets.some(isWritten)) return
  const properties = await propertiesOf(records, entity.table)
  if (properties.length === 0) return
  const written = (await mapInTurns(targets, (target) => (isWritten(target) ? [target] : []))).flat()
  const turns = new Turns()
  for (const target of written) {
    if (turns.areOver()) await turns.next()
    fit(target, column, properties, outcomes)
    if (isEntered) requireValues(target, column, properties, outcomes)
  }
  const used = written.filter((target) => target.used)
  const claims = await Claims.of(
    records,
    properties,
    used.map(({ record }) => customOf(record, column)),
  )
  for (const target of used)
    for (const { property, owner } of claims.claim(customOf(target.record, column), target.id)) {
      put(target, column, property.name, customOf(target.before ?? {}, column)[property.name])
      warn(outcomes, target, `custom.${property.name}: the value belongs to the record ${owner}, and is left out`)
    }
}

function fit(target: Target, column: string, properties: readonly Property[], outcomes: Outcomes): void {
  for (const property of properties) {
    const { name } = property
    const [given, known] = [customOf(target.record, column)[name], customOf(target.before ?? {}, column)[name]]
    if (given === undefined || JSON.stringify(given) === JSON.stringify(known)) continue
    if (property.formula !== null) {
      put(target, column, name, known)
      warn(outcomes, target, `custom.${name}: the value is computed by a formula, and what was sent is left out`)
      continue
    }
    const value = coerced(property, given)
    put(target, column, name, value === undefined ? known : value)
    if (value === undefined) warn(outcomes, target, `custom.${name}: the value is no ${property.type} as defined, and is left out`)
  }
}

function requireValues(target: Target, column: string, properties: readonly Property[], outcomes: Outcomes): void {
  const { before, record, entries } = target
  const known = before && customOf(before, column)
  const names = missing(properties, withDefaults(known ? [] : properties, customOf(record, column)), known)
  const [name] = names
  if (name === undefined) return
  if (known) {
    for (const each of names) put(target, column, each, known[each])
    return warn(outcomes, target, `custom.${names.join(', custom.')}: required, so that the former value stays`)
  }
  if (entries.some(({ implied }) => implied)) return
  for (const index of entries.flatMap(({ indexes }) => indexes))
    outcomes.reject(index, { code: 'required', field: `${column}.${name}`, reason: `${name} is required` })
  target.used = false
}

function put(target: Target, column: string, name: string, value: unknown): void {
  const { [name]: _, ...others } = customOf(target.record, column)
  target.record = { ...target.record, [column]: value === undefined || value === null ? others : { ...others, [name]: value } }
}

function warn(outcomes: Outcomes, { entries }: Target, warning: string): void {
  for (const index of entries.flatMap(({ indexes }) => indexes)) outcomes.warn(index, [warning])
}
