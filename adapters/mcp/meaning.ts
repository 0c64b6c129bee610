/** What is found by words. */
export interface Described {
  readonly name: string
  readonly description: string
  readonly tag?: string | undefined
}

/** How well something fits to words: `whole` where it meets every one of them. */
export interface Ranked<T> {
  readonly each: T
  readonly score: number
  readonly whole: boolean
}

// Other words for what tools are called by. Who looks for one of the left means those of the right as well.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  account: ['company'],
  accounts: ['company'],
  add: ['create', 'assign'],
  assign: ['update', 'owner'],
  audience: ['list'],
  automation: ['workflow'],
  bill: ['invoice'],
  bills: ['invoice'],
  blast: ['campaign'],
  bought: ['order', 'revenue'],
  cadence: ['sequence'],
  call: ['log'],
  cancel: ['void', 'unenroll'],
  change: ['update'],
  client: ['company', 'contact'],
  clients: ['company', 'contact'],
  close: ['win', 'lose'],
  colleague: ['user'],
  customer: ['company', 'contact'],
  customers: ['company', 'contact'],
  deadline: ['task', 'overdue'],
  dedupe: ['duplicate', 'merge'],
  discount: ['price', 'quote', 'rule'],
  done: ['complete'],
  drip: ['sequence'],
  due: ['task', 'unpaid', 'overdue'],
  edit: ['update'],
  employee: ['user'],
  erase: ['erasure', 'privacy'],
  estimate: ['quote'],
  field: ['property', 'schema'],
  find: ['search'],
  finish: ['complete'],
  firm: ['company'],
  forget: ['erasure', 'privacy'],
  gdpr: ['privacy', 'erasure'],
  hook: ['webhook'],
  import: ['ingest', 'import'],
  label: ['tag'],
  lead: ['contact'],
  leads: ['contact'],
  lookup: ['search'],
  lost: ['lose'],
  mail: ['email'],
  mailing: ['campaign'],
  make: ['create'],
  mark: ['complete', 'update'],
  meeting: ['log'],
  modify: ['update'],
  money: ['revenue', 'payment'],
  new: ['create'],
  newsletter: ['campaign'],
  note: ['activity', 'note'],
  offer: ['quote'],
  opportunities: ['deal'],
  opportunity: ['deal'],
  organisation: ['organization', 'company'],
  paid: ['payment'],
  pay: ['payment'],
  people: ['contact', 'user'],
  person: ['contact'],
  price: ['price', 'product', 'quote'],
  progress: ['job'],
  proposal: ['quote'],
  prospect: ['contact'],
  purchase: ['order'],
  reason: ['lose', 'lost'],
  refund: ['credit'],
  remind: ['task'],
  reminder: ['task'],
  remove: ['delete', 'remove'],
  rep: ['user', 'owner', 'leaderboard'],
  reps: ['user', 'leaderboard'],
  sale: ['deal', 'revenue'],
  sales: ['deal', 'revenue'],
  salesperson: ['user', 'leaderboard'],
  segment: ['list'],
  show: ['get', 'list'],
  stock: ['product'],
  teammate: ['user'],
  todo: ['task'],
  turnover: ['revenue'],
  undelete: ['restore'],
  undo: ['undo', 'restore'],
  unsubscribe: ['consent'],
  value: ['analytics'],
  view: ['get', 'list'],
  won: ['win'],
}

// A synonym says less than the word itself.
const OTHER = 0.7

/** Everything that fits to one of the words, the best first; all of it, in its own order, where there are none. */
export function rankedByMeaning<T extends Described>(things: readonly T[], query: string): readonly Ranked<T>[] {
  const words = (
    query
      .slice(0, MAX_CHARACTERS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  )
    .filter((each) => !asking.has(each))
    .slice(0, MAX_WORDS)
  // A word that occurs in many tools, such as `contact` or `for`, says little about which one is wanted.
  const parts = things.map(partsOf)
  const hits = words.map((word) => parts.map((each) => hitOf(each, word)))
  const weights = hits.map((each) => Math.log(1 + things.length / (1 + each.filter(Boolean).length)))
  const ranked = things.map((each, at) => {
    const own = hits.map((hit) => hit[at] ?? 0)
    const score = own.reduce((sum, hit, word) => sum + hit * (weights[word] ?? 0), 0)
    return { each, score: score * (isAsked(each, words) ? 1 : UNASKED), whole: own.every((hit) => hit >= OTHER) }
  })
  const best = Math.max(0, ...ranked.map(({ score }) => score))
  return (words.length === 0 ? ranked : ranked.filter(({ score }) => score > best / 2)).toSorted((a, b) => b.score - a.score)
}

// Words by which people ask, and by which nothing is told apart.
const asking = new Set(
  'all and any are can did does for from how that the their this was were what when where which who why with you'.split(' '),
)
// More words say nothing more, and each is looked for in all tools.
const MAX_WORDS = 20
const MAX_CHARACTERS = 1000
const readingVerbs = new Set(['get', 'list', 'search', 'query', 'resolve', 'find'])
// Who names only things wants to see them.
const UNASKED = 0.75

function isAsked({ name }: Described, words: readonly string[]): boolean {
  const [verb = ''] = name.split('_')
  return (
    readingVerbs.has(verb) || words.some((word) => meets(verb, word) || (Object.hasOwn(synonyms, word) && synonyms[word]?.includes(verb)))
  )
}

interface Parts {
  readonly named: readonly string[]
  readonly said: readonly string[]
}

function partsOf({ name, description, tag }: Described): Parts {
  return { named: name.split('_'), said: `${description} ${tag ?? ''}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [] }
}

// A word of the name counts more than one of the description.
function hitOf({ named, said }: Parts, word: string): number {
  const hit = (meant: string) => (named.some((part) => meets(part, meant)) ? 3 : 0) + (said.some((part) => meets(part, meant)) ? 1 : 0)
  const others = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : []
  return Math.max(hit(word), ...others.map((other) => hit(other) * OTHER))
}

// `invoices` meets `invoice`, and `companies` meets `company`.
function meets(part: string, word: string): boolean {
  const [own, meant] = [stem(part), stem(word)]
  // `rep` is no `report`.
  if (meant.length <= 3) return own === meant || own === `${meant}s`
  return own.startsWith(meant) || (own.length > 3 && meant.startsWith(own))
}

const stem = (word: string): string => word.replace(/ies$/, 'y')
