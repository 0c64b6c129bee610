import { invalid } from '../../operation/errors.ts'

/** The cursor of a list that is sorted by a name alone. */
export const writeNameCursor = (name: string): string => Buffer.from(JSON.stringify(name)).toString('base64url')

/** Reads it back; throws `invalid_input` at `/cursor`. */
export function readNameCursor(cursor: string): string {
  try {
    const name: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof name === 'string') return name
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this list')
}
