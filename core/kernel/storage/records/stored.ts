import type { Fields } from '../../operation/schema/fields.ts'
import { withMoney } from '../../values/money.ts'
import { valuesOf } from '../../values/objects.ts'
import { foldOwner, ownerMeant } from '../../values/owner.ts'
import { spelledAs } from '../../values/tags.ts'
import { customColumn } from '../custom/column.ts'
import { withCustom } from '../custom/given.ts'
import type { EntityTable } from '../schema/entity.ts'

const foldedNames = new WeakMap<Fields, readonly string[]>()

/**
 * What becomes of the values that somebody gives for a record: those of `exactValues`, the caller's address for `me`, tags as the record
 * spells them, and custom values among those that it has; `isWritten` is false of a record that a set is still to write.
 */
export function storedValues<V extends object>(
  entity: EntityTable,
  values: V,
  caller: { readonly user: string },
  known: object = {},
  isWritten = true,
): V {
  const column = customColumn(entity)
  const exact = withTags(
    exactOf(entity.fields, values, known, (owner) => ownerMeant(owner, caller)),
    known,
  )
  return column ? withCustom(column, exact, known, isWritten) : exact
}

/** Values with money in the decimals of its currency, and addresses of teammates as they are compared. */
export function exactValues<V extends object>(fields: Fields, values: V, known: object = {}): V {
  return exactOf(fields, values, known, foldOwner)
}

function exactOf<V extends object>(fields: Fields, values: V, known: object, owner: (given: string) => string): V {
  const rounded = withMoney(fields, values, known)
  const exact = valuesOf(rounded)
  const folded = foldedOf(fields).flatMap((name): [string, unknown][] => {
    const value = exact[name]
    return typeof value === 'string' ? [[name, owner(value)]] : []
  })
  return folded.some(([name, value]) => value !== exact[name]) ? { ...rounded, ...Object.fromEntries(folded) } : rounded
}

function withTags<V extends object>(values: V, known: object): V {
  const [{ tags: given }, { tags: kept }] = [valuesOf(values), valuesOf(known)]
  return Array.isArray(given) && Array.isArray(kept) ? { ...values, tags: spelledAs(kept, given) } : values
}

function foldedOf(fields: Fields): readonly string[] {
  let names = foldedNames.get(fields)
  if (!names) foldedNames.set(fields, (names = Object.keys(fields).filter((name) => fields[name]?.folded)))
  return names
}
