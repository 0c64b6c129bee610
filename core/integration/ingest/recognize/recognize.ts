import { assign, type Candidate, possible, sure } from './assign.ts'
import { lastResortKeys, withoutAmbiguous } from './ambiguity.ts'
import { fitness, leastFit } from './evidence.ts'
import { penalty, isExcluded } from './exceptions.ts'
import { fold, readHeader } from '../languages/headers.ts'
import { type FieldKinds, type IngestObject, isDocument, lineFields } from '../objects.ts'
import { withNumberedIds, withNumberedName, withoutStockIds } from './numbered-ids.ts'
import {
  numberFromId,
  withIdentifier,
  withOwnId,
  withoutHouseNumbers,
  withoutNamesAsCodes,
  withoutOwnCompany,
  withoutOwnIds,
  withoutRowIds,
} from './own-ids.ts'
import { pairUp } from './pairs.ts'
import { patternsOf } from './patterns/all.ts'
import type { CompiledPatterns } from './patterns/pattern.ts'
import { isAnswered, isPlace } from './shapes.ts'
import { carriers, type ColumnWords, similarity } from './similarity.ts'
import type { Column } from '../read/table.ts'
import { withTaxDocument } from './tax-documents.ts'
import { asTyped, titleReader, withoutCurrency, withoutRate } from './titles.ts'
import { isInAddress, sharedWrappers, wordsAbove } from './wrappers.ts'

/** What decides before any similarity does: the owner's overrides, then the product's vocabulary. */
export interface StatedColumns {
  readonly overrides: ReadonlyMap<string, string | null>
  readonly aliases: ReadonlyMap<string, Alias | null>
  readonly vocabulary: string | null
}

export interface Alias {
  readonly fields: readonly string[]
  readonly rank: number
}

/** The columns of one field, best first: the others stand in where the first is empty. */
export interface FieldMatch {
  readonly field: string
  readonly columns: readonly Candidate[]
}

export interface Recognition {
  readonly matches: readonly FieldMatch[]
  /** Everything that was possible, for the arithmetic to choose again from. */
  readonly candidates: readonly Candidate[]
}

/** Finds the meaning of every column of a scope, jointly over the batch. */
export function recognizeColumns(
  all: readonly Column[],
  scope: IngestObject | 'line',
  kinds: FieldKinds,
  given: StatedColumns,
): Recognition {
  const columns = all.filter(({ whole }) => whole !== true)
  const patterns = patternsOf(scope)
  const reader = titleReader(columns)
  const plain = 'total_tax' in kinds ? withoutRate(columns) : null
  const bare = withoutCurrency(columns)
  const typed = asTyped(columns, scope)
  const titleOf = (title: string) => typed((plain ?? String)(reader(bare(title))))
  const addressed = columns.some(({ segments: [title = '', ...more] }) => more.length === 0 && isAddress(readHeader(title).words))
  const taxed = columns.some(({ segments: [title = '', ...more] }) => more.length === 0 && isOfTax(readHeader(title).words))
  const around = { patterns, kinds, given, columns, titleOf, addressed, taxed, wrapped: sharedWrappers(columns) }
  const named = columns.flatMap((column) => candidatesOf(column, around))
  const candidates = withoutHouseNumbers(columns, withoutAmbiguous(named, columns, kinds, scope))
  const adjusted = pairUp(scope, columns, withKeys(scope, columns, candidates))
  const primary = assignFilled(
    columns,
    adjusted.filter((candidate) => candidate.score >= possible),
  )
  steal(patterns.required, primary, adjusted)
  if (scope !== 'line') primary.push(...lastResortKeys(primary, adjusted, columns, patterns.own))
  if (scope !== 'line' && isDocument(scope)) primary.push(...numberFromId(primary, columns))
  return { matches: withStandIns(primary, adjusted), candidates: adjusted }
}

/** What the columns of a scope say together of the ids, numbers and codes among them. */
function withKeys(scope: IngestObject | 'line', columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  if (scope === 'line') return withoutNamesAsCodes(columns, withoutRowIds(columns, withoutOwnIds(columns, candidates)))
  if (isDocument(scope)) {
    const own = withoutOwnCompany(columns, withNumberedIds(columns, candidates))
    return withOwnId(columns, withIdentifier(columns, own, 'number'))
  }
  if (scope === 'products') return withOwnId(columns, withIdentifier(columns, withoutStockIds(columns, candidates), 'sku'))
  if (scope === 'companies') return withOwnId(columns, withTaxDocument(columns, candidates))
  return withOwnId(columns, withNumberedName(columns, candidates))
}

/** A column without a value takes only what no other column is meant by. */
function assignFilled(columns: readonly Column[], candidates: readonly Candidate[]): Candidate[] {
  const filled = new Set(columns.flatMap(({ index, count }) => (count > 0 ? index : [])))
  const primary = assign(candidates.filter(({ column }) => filled.has(column)))
  const fields = new Set(primary.map(({ field }) => field))
  return [...primary, ...assign(candidates.filter(({ column, field }) => !filled.has(column) && !fields.has(field)))]
}

/** What a scope is recognised by, and what its other columns say of one. */
interface Surroundings {
  readonly patterns: CompiledPatterns
  readonly kinds: FieldKinds
  readonly given: StatedColumns
  readonly columns: readonly Column[]
  /** The title of a column without what all columns share. */
  readonly titleOf: (title: string) => string
  readonly addressed: boolean
  readonly taxed: boolean
  /** How many wrappers all columns stand in. */
  readonly wrapped: number
}

