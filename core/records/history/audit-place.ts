import { type Expression, sql, type SqlBool } from 'kysely'
import { isWhole } from '../../kernel/values/scalar.ts'
import { type CursorList, listFor, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'

/** The position of an entry in the log: its time, and within one moment the rank of its table and its id there. */
export interface Place {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly rank: number
  readonly id: string | number
}

/** The position after all entries of one moment. */
export const lastOf = (time: number): Place => ({ time, rank: Number.MAX_SAFE_INTEGER, id: 0 })

/** Orders positions, the newest first. */
export function inOrder(a: Place, b: Place): number {
  if (a.time !== b.time) return b.time - a.time
  if (a.rank !== b.rank) return a.rank - b.rank
  return a.id > b.id ? -1 : 1
}

/** The condition that a row of the table of this rank comes after a position, whose time is `time` in the form of a column. */
export function isAfter({ rank: from, id }: Place, rank: number, time: unknown): Expression<SqlBool> {
  if (rank === from) return sql<SqlBool>`(created_at, id) < (${time}, ${id})`
  return rank < from ? sql<SqlBool>`created_at < ${time}` : sql<SqlBool>`created_at <= ${time}`
}

/** The log with these filters, as its cursors know it. */
export const listOf = (filters: object): CursorList => listFor('audit log', filters)

/** A position as a cursor of the log with these filters. */
export const cursorOf = (list: CursorList, { time, rank, id }: Place): string => writePlace(list, [time, rank, id])

/** The position of a cursor; throws `invalid_input` (`/cursor`) for a cursor of another list or of other filters. */
export function placeAt(list: CursorList, cursor: string): Place {
  return readPlace(list, cursor, ([time, rank, id]) =>
    isCount(time) && isCount(rank) && time <= LAST_TIME && (isCount(id) || (typeof id === 'string' && UUID.test(id)))
      ? { time, rank, id }
      : undefined,
  )
}

const LAST_TIME = Date.parse('9999-12-31')
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isCount = (value: unknown): value is number => isWhole(value) && value >= 0
