import { readHeader } from '../languages/headers.ts'
import { type FieldKinds, lineFields } from '../fields.ts'
import type { Column } from '../read/table.ts'
import { addressWrapper, wrapperOf } from './address-wrapper.ts'
import { type Candidate, possible, sure } from './assign.ts'
import { fitness, leastFit } from './evidence.ts'
import { isExcluded } from './exceptions.ts'
import { penalty } from './penalty.ts'
import type { ScopeReading } from './scope-reading.ts'
import { isAnswered, isPlace } from './shapes.ts'
import { carriers, type ColumnWords, similarity } from './similarity.ts'
import { lookup } from './stated-columns.ts'
import { asTyped, titleReader, withoutCurrency, withoutRate } from './titles.ts'
import { isInAddress, sharedWrappers, wordsAbove } from './wrappers.ts'

/** How many columns are looked at before others have their turn. */
const atATime = 32

/** Finds what each column may mean by settings, vocabulary, title and values. */
export function* findCandidates(reading: ScopeReading): Generator<void, void> {
  const { columns, scope, kinds } = reading
  const readTitle = titleReader(columns)
  yield
  const withoutTaxRate = 'total_tax' in kinds ? withoutRate(columns) : null
  const bare = withoutCurrency(columns)
  yield
  const typed = asTyped(columns, scope)
  yield
  const titleOf = (title: string) => typed((withoutTaxRate ?? String)(readTitle(bare(title))))
  const addressed = columns.some(
    ({ segments: [title = '', ...more] }) => more.length === 0 && !isUid.test(title) && isAddress(readHeader(title).words),
  )
  const taxed = columns.some(({ segments: [title = '', ...more] }) => more.length === 0 && isOfTax(readHeader(title).words))
  yield
  const around = {
    ...reading,
    titleOf,
    addressed,
    taxed,
    wrapped: sharedWrappers(columns),
    places: isParty.has(scope) ? addressWrapper(columns) : undefined,
  }
  yield
  const found: Candidate[] = []
  for (const [at, column] of columns.entries()) {
    found.push(...candidatesOf(column, around))
    if (at % atATime === atATime - 1) yield
  }
  reading.candidates = found
}

/** A scope with what its columns say about each other. */
interface Surroundings extends ScopeReading {
  /** The title of a column without what all columns share. */
  readonly titleOf: (title: string) => string
  readonly addressed: boolean
  readonly taxed: boolean
  /** How many wrappers all columns stand in. */
  readonly wrapped: number
  /** The path of the only wrapper that holds an address and says nothing else. */
  readonly places: string | undefined
}

function candidatesOf(column: Column, around: Surroundings): readonly Candidate[] {
  const told = statedMeaning(column, around)
  if (told) return told
  const words = wordsOf(column, around)
  if (!words) return []
  const best = bestOfEachField(column, words, around)
  return best.some(({ score }) => score >= possible) ? best : (ownName(column, around.kinds) ?? best)
}

/** The meaning of a column by overrides and vocabulary; undefined where they state none. */
function statedMeaning(column: Column, { stated, kinds }: Surroundings): readonly Candidate[] | undefined {
  const override = lookup(stated.overrides, column)
  if (override !== undefined) return override === null ? [] : [{ column: column.index, field: override, score: 3, via: 'override' }]
  const alias = lookup(stated.aliases, column)
  if (alias === null) return []
  const known = alias?.fields.filter((field) => field in kinds) ?? []
  if (alias === undefined || known.length === 0) return undefined
  const fitting = known.find((field) => fitness(column, kinds[field] ?? 'text') >= 0.5) ?? known[0] ?? ''
  // Of several columns of one field, the one that the vocabulary lists first takes precedence.
  return [{ column: column.index, field: fitting, score: 2 - alias.rank / 1000, via: `vocabulary:${stated.vocabulary}` }]
}