function candidatesOf(column: Column, around: Surroundings): readonly Candidate[] {
  const told = statedFor(column, around)
  if (told) return told
  const words = wordsOf(column, around)
  if (!words) return []
  const best = bestOfEachField(column, words, around)
  return best.some(({ score }) => score >= possible) ? best : (ownName(column, around.kinds) ?? best)
}

/** What overrides and vocabulary say of a column; undefined where they say nothing. */
function statedFor(column: Column, { given, kinds }: Surroundings): readonly Candidate[] | undefined {
  const override = lookup(given.overrides, column)
  if (override !== undefined) return override === null ? [] : [{ column: column.index, field: override, score: 3, via: 'override' }]
  const alias = lookup(given.aliases, column)
  if (alias === null) return []
  const known = alias?.fields.filter((field) => field in kinds) ?? []
  if (alias === undefined || known.length === 0) return undefined
  const fitting = known.find((field) => fitness(column, kinds[field] ?? 'text') >= 0.5) ?? known[0] ?? ''
  // Of several columns of one field the one that the vocabulary names first comes first.
  return [{ column: column.index, field: fitting, score: 2 - alias.rank / 1000, via: `vocabulary:${given.vocabulary}` }]
}

/** The words of a column; null where they are none that any field is called by. */
function wordsOf(column: Column, { patterns, kinds, columns, titleOf, wrapped }: Surroundings): ColumnWords | null {
  const leaf = readHeader(titleOf(column.segments.at(-1) ?? ''))
  const own = new Set([...leaf.words, ...leaf.hints.filter((hint) => telling.has(hint))])
  // Cents are read as such (`minor-units.ts`); of anything but money nobody counts them.
  const cents = own.delete('cents')
  // A day that "is valid from" answers nothing.
  if (own.has('flag') && !isAnswered(column)) own.delete('flag')
  if (![...own].some((word) => patterns.words.has(word) || carriers.has(word))) return null
  // Whom a document is billed to is none of what a line sells.
  if (kinds === lineFields && own.has('billing')) return null
  const above = wordsAbove(column, wrapped)
  if (own.size === 1 && own.has('code') && isInAddress(column, columns)) above.add('address')
  // The address for mail is none of e-mail.
  if (above.has('address') && above.has('email') && !column.sample.some((value) => String(value).includes('@'))) above.delete('email')
  return { own, above, cents }
}

/** The best way in which each field may be meant by these words, where the values fit. */
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
    // Of two equal names the shallower column is meant, then the earlier one: that also makes the answer deterministic.
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

/** An address, or a tax number, of nobody in particular. */
const isAddress = (words: readonly string[]): boolean =>
  words.some((word) => word === 'city' || word === 'postcode' || word === 'address' || word === 'vatid') &&
  !words.some((word) => word === 'shipping' || word === 'billing')

/** What a tax is called, or how much it is: `tax_name`, `tax_percentage`. */
const isOfTax = (words: readonly string[]): boolean => words.length === 2 && words[0] === 'tax' && ['name', 'percent', 'rate'].includes(words[1] ?? '') // prettier-ignore

/** What a bracket adds to a title: `(net)`, `(%)`, `(days)`. */
const telling = new Set(['excl', 'incl', 'percent', 'days', 'barcode'])

/** A record cannot do without this field: it takes a second-best column from a field that can. */
function steal(required: string | undefined, primary: Candidate[], candidates: readonly Candidate[]): void {
  if (required === undefined || primary.some((candidate) => candidate.field === required)) return
  const wanted = candidates
    .filter((candidate) => candidate.field === required && candidate.score >= possible)
    .toSorted((a, b) => b.score - a.score)[0]
  const holder = primary.findIndex((candidate) => candidate.column === wanted?.column)
  if (wanted && holder >= 0) primary[holder] = wanted
}

/** Columns left over that are as sure a name of a field as its first one stand in where that one is empty. */
function withStandIns(primary: readonly Candidate[], candidates: readonly Candidate[]): FieldMatch[] {
  const taken = new Set(primary.map((candidate) => candidate.column))
  // Of two words for the same (`Client`, `Kunde`) one is as sure as the other, however sure that is.
  const named = new Map(primary.map(({ field, via, score }) => [`${field} ${via}`, score] as const))
  const spare = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const enough = Math.min(sure, named.get(`${candidate.field} ${candidate.via}`) ?? sure) - 0.03
    if (taken.has(candidate.column) || candidate.score < enough) continue
    if (candidate.score > (spare.get(candidate.column)?.score ?? 0)) spare.set(candidate.column, candidate)
  }
  return primary.map((first) => {
    const others = [...spare.values()].filter((candidate) => candidate.field === first.field).toSorted((a, b) => b.score - a.score)
    return { field: first.field, columns: [first, ...others] }
  })
}

/** The columns that these matches take. */
export const usedColumns = (matches: readonly FieldMatch[]): ReadonlySet<number> =>
  new Set(matches.flatMap((match) => match.columns.map((candidate) => candidate.column)))

/** Overrides and aliases are keyed by folded source path. */
export function lookup<T>(given: ReadonlyMap<string, T>, column: Column): T | undefined {
  if (given.size === 0) return undefined
  const names = [column.path, column.key, column.segments.join('.')].map(fold)
  for (const name of names) if (given.has(name)) return given.get(name)
  for (let depth = column.segments.length - 1; depth > 0; depth--) {
    const above = fold(`${column.segments.slice(0, depth).join('.')}.*`)
    if (given.has(above)) return given.get(above)
  }
  return undefined
}
