import { type Candidate, possible, sure } from './assign.ts'
import { isMachineId } from './evidence.ts'
import { isConcept } from '../languages/dictionary.ts'
import { readHeader } from '../languages/headers.ts'
import { fold } from '../languages/letters.ts'
import type { FieldMatch } from './recognition.ts'
import { isLinkToRecord, isOwnId } from './shapes.ts'
import type { Column } from '../read/table.ts'

/** True for values of which none comes twice. */
const isUnique = (sample: Column['sample']): boolean => sample.length > 0 && new Set(sample).size === sample.length

/** Beside the id of an article or product, the id of an "item" is that of the line. */
export function withoutOwnIds(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const isItem = (candidate: Candidate) => {
    const title = fold(columns.find(({ index }) => index === candidate.column)?.segments.at(-1) ?? '')
    return candidate.field === 'product_id' && title.startsWith('item')
  }
  const items = new Set(candidates.filter(isItem).map(({ column }) => column))
  const others = candidates.some(({ field, column, score }) => field === 'product_id' && score >= sure && !items.has(column))
  return others ? candidates.filter(({ column }) => !items.has(column)) : candidates
}

/** The name of a product is not its code: `Product: "Desk lamp"`. */
export function withoutNamesAsCodes(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const inWords = new Set(columns.flatMap(({ index, sample }) => (sample.some((value) => isPhrase.test(String(value))) ? index : [])))
  return candidates.filter(({ field, via, column }) => field !== 'sku' || via !== 'words:product' || !inWords.has(column))
}

// A capitalized word is not a code: `Lamp`, `Screws 4x40`.
const isPhrase = /^(?:\p{L}{2,}(?: \p{L}{2,})+|\p{Lu}\p{Ll}{3,}(?: |$))/u

/** Beside the number of an article, a bare "article" that holds machine ids is the id of its row. */
export function withoutRowIds(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  const sampleOf = new Map(columns.map(({ index, sample }) => [index, sample]))
  const isId = ({ column }: Candidate) => sampleOf.get(column)?.every(isMachineId) ?? false
  const skus = candidates.filter(({ field, score }) => field === 'sku' && score >= possible)
  const rows = new Set(skus.flatMap((sku) => (sku.via === 'words:product' && isId(sku) ? sku.column : [])))
  const longest = Math.max(0, ...[...rows].flatMap((row) => (sampleOf.get(row) ?? []).map((value) => String(value).length)))
  // A number may differ from the id of a row by its length only.
  const isLonger = ({ column }: Candidate) => sampleOf.get(column)?.every((value) => String(value).length > longest) ?? false
  const told = skus.some(
    (sku) => /\b(?:number|code|reference|sku)$/.test(sku.via) && !rows.has(sku.column) && (!isId(sku) || isLonger(sku)),
  )
  if (!told || rows.size === 0) return candidates
  return candidates.flatMap((each) => {
    if (!rows.has(each.column)) return each
    return each.field === 'sku' ? { ...each, field: 'product_id', via: 'id beside a number' } : []
  })
}

/** Beside the `id` of a row, the "identifier" of a document or product without another number is its number. */
export function withIdentifier(
  columns: readonly Column[],
  candidates: readonly Candidate[],
  called: 'number' | 'sku',
): readonly Candidate[] {
  const own = columns.some(({ segments, sample }) => segments.length === 1 && fold(segments[0] ?? '') === 'id' && sample.every(isMachineId))
  if (!own || candidates.some(({ field, score }) => field === called && score >= possible)) return candidates
  const code = columns.find(({ segments: [title = '', ...more], sample }) => {
    const isIdentifier = more.length === 0 && /^identifi/i.test(title) && readHeader(title).words.join() === 'id'
    return isIdentifier && isUnique(sample) && !sample.some(isMachineId)
  })
  return code ? [...candidates, { column: code.index, field: called, score: sure, via: 'identifier beside an id' }] : candidates
}

