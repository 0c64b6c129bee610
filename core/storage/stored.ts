import type { Fields } from '../kernel/fields.ts'
import { withMoney } from '../values/money.ts'
import { foldOwner } from '../values/owner.ts'
import type { Row } from './codec.ts'
import { customColumn } from './custom/column.ts'
import { withCustom } from './custom/given.ts'
import type { EntityTable } from './entity.ts'

const foldedNames = new WeakMap<Fields, readonly string[]>()

/** What becomes of the values that were given for a record: those of `exactValues`, and custom values among those that it has. */
export function storedValues<V extends object>(entity: EntityTable, values: V, known: object = {}): V {
  const column = customColumn(entity)
  const exact = exactValues(entity.fields, values, known)
  return column ? withCustom(column, exact, known) : exact
}

/** Values with money in the decimals of its currency, and addresses of teammates as they are compared. */
export function exactValues<V extends object>(fields: Fields, values: V, known: object = {}): V {
  const exact = withMoney(fields, values, known) as Row
  const folded = foldedOf(fields).flatMap((name): [string, unknown][] => {
    const value = exact[name]
    return typeof value === 'string' ? [[name, foldOwner(value)]] : []
  })
  return (folded.some(([name, value]) => value !== exact[name]) ? { ...exact, ...Object.fromEntries(folded) } : exact) as V
}

function foldedOf(fields: Fields): readonly string[] {
  let names = foldedNames.get(fields)
  if (!names) foldedNames.set(fields, (names = Object.keys(fields).filter((name) => fields[name]?.folded)))
  return names
}
