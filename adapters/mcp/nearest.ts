import { closestMatch } from 'leven'

/** The candidate that was most likely meant, if one is near enough to say so. */
export function nearest(given: unknown, candidates: readonly unknown[]): string | undefined {
  if (typeof given !== 'string' || given.length === 0 || given.length > 100) return undefined
  const plain = new Map(candidates.filter((each) => typeof each === 'string').map((each) => [normal(each), each]))
  const same = plain.get(normal(given))
  if (same !== undefined) return same
  const longer = [...plain.keys()].filter((each) => each.startsWith(normal(given)))
  if (longer.length === 1 && given.length >= LEAST) return plain.get(longer[0] ?? '')
  const match = closestMatch(normal(given), [...plain.keys()], { maxDistance: distanceFor(given) })
  return match === undefined ? undefined : plain.get(match)
}

/** Letters with which a longer word begins, and it alone, for it to be meant. */
const LEAST = 4

// Two swapped letters are a distance of two.
const distanceFor = ({ length }: string): number => (length < 4 ? 1 : Math.max(2, Math.floor(length * 0.4)))

const normal = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
