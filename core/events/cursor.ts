import { invalid } from '../kernel/errors.ts'

/** A place in the event log: the id, and on PostgreSQL the transaction by which events become visible in order. */
export interface Position {
  readonly xid: string
  readonly id: number
}

export type Direction = 'older' | 'newer'

/** The place as an opaque text, for one direction of reading. */
export function writeCursor(direction: Direction, { xid, id }: Position): string {
  return Buffer.from(JSON.stringify([direction, xid, id])).toString('base64url')
}

/** Throws `invalid_input` for a text that `writeCursor` did not write for this direction. */
export function readCursor(field: string, cursor: string, direction: Direction): Position {
  try {
    const [written, xid, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown, unknown]
    if (written === direction && typeof xid === 'string' && /^\d{1,19}$/.test(xid) && Number.isSafeInteger(id))
      return { xid, id: id as number }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid(`/${field}`, 'invalid_cursor', `Not a cursor of the event log for ${direction} events`)
}