/** Finds an id for a record without one: an id that related records have too, a link, or the first column. */
export const withOwnId = (columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] =>
  withFirstId(columns, withLink(columns, withSharedId(columns, candidates)))

/** Where nothing else identifies a record, its link does. */
function withLink(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.some(({ field, score }) => field === 'external_id' && score >= possible)) return candidates
  const link = columns.find(
    ({ segments: [title = '', ...more], sample }) =>
      more.length === 0 && isUnique(sample) && sample.every(isLinkToRecord) && links.test(title),
  )
  return link ? [...candidates, { column: link.index, field: 'external_id', score: possible, via: 'link to the record' }] : candidates
}

const links = /^(?:url|uri|href|link|self)$/i

/** A document without a number takes an id that names the document and is readable: `order_id: "DR-88120"`, and no UUID. */
export function numberFromId(primary: readonly Candidate[], columns: readonly Column[]): readonly Candidate[] {
  const id = primary.find(({ field }) => field === 'external_id')
  if (!id || primary.some(({ field }) => field === 'number')) return []
  const { segments = [], sample = [] } = columns.find(({ index }) => index === id.column) ?? {}
  const { words } = readHeader(segments.at(-1) ?? '')
  // An id that people write: `INV-204`.
  const written =
    segments.length === 1 &&
    words.join() === 'id' &&
    sample.every((value) => /^\p{Lu}[\p{L}\d /-]{0,30}\d$/u.test(String(value)) && !isOwnId(value))
  const told = written || words.some((word) => documents.has(word))
  const sayable = sample.every((value) => /\d/.test(String(value)) && (!isOwnId(value) || /^\d{1,12}$/.test(String(value))))
  return told && sample.length > 0 && sayable ? [{ ...id, field: 'number', via: 'id of a document without a number' }] : []
}

const documents = new Set(['order', 'invoice', 'quote', 'creditnote'])

/** Drops machine ids that were taken for the name of an item. */
export function withoutIdNames(matches: readonly FieldMatch[], columns: readonly Column[]): readonly FieldMatch[] {
  const ids = new Set(columns.flatMap(({ index, sample }) => (sample.every(isMachineId) ? index : [])))
  return matches.filter(
    ({ field, columns: [first] }) => !(field === 'item_name' && first?.via === 'words:product' && ids.has(first.column)),
  )
}

/** An id named after its system is that of the record where nested records have one, too: `lago_id` beside `customer.lago_id`. */
function withSharedId(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.some(({ field, score }) => field === 'external_id' && score >= sure)) return candidates
  const taken = new Set(candidates.flatMap(({ column, score }) => (score >= possible ? column : [])))
  const inner = new Set(columns.flatMap(({ segments }) => (segments.length > 1 ? (segments.at(-1) ?? '') : [])))
  const shared = columns.find(({ index, segments: [title = '', ...more] }) => {
    const { words } = readHeader(title)
    return more.length === 0 && !taken.has(index) && inner.has(title) && words.length === 2 && words[1] === 'id'
  })
  return shared ? [...candidates, { column: shared.index, field: 'external_id', score: sure, via: 'shared id' }] : candidates
}

/** The first column of a table identifies the rows if it is a unique id of something unknown: `Store ID`, `Venue ID`. */
function withFirstId(columns: readonly Column[], candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.some(({ field, score }) => field === 'external_id' && score >= possible)) return candidates
  const [first] = columns
  const { words } = readHeader(first?.segments.length === 1 ? (first.segments[0] ?? '') : '')
  const [thing = '', id] = words
  if (!first || words.length !== 2 || id !== 'id' || isConcept(thing)) return candidates
  const { sample, index } = first
  const own = sample.length > 1 && isUnique(sample) && sample.every(isMachineId)
  return own ? [...candidates, { column: index, field: 'external_id', score: possible, via: 'first id' }] : candidates
}
