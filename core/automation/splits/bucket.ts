import { createHash } from 'node:crypto'

/**
 * The place of a record in a split, 0 to 1, the same whenever it is asked: whoever comes again goes the same way, and a larger share only
 * takes records from the other way to the first.
 */
export function bucketOf(...split: readonly string[]): number {
  return createHash('sha256').update(split.join(':')).digest().readUInt32BE(0) / 2 ** 32
}
