import { multiplies } from './arithmetic.ts'
import { settleLine } from './settle-line.ts'
import { numbers } from './figures.ts'
import type { Candidate } from './assign.ts'
import { planFields, type Conventions, type FieldPlan } from './formats.ts'
import { varyingColumns } from './groups.ts'
import { fold, readHeader } from '../languages/headers.ts'
import { lineFields, objectFields, type IngestObject } from '../objects.ts'
import { withoutIdNames } from './own-ids.ts'
import { arePartsOf, isRate } from './rates.ts'
import { recognizeColumns, type StatedColumns, type FieldMatch, type Recognition } from './recognize.ts'
import type { Column, Row, Scope } from '../read/table.ts'
import type { Table } from '../read/flatten.ts'
import { inferLineAmounts } from './untitled.ts'
import { parseBoolean } from '../values/boolean.ts'

/** How the lines of a batch are found in its records and read. */
export interface LinePlan {
  /** The list that holds the lines; null when every record is one line of a document. */
  readonly scope: Scope | null
  readonly columns: readonly Column[]
  readonly fields: readonly FieldPlan[]
  readonly matches: readonly FieldMatch[]
  readonly kinds: readonly Column[]
  readonly flags: readonly Column[]
  /** Columns that say of which line something is a part. */
  readonly parents: readonly Column[]
}

/** The list of a document that looks most like lines, by its name and by how many of its columns are known. */
export function findLineList(table: Table, given: StatedColumns, conventions: Conventions): LinePlan | null {
  let best: { scope: Scope; matches: readonly FieldMatch[]; rank: number } | null = null
  for (const scope of table.lists) {
    const rows = firstLines(table.rows, scope)
    const read = recognizeColumns(scope.columns, 'line', lineFields, given)
    const matches = withoutIdNames(inferLineAmounts(settleLine(read, rows), read.candidates, scope.columns, rows), scope.columns)
    const fields = new Set(matches.map((match) => match.field))
    const worth = ['quantity', 'unit_price', 'total_excl_tax', 'sku', 'description', 'item_name', 'product_id'].filter((field) =>
      fields.has(field),
    ).length
    if (worth === 0 || (scope.unnamed && !(worth >= 3 && fields.has('quantity')))) continue
    const { words } = readHeader(scope.segments.at(-1) ?? '')
    const rank = worth + fields.size / 10 + (words.includes('line') ? 2 : 0) - scope.segments.length / 4
    if (rank > (best?.rank ?? 0)) best = { scope, matches, rank }
  }
  if (!best) return null
  const { scope, matches } = best
  return planOf(scope, scope.columns, matches, linesOf(table.rows, scope), conventions)
}

function planOf(
  scope: Scope | null,
  columns: readonly Column[],
  matches: readonly FieldMatch[],
  rows: Iterable<Row>,
  conventions: Conventions,
): LinePlan {
  const taken = new Set(matches.flatMap((match) => match.columns.map((candidate) => candidate.column)))
  const free = columns.filter((column) => !taken.has(column.index))
  return {
    scope,
    columns,
    matches,
    fields: planFields(matches, lineFields, { path: '', segments: [], columns: [...indexed(columns)] }, rows, conventions),
    kinds: free.filter((column) => (!scope || column.segments.length === 1) && (isKind(wordsOf(column)) || holdsKinds(column))),
    parents: columns.filter(({ segments }) => segments.length === 1 && /^parent.*id$/i.test(segments[0] ?? '')),
    flags: free.filter((column) => wordsOf(column).some((word) => word === 'optional' || word === 'alternative')),
  }
}

/** What kind of tax or discount a line has, at the top or further in, says nothing of the line. */
const isKind = (words: readonly string[]): boolean => words.includes('type') && !words.includes('tax') && !words.includes('discount')

/** A column that tells headings and sums from items, whatever it is called. */
const holdsKinds = ({ sample }: Column): boolean => sample.some((value) => typeof value === 'string' && ofKinds.test(value))
const ofKinds = /^(?:titel|zwischensumme|textposition|section|subtotal|sous-total|sección)$/i

/** Columns at their own index: a subset keeps the numbering of its scope. */
function indexed(columns: readonly Column[]): Column[] {
  const sparse: Column[] = []
  for (const column of columns) sparse[column.index] = column
  return sparse
}

function* linesOf(rows: readonly (Row | null)[], scope: Scope): Generator<Row> {
  for (const row of rows) yield* row?.lists?.get(scope) ?? []
}

function firstLines(rows: readonly (Row | null)[], scope: Scope): Row[] {
  const first: Row[] = []
  for (const row of linesOf(rows, scope)) {
    if (first.length >= 300) break
    first.push(row)
  }
  return first
}

