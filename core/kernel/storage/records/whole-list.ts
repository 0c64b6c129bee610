import { type Static, Type } from '@sinclair/typebox'
import { Closed, Cursor } from '../../operation/schema/schema.ts'
import { isWhole } from '../../values/scalar.ts'
import { type CursorList, readPlace, writePlace } from './place-cursor.ts'

/** The query of every list that is read page by page. */
export const Paging = Closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Records on a page' })),
  cursor: Type.Optional(Cursor),
})

/** A page of what is read as a whole and has an order of its own; it goes on behind the item of this name, wherever that is by now. */
export function pageOfAll<T>(
  list: CursorList,
  all: readonly T[],
  { limit = 50, cursor }: Static<typeof Paging>,
  nameOf: (item: T) => string,
): { items: readonly T[]; next_cursor: string | null } {
  const from = cursor === undefined ? 0 : placeBehind(list, cursor, all, nameOf)
  const items = all.slice(from, from + limit)
  const [last, at] = [items.at(-1), from + items.length]
  const next = last === undefined || at >= all.length ? null : writePlace(list, [at, nameOf(last)])
  return { items, next_cursor: next }
}

// Where the item is gone, those behind it have moved up by one.
function placeBehind<T>(list: CursorList, cursor: string, all: readonly T[], nameOf: (item: T) => string): number {
  return readPlace(list, cursor, ([at, name]) =>
    isWhole(at) && at > 0 && typeof name === 'string' ? all.findIndex((each) => nameOf(each) === name) + 1 || at - 1 : undefined,
  )
}
