import { isConcept } from '../languages/dictionary.ts'
import { tableMark } from '../languages/word-parts.ts'
import type { FieldKind } from '../fields.ts'
import type { CompiledPatterns, Pattern } from './patterns/pattern.ts'
import { containers } from './wrappers.ts'

/** The name of a column, in concept words. */
export interface ColumnWords {
  /** Words of its own title. */
  readonly own: ReadonlySet<string>
  /** Words of its wrappers. */
  readonly above: ReadonlySet<string>
  /** True where the title says that cents are counted. */
  readonly cents: boolean
}

// One unexplained word must push the best pattern below the threshold: a "purchase price" is not the price.
const foreignWord = 0.45
const rankCosts: ReadonlyMap<string, number> = new Map(
  Object.entries({
    default: 0.004,
    primary: 0.003,
    billing: 0.012,
    business: 0.006,
    display: 0.02,
    internal: 0.03,
    private: 0.05,
    postal: 0.008,
    calculated: 0.02,
    signed: 0.02,
    current: 0.02,
  }),
)
// Keys without any meaning.
const mute = new Set(['value', 'content', 'text', 'string', 'free', 'form', 'original', 'magnitude'])
/** Keys that only carry the value of what their wrapper names. */
export const carriers = new Set([...mute, 'symbol', 'housenumber', 'number', 'code', 'business', 'internal', 'primary', 'default'])

// Kinds of which a record may have several; the first counts: `Name1`, `Telefon 1`.
const numbered = new Set<FieldKind>(['name', 'person', 'text', 'rich', 'street', 'phone', 'email', 'label', 'domain', 'percent'])
const weighed = new Set<FieldKind>(['money', 'number', 'percent', 'date', 'moment', 'currency'])
// For these kinds an unknown word only lowers the score: the values speak for themselves, or little depends on them.
const gentle = new Set<FieldKind>(['text', 'label', 'job', 'person', 'country', 'street', 'email', 'phone', 'domain', 'vat'])
// Some lists put an address or a number under the name of the item; no other value looks like one.
const reached = new Set<FieldKind>(['email', 'phone'])

/** A pattern of which every word is among those of a column. */
interface Covered extends ColumnWords {
  readonly pattern: Pattern
  readonly patterns: CompiledPatterns
  readonly kind: FieldKind
  /** How many words of the pattern the title itself has. */
  readonly fromLeaf: number
}

/**
 * How well a pattern covers a header: every word of the pattern must be there, and every other word lowers the score by what it could
 * change.
 */
export function similarity(pattern: Pattern, patterns: CompiledPatterns, words: ColumnWords, kind: FieldKind): number {
  const { own, above } = words
  let fromLeaf = 0
  for (const word of pattern.words) {
    if (own.has(word)) fromLeaf++
    else if (!above.has(word)) return 0
  }
  // A wrapper alone names nothing (`customer.note` is not the customer) unless its key only carries a value (`CurrencyRef.value`).
  if (fromLeaf === 0 && ![...own].every((word) => carriers.has(word) || isNameOfItem(word, kind))) return 0
  const covered = { ...words, pattern, patterns, kind, fromLeaf }
  // An id that names its owner takes precedence over one inside a wrapper, which may be that of the wrapper.
  let cost = fromLeaf > 0 && fromLeaf < pattern.words.length ? 0.003 : 0
  for (const word of own) cost += costInTitle(word, covered)
  const inFull = isNamedInFull(covered)
  for (const word of above) if (!pattern.words.includes(word) && !own.has(word)) cost += costAbove(word, covered, inFull)
  return pattern.weight - cost
}

function costInTitle(word: string, { pattern, patterns, kind, fromLeaf }: Covered): number {
  if (word === '1' && numbered.has(kind)) return 0.02
  if (fromLeaf > 0 && gentle.has(kind) && /^\D{3,}$/.test(word) && !isConcept(word)) return 0.25
  if (pattern.words.includes(word)) return 0
  return fromLeaf === 0 && (mute.has(word) || isNameOfItem(word, kind)) ? 0 : costOf(word, pattern, patterns)
}

/** An unknown wrapper does not change an amount or a date that its key names in full. */
function isNamedInFull({ pattern, above, kind, fromLeaf }: Covered): boolean {
  if (fromLeaf < pattern.words.length) return false
  return weighed.has(kind) || kind === 'vat' || (kind === 'code' && (fromLeaf > 1 || pattern.words.every((word) => above.has(word))))
}

function costAbove(word: string, { pattern, patterns, own, kind, fromLeaf }: Covered, inFull: boolean): number {
  // An address between a party and a code makes it the code of the address.
  const wraps =
    word === 'address'
      ? fromLeaf === pattern.words.length
      : containers.has(word) ||
        /^\d$/.test(word) ||
        (word === 'name' && kind === 'person') ||
        (word === 'id' && own.has('name')) ||
        (word === 'name' && own.has('id'))
  if (wraps) return 0.02
  if ((inFull && !isConcept(word)) || (word === 'id' && fromLeaf > 0)) return 0.1
  return costOf(word, pattern, patterns)
}

function costOf(word: string, { field }: Pattern, patterns: CompiledPatterns): number {
  if (patterns.neutral.get(field)?.has(word)) return 0.01
  if (patterns.own.has(word)) return 0.02
  return rankCosts.get(word) ?? (word.startsWith(tableMark) ? 0.1 : foreignWord)
}

const isNameOfItem = (word: string, kind: FieldKind): boolean => word === 'name' && reached.has(kind)
