import { withMoney } from '../values/money.ts'
import { customColumn } from './custom/column.ts'
import { withCustom } from './custom/given.ts'
import type { AnyEntityClass } from './entity.ts'

/** What becomes of the values that were given for a record: money in the decimals of its currency, custom values among those that it has. */
export function storedValues<V extends object>(entity: AnyEntityClass, values: V, known: object = {}): V {
  const column = customColumn(entity)
  const exact = withMoney(entity.fields, values, known)
  return column ? withCustom(column, exact, known) : exact
}
