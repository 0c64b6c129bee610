import { invalid } from '../operation/errors.ts'

/** Which way a cursor reads the log. */
export type Direction = 'older' | 'newer'

/** A cursor: the number of an event as an opaque text, for one direction of reading. */
export function writeCursor(direction: Direction, id: number): string {
  return Buffer.from(JSON.stringify([direction, id])).toString('base64url')
}

/** The number; throws `invalid_input` for a text that `writeCursor` did not write for this direction. */
export function readCursor(field: string, cursor: string, direction: Direction): number {
  try {
    const [written, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (written === direction && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id
  } catch {
    // Falls through to the one answer for every malformed cursor.
  }
  throw invalid(`/${field}`, 'invalid_cursor', `Not a cursor of the event log for ${direction} events`)
}
