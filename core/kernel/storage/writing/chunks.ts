import { Turns } from '../../values/turns.ts'
import type { DialectName } from '../schema/codec.ts'

/** Values in one statement at most. */
export const CHUNK_VALUES = 30_000
// Values in a statement that is kept prepared: more make it hardly cheaper, but larger.
const RECURRING_VALUES = 512
/** Rows in one statement at most. */
export const CHUNK_ROWS = 1000
/** Rows that are written before others have their turn. */
export const PART_ROWS = { sqlite: 100, postgresql: 250 } as const
/** Statements that wait for the database while the next is made. */
export const AHEAD = 4

/** Fewer rows than this are written one by one, or in one statement with what belongs to them. */
export const FEW = 20

/** Sets of any size in statements that both databases take. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Values of one look-up, which is one step of the event loop. */
export const LOOK_UP_VALUES = 1_000

/**
 * Rows in parts of a few sizes, each half of the one before, with at most `width` values a row: statements of so many rows are soon known,
 * and SQLite prepares each once. Preparing one costs half as much as running it.
 */
export function* recurring<T>(rows: readonly T[], width: number): Generator<T[]> {
  let size = 1
  while (size < rows.length && size * 2 * width <= RECURRING_VALUES) size *= 2
  for (let from = 0; from < rows.length; from += size) {
    while (size > rows.length - from) size /= 2
    yield rows.slice(from, from + size)
  }
}

/** What is found for any number of values, in look-ups between which others have their turn. */
export async function inParts<V, R>(values: Iterable<V>, lookUp: (part: readonly V[]) => Promise<readonly R[]>): Promise<R[]> {
  const turns = new Turns(1)
  const found: R[] = []
  for (const part of chunks([...values], LOOK_UP_VALUES)) {
    for (const each of await lookUp(part)) found.push(each)
    if (turns.areOver()) await turns.next()
  }
  return found
}

/** Whether these rows are better written as one JSON text: half the work of as many parameters, but not for a few. */
export function takesSets(dialect: DialectName, rows: readonly unknown[]): boolean {
  return dialect === 'postgresql' && rows.length >= FEW
}