/** The words of a column; null where no field is named by any of them. */
function wordsOf(column: Column, { patterns, kinds, columns, titleOf, wrapped, places }: Surroundings): ColumnWords | null {
  const leaf = readHeader(titleOf(column.segments.at(-1) ?? ''))
  const own = new Set([...leaf.words, ...leaf.hints.filter((hint) => telling.has(hint))])
  // Cents are handled by `cents.ts`; they only make sense for money.
  const cents = own.delete('cents')
  // "is valid from" with a date is not a yes or no.
  if (own.has('flag') && !isAnswered(column)) own.delete('flag')
  if (![...own].some((word) => patterns.words.has(word) || carriers.has(word))) return null
  // The billed party belongs to the document, not to a line.
  if (kinds === lineFields && own.has('billing')) return null
  const above = places !== undefined && wrapperOf(column) === places ? new Set(['address']) : wordsAbove(column, wrapped)
  if (own.size === 1 && own.has('code') && isInAddress(column, columns)) above.add('address')
  // A mailing address is not an e-mail address.
  if (above.has('address') && above.has('email') && !column.sample.some((value) => String(value).includes('@'))) above.delete('email')
  return { own, above, cents }
}

/** The best candidate for each field by these words, where the values fit. */
function bestOfEachField(column: Column, words: ColumnWords, { patterns, kinds, addressed, taxed }: Surroundings): Candidate[] {
  const { own, above, cents } = words
  const best = new Map<string, Candidate>()
  const never = new Set(
    patterns.patterns
      .filter(({ weight, words }) => weight === 0 && words.length === own.size && words.every((word) => own.has(word)))
      .map(({ field }) => field),
  )
  for (const pattern of patterns.patterns) {
    const { field } = pattern
    const kind = never.has(field) ? undefined : kinds[field]
    if (kind === undefined || (cents && kind !== 'money')) continue
    const text = similarity(pattern, patterns, words, kind)
    if (text < possible - 0.1 || text <= (best.get(field)?.score ?? 0)) continue
    const fit =
      kind === 'country' && text >= sure && isPlace(column) ? Math.max(leastFit.country, fitness(column, kind)) : fitness(column, kind)
    if (fit < leastFit[kind] || isExcluded({ field, words: pattern.words, kind, column, own, above, addressed, taxed })) continue
    // Of two equal names the shallower column wins, then the earlier one, which also makes the result deterministic.
    const depth = Math.max(0, column.segments.length - 1) * 0.004
    const score = text - depth - (cents ? 0.02 : 0) - penalty(field, kind, column) - (1 - fit) * 0.1 - column.index * 1e-5
    best.set(field, { column: column.index, field, score, via: `words:${pattern.words.join(' ')}` })
  }
  return [...best.values()]
}

/** Our own name for a field is always understood, even where other systems mean something else by it. */
function ownName(column: Column, kinds: FieldKinds): Candidate[] | undefined {
  const kind = Object.hasOwn(kinds, column.path) ? kinds[column.path] : undefined
  return kind && fitness(column, kind) >= leastFit[kind]
    ? [{ column: column.index, field: column.path, score: sure, via: 'name' }]
    : undefined
}

/** Records that have an address of their own. */
const isParty = new Set<string>(['companies', 'contacts'])

/** True for the words of an address or tax number that belongs to the record itself. */
const isAddress = (words: readonly string[]): boolean =>
  words.some((word) => word === 'city' || word === 'postcode' || word === 'address' || word === 'vatid') &&
  !words.some((word) => word === 'shipping' || word === 'billing')

/** An id of its own in most systems, and a tax number in some. */
const isUid = /^uid$/i

/** What a tax is called, or how much it is: `tax_name`, `tax_percentage`. */
const isOfTax = ([first, second = '', ...more]: readonly string[]): boolean =>
  first === 'tax' && ['name', 'percent', 'rate'].includes(second) && more.length === 0

/** What a bracket adds to a title: `(net)`, `(%)`, `(days)`. */
const telling = new Set(['excl', 'incl', 'percent', 'days', 'barcode'])