/** A batch of one row per line: which columns are the line's, and what the header is recognised as without them. */
export function findLineRows(
  table: Table,
  object: IngestObject,
  header: Recognition,
  given: StatedColumns,
  line: StatedColumns,
  conventions: Conventions,
): { plan: LinePlan; header: Recognition } | null {
  const { columns } = table.root
  const titled = titledColumns(columns)
  const rows = table.rows.filter((row) => row !== null)
  const inner =
    titled.length > 0
      ? titled.map((column) => ({ ...column, segments: column.segments.slice(1) }))
      : lineColumns(columns, rows, header, line)
  if (inner.length === 0) return null
  const read = recognizeColumns(inner, 'line', lineFields, line)
  const matches = withoutIdNames(inferLineAmounts(settleLine(read, rows), read.candidates, inner, rows.slice(0, 300)), inner)
  if (matches.length === 0) return null
  const own = new Set(inner.map((column) => column.index))
  const other = titled.length > 0 ? otherTables(columns, inner, rows) : new Set<number>()
  const rest = columns.filter(({ index }) => !own.has(index) && !other.has(index))
  return { plan: planOf(null, inner, matches, rows, conventions), header: recognizeColumns(rest, object, objectFields[object], given) }
}

/** Columns of a table that the document has beside its lines, taxes mostly: no row holds both. */
function otherTables(columns: readonly Column[], lines: readonly Column[], rows: readonly Row[]): ReadonlySet<number> {
  const own = new Set(lines.map(({ index }) => index))
  const others = Map.groupBy(
    columns.filter(({ index, segments }) => segments.length > 1 && !own.has(index)),
    ({ segments }) => segments[0] ?? '',
  )
  return new Set(
    [...others.values()].flatMap((group) => {
      const filled = rows.filter((row) => group.some((column) => isFilled(row, column)))
      const apart = filled.length > 0 && !filled.some((row) => lines.some((column) => isFilled(row, column)))
      return apart ? group.map(({ index }) => index) : []
    }),
  )
}

/** What the table of the items of documents is called: `SalesInvoiceItem`. */
const ofItems = new Set(['product', 'sale', 'invoice', 'order', 'quote', 'document'])

/** Columns whose title begins with the line: `Order Lines / Quantity`, or `item.quantity` where several share that beginning. */
function titledColumns(columns: readonly Column[]): Column[] {
  const groups = Map.groupBy(
    columns.filter((column) => column.segments.length > 1 && !column.path.includes('[]')),
    (column) => column.segments[0] ?? '',
  )
  return [...groups].flatMap(([title, group]) => {
    const { words } = readHeader(title)
    const items =
      words.at(-1) === 'product' &&
      words.every((word) => ofItems.has(word)) &&
      group.some((column) => wordsOf(column).includes('quantity')) &&
      group.length >= 3
    // One such column is an abbreviation ("Pos.-Betrag"), not the beginning that all columns of the line share.
    return (words.includes('line') && group.length > 1) || items ? group : []
  })
}

/**
 * Without titles that say so, a row is a line when it has something that is sold and an amount, beside a quantity or where they differ
 * among the rows of one document.
 */
function lineColumns(columns: readonly Column[], rows: readonly Row[], header: Recognition, given: StatedColumns): Column[] {
  const columnsOf = (fields: readonly string[]) => fields.flatMap((field) => firstOf(header.matches, field)?.column ?? [])
  const keys = columnsOf(['number', 'external_id'])
  const varying = varyingColumns(rows, keys, columnsOf(['customer_external_id', 'customer_name']))
  const readAs = (some: readonly Column[]) => soldIn(recognizeColumns(some, 'line', lineFields, given).matches, columns, rows, varying)
  // Where a sum of the document is called more like one of a line, what differs among the rows of a document tells.
  const sold =
    readAs(toldOfLines(columns, varying).filter(({ index }) => index !== keys[0])) ??
    (varying && readAs(columns.filter(({ index }) => varying.has(index))))
  if (!sold) return []
  const { matches, quantity, total, product, counted } = sold
  const whole = firstOf(header.matches, 'total_incl_tax')
  const headerOf = new Map(
    header.matches.flatMap((match) => match.columns.slice(0, 1).map((candidate) => [candidate.column, candidate] as const)),
  )
  const chosen = new Set(
    matches.flatMap((match) => {
      const [first] = match.columns
      if (!first) return []
      const rival = headerOf.get(first.column)
      // What the product itself calls a column of the document is none of a line, whatever it looks like.
      if (rival && rival.score > 1 && first.score <= 1) return []
      const taxes = match.field === 'tax_rate' && total !== undefined ? numbers(rows, first.column) : null
      const rated =
        taxes !== null &&
        total !== undefined &&
        isRate(taxes, numbers(rows, total.column)) &&
        !(whole && arePartsOf(taxes, numbers(rows, whole.column)))
      const proven = rated || (match.field === 'total_excl_tax' && product >= 0.7)
      const told = varying ? varying.has(first.column) : rival !== undefined && first.score > rival.score
      return !rival || proven || told ? [first.column] : []
    }),
  )
  if (counted && quantity && !chosen.has(quantity.column)) return []
  // What differs among the rows of a document is none of the document's, whatever it is called: not even the id of each row.
  return columns.filter(({ index }) => chosen.has(index) || varying?.has(index))
}

