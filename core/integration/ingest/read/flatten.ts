import { repeatedKeyNote, repeatedKeys } from '../../../kernel/operation/schema/repeated-keys.ts'
import { withoutBodyList } from './body-lists.ts'
import { pairsOf, partyOf, contactMethodsOf } from './contact-methods.ts'
import { ungrouped, unwrap } from './list-items.ts'
import { preferredItem, sharedFields } from './preferred-item.ts'
import type { ListUse } from './lists.ts'
import { isBlocked, limits, tooManyLines } from './limits.ts'
import { parseLiteral } from './literal.ts'
import { losslessNumber } from './lossless.ts'
import { moneyIn } from './money-objects.ts'
import { excerpt } from './mask.ts'
import { type Node, Paths } from './paths.ts'
import { splitTitle } from './split-title.ts'
import { isTranslations } from './translations.ts'
import { RowBuilder, sampleSize, type Problem, type Row, type Scalar, type Table } from './table.ts'
import type { TableReading } from './reading.ts'
import { isDocument } from '../objects.ts'
import { looksBroken } from '../values/text.ts'
import { listText } from './kept-lists.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { withoutXmlLists } from './xml-lists.ts'

/** Turns every record into a row of cells over columns that the batch shares; a record that cannot be read becomes a problem, never an error. */
export function* flattenRecords(reading: TableReading): Generator<void, void> {
  const { records, object, vocabulary } = reading
  reading.table = yield* new Flattener(isDocument(object), vocabulary).table(records)
  reading.rows = reading.table.rows.filter((row) => row !== null)
}

class Flattener {
  readonly #document: boolean
  readonly #paths: Paths
  readonly #header = new RowBuilder()
  readonly #line = new RowBuilder()
  readonly #problems = new Map<number, Problem>()
  readonly #dirty = new Map<number, string[]>()
  #suspicious = false
  // State of the current record.
  #keys = 0
  #problem: Problem | null = null
  #notes: string[] | null = null

  constructor(document: boolean, vocabulary: Vocabulary | null) {
    this.#document = document
    this.#paths = new Paths(document, vocabulary)
  }

  *table(records: readonly unknown[]): Generator<void, Table> {
    const rows: (Row | null)[] = []
    for (const record of records) {
      rows.push(this.#read(record, rows.length))
      yield
    }
    const { root, lists } = this.#paths
    return { root, lists, rows, problems: this.#problems, dirty: this.#dirty, suspicious: this.#suspicious }
  }

  #read(record: unknown, index: number): Row | null {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      this.#problems.set(index, { code: 'not_an_object', field: '', reason: `a record must be an object, not ${describe(record)}` })
      return null
    }
    this.#keys = 0
    this.#problem = null
    this.#notes = null
    const plain = withoutXmlLists(record)
    this.#walk(this.#document ? withoutBodyList(plain) : plain, this.#paths.top, this.#header.begin(), 0)
    if (this.#notes) this.#dirty.set(index, this.#notes)
    if (this.#problem) this.#problems.set(index, this.#problem)
    return this.#header.seal()
  }

  #walk(value: unknown, node: Node, row: RowBuilder, depth: number): void {
    if (this.#problem || value === null || value === undefined) return
    if (typeof value === 'string') return this.#walkText(value, node, row, depth)
    const scalar = scalarOf(value)
    if (scalar !== null) return this.#put(node, row, scalar)
    if (typeof value !== 'object') return
    if (depth > limits.depth)
      return this.#fail('too_deep', node.path, `${excerpt(node.path, '')}: nested deeper than ${limits.depth} levels`)
    const lines = node.use === 'lines' ? unwrap(value, node.segments.at(-1) ?? '') : null
    if (lines) return this.#walkLines(lines, node, row, depth)
    if (Array.isArray(value)) return this.#walkList(value, node, row, depth)
    const money = moneyIn(value)
    if (money) this.#paths.child(node, 'amount').exact = true
    this.#walkKeys(money ?? value, node, row, depth)
  }

  #walkText(value: string, node: Node, row: RowBuilder, depth: number): void {
    const text = this.#clean(node, value)
    const parsed = node.use !== null && readAsText.has(node.use) && /^\s*[[{]/.test(text) ? parseLiteral(text) : null
    if (typeof parsed === 'object' && parsed !== null) this.#walk(parsed, node, row, depth)
    else this.#put(node, row, text)
  }

  #walkKeys(value: object, node: Node, row: RowBuilder, depth: number): void {
    const spoken = depth > 0 && isTranslations(value)
    for (const key of repeatedKeys(value)) this.#note(repeatedKeyNote(excerpt(key, '')))
    for (const key of Object.keys(value)) {
      if (++this.#keys > limits.keys) return this.#fail('too_many_keys', node.path, `more than ${limits.keys} keys in one record`)
      if (isBlocked(key)) {
        this.#note(`key ${key} was ignored`)
        continue
      }
      const next = this.#paths.child(node, key, spoken ? [] : splitTitle(key))
      if (next.broken) this.#note(`key ${excerpt(key, '')}: a NUL character or broken text was removed`)
      this.#walk(Reflect.get(value, key), next, row, depth + 1)
    }
  }

  #walkList(list: readonly unknown[], node: Node, row: RowBuilder, depth: number): void {
    const [first, second] = list
    // A reference as some systems write it: [7, "Azure Interior"].
    if (list.length === 2 && typeof first === 'number' && typeof second === 'string') {
      this.#put(this.#paths.child(node, 'id'), row, first)
      return this.#put(this.#paths.child(node, 'name'), row, this.#clean(node, second))
    }
    const ofRecord = node.scope === this.#paths.root
    const reaches = ofRecord && !this.#document ? contactMethodsOf(list) : null
    if (reaches) {
      for (const [way, value] of reaches) this.#put(this.#paths.reach(node, way), row, this.#clean(node, value))
      return
    }
    const pairs = ofRecord ? pairsOf(node.segments.at(-1) ?? '', list) : null
    if (pairs) return this.#walk(pairs, node, row, depth + 1)
    // A list of the values of an attribute with one element.
    if (list.length === 1 && typeof first === 'object' && first !== null && 'value' in first && typeof first.value !== 'object')
      return this.#walk(first, node, row, depth + 1)
    if (node.use === 'variants') return this.#walk(sharedFields(list), this.#paths.itemsOf(node), row, depth + 1)
    this.#walkItems(list, node, row, depth)
  }

  /** Walks a list of which one item stands for all, or none is read. */
  #walkItems(list: readonly unknown[], node: Node, row: RowBuilder, depth: number): void {
    const scalars = list.every((item) => typeof item !== 'object')
    const one = node.use === 'one' || (node.use === 'only' && list.length === 1)
    if (!one && (list.length > 1 || !scalars)) this.#keepWhole(list, node, row)
    if (!one && !scalars) return this.#walkReferences(list, node, row, depth)
    const chosen = preferredItem(list)
    this.#walk(chosen, typeof chosen === 'object' && chosen !== null ? this.#paths.itemsOf(node) : node, row, depth + 1)
  }

  #walkReferences(list: readonly unknown[], node: Node, row: RowBuilder, depth: number): void {
    const parties = list.slice(0, 10).map(partyOf)
    const first = parties.findIndex((party) => party !== null)
    if (first >= 0) return this.#walk(list[first], this.#paths.child(node, parties[first] ?? ''), row, depth + 1)
    const records = list.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
    if (node.use === 'perhaps' && records && list.length > 0 && list.length <= limits.lines)
      this.#walkLines(ungrouped(list), node, row, depth)
  }

