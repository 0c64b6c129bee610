import type { Fields } from '../../../kernel/operation/schema/fields.ts'
import { valuesOf } from '../../../kernel/values/objects.ts'
import { mapInTurns } from '../../../kernel/values/turns.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { customOf } from '../../../kernel/storage/custom/column.ts'
import type { BatchContext } from '../match/context.ts'
import type { Outcomes } from '../match/outcome.ts'
import type { Target } from '../match/target.ts'
import type { ObjectWriter } from './object-writer.ts'

/** The custom value that keeps an owner of the source who is no teammate. */
const KEPT = 'source_owner'

/**
 * Gives records whose owner is no teammate the default owner, or leaves them theirs; the name that the source has for the owner is kept as a
 * custom value and told in a warning.
 */
export async function fitOwners(
  { records, source }: BatchContext,
  { entity, owner: field, custom: column }: ObjectWriter,
  targets: readonly Target[],
  outcomes: Outcomes,
): Promise<void> {
  if (!field) return
  const naming = await mapInTurns(targets, (target) => {
    const [given, known] = [valuesOf(target.record)[field], valuesOf(target.before ?? {})[field]]
    return target.changed && typeof given === 'string' && given !== known ? [{ target, given, known }] : []
  })
  const named = naming.flat()
  const unknown = await records.unknownOwners(named.map(({ given }) => given))
  const fields: Fields = entity.fields
  const standing = fields[field]?.nullable ? null : records.unit.actor.user
  for (const { target, given, known } of named) {
    if (!unknown.has(foldOwner(given))) continue
    const owner = known ?? (source.ownerEmail && !unknown.has(foldOwner(source.ownerEmail)) ? source.ownerEmail : standing)
    target.record = { ...target.record, [field]: owner, [column]: { ...customOf(target.record, column), [KEPT]: given } }
    const warning = `${field}: ${given.slice(0, 254)} is no teammate; it is kept as custom ${KEPT}`
    for (const index of target.entries.flatMap(({ indexes }) => indexes)) outcomes.warn(index, [warning])
  }
}
