import { closestMatch } from 'leven'

const MAX_WORD = 100

/** The candidate that was most likely meant, if any is close enough. */
export function nearest(given: unknown, candidates: readonly unknown[]): string | undefined {
  if (typeof given !== 'string' || given.length === 0 || given.length > MAX_WORD) return undefined
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

// Other words of which names are made, as models write them: in a name each stands for these, tried in order.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  customer: ['company'],
  client: ['company'],
  account: ['company'],
  organization: ['company'],
  person: ['contact'],
  note: ['body', 'notes', 'description'],
  text: ['body', 'html', 'description'],
  content: ['body', 'html', 'text'],
  message: ['body', 'text'],
  comment: ['body', 'notes', 'description'],
  value: ['amount', 'price'],
  worth: ['amount'],
  deadline: ['due_at', 'close_date', 'due_date'],
  query: ['q'],
  term: ['q'],
  find: ['search', 'list'],
  add: ['create', 'log'],
  new: ['create'],
  make: ['create'],
  modify: ['update'],
  edit: ['update'],
  change: ['update'],
  remove: ['delete'],
  show: ['get', 'list'],
  read: ['get'],
  fetch: ['get', 'list'],
  get: ['list', 'search'],
}

/**
 * The name of a field or a tool that was most likely meant: as `nearest`, and by the parts of names: `full_name` for `name`, `reason` for
 * the only `..._reason`, `labs` for `custom.labs`, `customer_id` for `company_id`, `find_contacts` for `search_contacts`.
 */
export function nearestName(given: unknown, names: readonly string[]): string | undefined {
  if (typeof given !== 'string' || given.length > MAX_WORD) return undefined
  const word = given.toLowerCase()
  const other = otherWords(word).find((each) => names.includes(each))
  if (other !== undefined) return other
  const plain = new Map(names.map((each) => [normal(each), each]))
  const slip = plain.has(normal(word)) ? normal(word) : within(SLIP, normal(word), plain)
  return (slip === undefined ? undefined : plain.get(slip)) ?? byParts(word, names) ?? nearest(given, names)
}

function otherWords(word: string): string[] {
  const parts = word.split('_')
  return parts.flatMap((part, at) =>
    Object.hasOwn(synonyms, part) ? (synonyms[part] ?? []).map((each) => parts.with(at, each).join('_')) : [],
  )
}

function byParts(word: string, names: readonly string[]): string | undefined {
  const begun = beginning(word, new Map(names.map((each) => [each, each])), /[_\s-]/)
  if (begun !== undefined) return begun
  const [longest] = names.filter((each) => word.endsWith(`_${each}`)).toSorted((a, b) => b.length - a.length)
  if (longest !== undefined) return longest
  // The other spelling of custom properties names the same.
  const ending = names.filter((each) => each.endsWith(`_${word}`) || (each.endsWith(`.${word}`) && !each.startsWith('custom_properties.')))
  return ending.length === 1 ? ending[0] : undefined
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
