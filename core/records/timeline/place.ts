import { sql, type SqlBool } from 'kysely'
import { type CursorList, readPlace } from '../../kernel/storage/records/place-cursor.ts'

/** Where an entry stands on a timeline. */
export interface Place {
  readonly at: Date
  readonly key: string
}

/** The condition that lies behind a place; a day lies at its beginning. */
export function earlier(field: string, value: unknown, { at, key }: Place, isDay?: true) {
  const column = sql.ref(field)
  if (isDay && !at.toISOString().endsWith('T00:00:00.000Z')) return sql<SqlBool>`${column} <= ${value}`
  return key.startsWith('e')
    ? sql<SqlBool>`${column} <= ${value}`
    : sql<SqlBool>`(${column} < ${value} or (${column} = ${value} and id < ${key}))`
}

/** The place of a cursor; throws `invalid_input` (`/cursor`) for a cursor of another list. */
export function readCursor(list: CursorList, cursor: string): Place {
  return readPlace(list, cursor, ([time, key]) => {
    const at = new Date(String(time))
    return typeof key === 'string' && KEY.test(key) && at.getTime() >= 0 ? { at, key } : undefined
  })
}

const KEY = /^(e\d{20}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/
