import { closestMatch } from 'leven'

/** The candidate that was most likely meant, if any is close enough. */
export function nearest(given: unknown, candidates: readonly unknown[]): string | undefined {
  if (typeof given !== 'string' || given.length === 0 || given.length > 100) return undefined
  const plain = new Map(candidates.filter((each) => typeof each === 'string').map((each) => [normal(each), each]))
  const word = normal(given)
  const same = plain.get(word)
  if (same !== undefined) return same
  const longer = [...plain.keys()].filter((each) => each.startsWith(word))
  if (longer.length === 1 && given.length >= LEAST) return plain.get(longer[0] ?? '')
  const match =
    within(SLIP, word, plain) ?? beginning(given, plain, /[_\s-]/) ?? within(distanceFor(word), word, plain) ?? beginning(given, plain)
  return match === undefined ? undefined : plain.get(match)
}

/** So many letters identify a longer word, if only one begins with them. */
const LEAST = 4
/** Words of so few letters resemble too many others: the first letter must match. */
const SHORT = 5
// Two swapped letters are a distance of two.
const SLIP = 2
const distanceFor = ({ length }: string): number => (length < 4 ? 1 : Math.max(SLIP, Math.floor(length * 0.4)))

function within(maxDistance: number, word: string, plain: ReadonlyMap<string, string>): string | undefined {
  const alike = [...plain.keys()].filter((each) => word.length > SHORT || each[0] === word[0])
  return closestMatch(word, alike, { maxDistance: Math.min(maxDistance, distanceFor(word)) })
}

// The given word may begin with the right one: `company_name` for `company`, `operator` for `op`. `behind`: what must follow.
function beginning(given: string, plain: ReadonlyMap<string, string>, behind = /(?:)/): string | undefined {
  const begun = [...plain].filter(([, each]) => given.toLowerCase().startsWith(each) && behind.test(given.charAt(each.length)))
  return begun.toSorted(([a], [b]) => b.length - a.length)[0]?.[0]
}

const normal = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