/**
 * Where titles say "of the line", even that of the quantity, what says neither that nor varies among the rows of a document is the
 * document's.
 */
function toldOfLines(columns: readonly Column[], varying: ReadonlySet<number> | null): readonly Column[] {
  if (!columns.some((column) => wordsOf(column).includes('line') && wordsOf(column).includes('quantity'))) return columns
  return columns.filter((column) => varying?.has(column.index) || wordsOf(column).some((word) => word === 'line' || word === 'product'))
}

/** What each row sells, if it sells anything: something at an amount, beside a quantity or listed with others. */
function soldIn(matches: readonly FieldMatch[], columns: readonly Column[], rows: readonly Row[], varying: ReadonlySet<number> | null) {
  const [quantity, price, total] = ['quantity', 'unit_price', 'total_excl_tax'].map((field) => firstOf(matches, field))
  const thing = things.map((field) => firstOf(matches, field)).find((found) => found !== undefined)
  // A shop that writes prices with the tax alone has the rate of it beside them, or says that they are those of the lines.
  const incl = firstOf(matches, 'total_incl')
  const ofLine = columns.some((column) => column.index === incl?.column && wordsOf(column).includes('line'))
  const gross = quantity && (ofLine || firstOf(matches, 'tax_rate')) && incl
  if (!thing || !(price ?? total ?? gross)) return null
  const product = quantity && price && total ? products(rows, quantity, price, total, firstOf(matches, 'discount_percent')) : 0
  const counted = quantity !== undefined && (quantity.score >= 0.8 || product >= 0.9)
  if (!counted && !(varying && isListed(columns, varying, thing, [price, total, gross]))) return null
  return { matches, quantity, total, product, counted }
}

const things = ['sku', 'description', 'item_name', 'product_id']

/**
 * True where the rows of one document list different things at different amounts, and no total that changed from one version to the next.
 */
function isListed(
  columns: readonly Column[],
  varying: ReadonlySet<number>,
  thing: Candidate,
  amounts: readonly (Candidate | undefined)[],
): boolean {
  if (!varying.has(thing.column)) return false
  return amounts.some((amount) => {
    if (!amount || !varying.has(amount.column)) return false
    const words = wordsOf(columns.find(({ index }) => index === amount.column))
    return !words.includes('total') || words.includes('line') || words.includes('product')
  })
}

function products(rows: readonly Row[], quantity: Candidate, price: Candidate, total: Candidate, discount: Candidate | undefined): number {
  const sample = rows.slice(0, 300)
  const of = (candidate: Candidate) => numbers(sample, candidate.column)
  return multiplies(of(quantity), of(price), discount ? of(discount) : [], of(total))
}

export type LineKind = 'item' | 'subtotal' | 'discount' | 'none'

const notItems =
  /^text|title|titel|heading|^header$|section|note|comment|shipping|freight|^tax|taxline|^(?:vat|tva|mwst|ust|iva|steuer)\b|surcharge|description_?only|^versand(?:position|kosten)?$|^(?:porto|fracht)|^(?:eventual|alternativ|bedarfs)(?:position)?$|^option(?:al)?$/
const kindOfText = new Map<string, LineKind>()

/** What a row of a line list is: only items are lines, text and sums are not. */
export function lineKind(row: Row, plan: LinePlan): LineKind {
  for (const column of plan.kinds) {
    const value = cell(row, column)
    if (typeof value !== 'string') continue
    const known = kindOfText.get(value) ?? classify(value)
    if (known !== 'item') return known
  }
  return plan.flags.some((column) => parseBoolean(cell(row, column) ?? false) === true) ? 'none' : 'item'
}

function classify(value: string): LineKind {
  const text = fold(value.slice(0, 60))
  const kind = /sub_?-? ?total|zwischensumme/.test(text)
    ? 'subtotal'
    : /discount|rabatt|remise|descuento|sconto|desconto/.test(text)
      ? 'discount'
      : notItems.test(text)
        ? 'none'
        : 'item'
  if (kindOfText.size < 1_000) kindOfText.set(value, kind)
  return kind
}

/** True for a part of another line that costs nothing by itself. */
export const isPart = (row: Row, plan: LinePlan, line: Readonly<Record<string, unknown>>): boolean =>
  !line.unit_price && !line.total_excl_tax && plan.parents.some((column) => !['', '0'].includes(String(cell(row, column) ?? '')))

function cell(row: Row, { index }: Column) {
  const at = row.at.indexOf(index)
  return at < 0 ? undefined : row.values[at]
}

const isFilled = (row: Row, column: Column): boolean => (cell(row, column) ?? '') !== ''

const wordsOf = (column: Column | undefined) => readHeader(column?.segments.at(-1) ?? '').words

const firstOf = (matches: readonly FieldMatch[], field: string) => matches.find((match) => match.field === field)?.columns[0]
