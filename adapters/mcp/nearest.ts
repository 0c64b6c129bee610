import { closestMatch } from 'leven'

/** The candidate that was most likely meant, if one is near enough to say so. */
export function nearest(given: unknown, candidates: readonly unknown[]): string | undefined {
  if (typeof given !== 'string' || given.length === 0 || given.length > 100) return undefined
  const plain = new Map(candidates.filter((each) => typeof each === 'string').map((each) => [normal(each), each]))
  const same = plain.get(normal(given))
  if (same !== undefined) return same
  const match = closestMatch(normal(given), [...plain.keys()], { maxDistance: Math.max(1, Math.floor(given.length * 0.4)) })
  return match === undefined ? undefined : plain.get(match)
}

const normal = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
