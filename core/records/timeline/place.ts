import { sql, type SqlBool } from 'kysely'
import { invalid } from '../../kernel/operation/errors.ts'

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
export function readCursor(cursor: string): Place {
  try {
    const [time, key]: readonly unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const at = new Date(String(time))
    if (typeof key === 'string' && /^(e\d{20}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/.test(key) && at.getTime() >= 0) return { at, key }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this timeline')
}