  #walkLines(items: readonly unknown[], node: Node, row: RowBuilder, depth: number): void {
    this.#problem ??= tooManyLines(node.path, items.length)
    if (this.#problem) return
    const list = this.#paths.linesAt(node)
    const inner = this.#paths.itemsOf(node)
    const before = this.#keys
    const rows: Row[] = []
    for (const item of items) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) continue
      // The limit of keys counts per line: a document with many lines is not too wide.
      this.#keys = 0
      this.#walk(item, inner, this.#line.begin(), depth + 1)
      rows.push(this.#line.seal())
    }
    this.#keys = before
    row.lists ??= new Map()
    row.lists.set(list, rows)
  }

  /** Keeps the text of a list of which at most one item is read. */
  #keepWhole(list: readonly unknown[], node: Node, row: RowBuilder): void {
    if (list.length === 0) return
    const beside = this.#paths.listText(node)
    const whole = beside && listText(list)
    if (beside && whole !== null) this.#put(beside, row, whole)
    else this.#note(`${excerpt(node.path, '')}: a list too large to be kept was left out`)
  }

  #put(node: Node, row: RowBuilder, value: Scalar): void {
    const column = this.#paths.columnOf(node)
    if (!column) return
    if (value !== '') {
      column.count++
      if (column.sample.length < sampleSize) column.sample.push(value)
    }
    row.put(column.index, value)
  }

  #clean(node: Node, value: string): string {
    // No character takes more than three bytes per UTF-16 unit, so few texts need to be measured.
    if (value.length * 3 > limits.text && Buffer.byteLength(value) > limits.text)
      this.#fail('too_long', node.path, `${node.path}: text of ${Buffer.byteLength(value)} bytes, at most ${limits.text} are taken`)
    return unusual.test(value) ? this.#repaired(node, value) : value
  }

  #repaired(node: Node, value: string): string {
    this.#suspicious ||= looksBroken(value)
    const plain = value.replaceAll('\0', '')
    if (plain !== value) this.#note(`${node.path}: a NUL character was removed`)
    const formed = plain.toWellFormed()
    if (formed !== plain) this.#note(`${node.path}: broken text was repaired`)
    return formed
  }

  #fail(code: string, field: string, reason: string): void {
    this.#problem ??= { code, field, reason }
  }

  #note(message: string): void {
    this.#notes ??= []
    if (this.#notes.length < 20 && !this.#notes.includes(message)) this.#notes.push(message)
  }
}

// Lists with these uses may also come as JSON text, where a table has one cell for them.
const readAsText: ReadonlySet<ListUse> = new Set(['lines', 'one', 'only'])

// Only NUL and characters beyond ASCII need a closer look.
const unusual = /[^\t\n\r -~]/

/** A value that is not a text, as a cell; null for lists and objects. */
function scalarOf(value: unknown): Scalar | null {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' && value !== null ? losslessNumber(value) : null
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `${typeof value} ${excerpt(value, '')}`
}
