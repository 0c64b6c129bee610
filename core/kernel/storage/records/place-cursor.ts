import { createHash } from 'node:crypto'
import { invalid } from '../../operation/errors.ts'
import { isWhole } from '../../values/scalar.ts'

/** A list as its cursors know it. */
export interface CursorList {
  readonly name: string
  /** Whose list it is, the organization or one record of it, and the filters that it has; those without a value are none. */
  readonly conditions: object
}

/** The list of an organization or of a record, with its filters. */
export const listFor = (name: string, conditions: object): CursorList => ({ name, conditions })

// The conditions of a list as a short text, whatever their order; two of other conditions differ.
function textOf(conditions: object): string {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** A cursor: a place in a list; the list, whose it is and its filters are in it, because in another one it would mean any place. */
export function writePlace({ name, conditions }: CursorList, place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([name, textOf(conditions), ...place])).toString('base64url')
}

/**
 * The place of a cursor, as `placeOf` reads it from untrusted values. Throws `invalid_input` (`invalid_cursor`) at `path` for what is no
 * cursor of this list with these filters, and where `placeOf` answers undefined or throws.
 */
export function readPlace<T>(
  { name, conditions }: CursorList,
  cursor: string,
  placeOf: (place: readonly unknown[]) => T | undefined,
  path = '/cursor',
): T {
  try {
    const written: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(written) && written[0] === name && written[1] === textOf(conditions)) {
      const place = placeOf(written.slice(2))
      if (place !== undefined) return place
    }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid(path, 'invalid_cursor', 'Not a cursor of this list with this sort and these filters: begin without it')
}

/** The place of a cursor that is one text, such as the last name that was shown. */
export const oneText = ([text]: readonly unknown[]): string | undefined => (typeof text === 'string' ? text : undefined)

/** The place of a cursor that is one number, such as the last row that was shown. */
export const oneNumber = ([at]: readonly unknown[]): number | undefined => (isCount(at) ? at : undefined)

const isCount = (value: unknown): value is number => isWhole(value) && value >= 0 && value < 1e9
