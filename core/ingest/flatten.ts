import { repeatedKeyNote, repeatedKeys } from '../kernel/repeated-keys.ts'
import { withoutBodyList } from './body-lists.ts'
import { choose, listUse, pairsOf, partyOf, reachesOf, shared, ungrouped, unwrap, type ListUse } from './lists.ts'
import { isBlocked, limits, tooManyLines } from './limits.ts'
import { parseLiteral } from './literal.ts'
import { numberIn } from './lossless.ts'
import { moneyIn } from './money-objects.ts'
import { shown } from './mask.ts'
import { splitTitle } from './split-title.ts'
import { isSpoken } from './spoken.ts'
import { Draft, sampleSize, type Column, type Problem, type Row, type Scalar, type Scope } from './table.ts'
import { looksBroken } from './values/text.ts'
import { wholeOf } from './whole-lists.ts'
import type { Vocabulary } from './vocabulary.ts'
import { withoutXmlLists } from './xml-lists.ts'

/** A batch as flat rows over shared columns. */
export interface Table {
  readonly root: Scope
  readonly lists: readonly Scope[]
  readonly rows: readonly (Row | null)[]
  readonly problems: ReadonlyMap<number, Problem>
  /** Indexes of records with control characters, broken text or blocked keys: their raw form must be cleaned before it is kept. */
  readonly dirty: ReadonlyMap<number, string[]>
  /** True when a text looks like UTF-8 that was read as Windows-1252. */
  readonly suspicious: boolean
}

interface Node {
  readonly path: string
  readonly segments: readonly string[]
  readonly children: Map<string, Node>
  readonly scope: Scope
  column: Column | null
  use: ListUse | null
  /** True for an amount that came beside the unit it is counted in. */
  exact: boolean
  /** Beside a node that is a list: where the whole of it is kept. */
  whole: Node | null
  readonly isWhole: boolean
  /** True for a key that cannot be stored as it is. */
  broken: boolean
  list: Scope | null
  items: Node | null
}

/** Flattens a batch: every record becomes cells of shared columns; hostile shapes become problems of their record, never errors. */
export function flatten(records: readonly unknown[], document: boolean, vocabulary: Vocabulary | null): Table {
  const root = scopeOf('', [])
  const lists: Scope[] = []
  const tree = nodeOf('', [], root)
  const problems = new Map<number, Problem>()
  const dirty = new Map<number, string[]>()
  const header = new Draft()
  const line = new Draft()
  const overflow = nodeOf('', [], root)
  let nodes = 0
  let keys = 0
  let suspicious = false
  let problem: Problem | null = null
  let notes: string[] | null = null

  const note = (message: string) => {
    notes ??= []
    if (notes.length < 20 && !notes.includes(message)) notes.push(message)
  }

  const fail = (code: string, field: string, reason: string) => {
    problem ??= { code, field, reason }
  }

  const put = (node: Node, row: Draft, value: Scalar) => {
    if (!node.column) {
      if (node === overflow) return
      node.column = {
        index: node.scope.columns.length,
        path: node.path,
        key: keyIn(node.scope, node.path),
        segments: node.segments,
        sample: [],
        count: 0,
        ...(node.exact ? { exact: true } : {}),
        ...(node.isWhole ? { whole: true } : {}),
      }
      node.scope.columns.push(node.column)
    }
    const column = node.column
    if (value !== '') {
      column.count++
      if (column.sample.length < sampleSize) column.sample.push(value)
    }
    row.put(column.index, value)
  }

  const text = (node: Node, value: string): string => {
    // No character takes more than three bytes for each of its units, so that few texts are measured.
    if (value.length * 3 > limits.text && Buffer.byteLength(value) > limits.text)
      fail('too_long', node.path, `${node.path}: text of ${Buffer.byteLength(value)} bytes, at most ${limits.text} are taken`)
    return unusual.test(value) ? mend(node, value) : value
  }

  const mend = (node: Node, value: string): string => {
    suspicious ||= looksBroken(value)
    if (value.includes('\0')) {
      note(`${node.path}: a NUL character was removed`)
      value = value.replaceAll('\0', '')
    }
    if (!value.isWellFormed()) {
      note(`${node.path}: broken text was repaired`)
      value = value.toWellFormed()
    }
    return value
  }

  const walk = (value: unknown, node: Node, row: Draft, depth: number): void => {
    if (problem || value === null || value === undefined) return
    if (typeof value === 'string') {
      const clean = text(node, value)
      if (node.use !== null && readAsText.has(node.use) && /^\s*[[{]/.test(clean)) {
        const parsed = parseLiteral(clean)
        if (typeof parsed === 'object' && parsed !== null) return walk(parsed, node, row, depth)
      }
      return put(node, row, clean)
    }
    if (typeof value === 'boolean') return put(node, row, value)
    if (typeof value === 'number') return put(node, row, Number.isFinite(value) ? value : String(value))
    if (typeof value === 'bigint') return put(node, row, String(value))
    if (typeof value !== 'object') return
    const lossless = numberIn(value)
    if (lossless !== null) return put(node, row, lossless)
    if (value instanceof Date) return put(node, row, Number.isNaN(value.getTime()) ? '' : value.toISOString())
    if (depth > limits.depth) return fail('too_deep', node.path, `${shown(node.path, '')}: nested deeper than ${limits.depth} levels`)
    if (node.use === 'lines') {
      const items = unwrap(value, node.segments.at(-1) ?? '')
      if (items) return walkLines(items, node, row, depth)
    }
    if (Array.isArray(value)) return walkList(value, node, row, depth)
    const money = moneyIn(value)
    if (money) {
      child(node, 'amount').exact = true
      return walk(money, node, row, depth)
    }
    const spoken = depth > 0 && isSpoken(value)
    for (const key of repeatedKeys(value)) note(repeatedKeyNote(shown(key, '')))
    for (const key of Object.keys(value)) {
      if (++keys > limits.keys) return fail('too_many_keys', node.path, `more than ${limits.keys} keys in one record`)
      if (isBlocked(key)) {
        note(`key ${key} was ignored`)
        continue
      }
      const next = child(node, key, spoken ? [] : splitTitle(key))
      if (next.broken) note(`key ${shown(key, '')}: a NUL character or broken text was removed`)
      walk(Reflect.get(value, key), next, row, depth + 1)
    }
  }

  /** Keeps the whole of a list of which no more than one item is read. */
  const keep = (list: readonly unknown[], node: Node, row: Draft): void => {
    const whole = list.length > 0 && node !== overflow ? wholeOf(list) : null
    if (whole !== null) put((node.whole ??= nodeOf(node.path, node.segments, node.scope, true)), row, whole)
    else if (list.length > 0) note(`${shown(node.path, '')}: a list too large to be kept was left out`)
  }

  const walkList = (list: readonly unknown[], node: Node, row: Draft, depth: number): void => {
    const [id, name] = list
    // A reference as some systems write it: [7, "Azure Interior"].
    if (list.length === 2 && typeof id === 'number' && typeof name === 'string') {
      put(child(node, 'id'), row, id)
      return put(child(node, 'name'), row, text(node, name))
    }
    const reaches = node.scope === root && !document ? reachesOf(list) : null
    if (reaches) {
      for (const [way, value] of reaches) put(reach(node, way), row, text(node, value))
      return
    }
    const pairs = node.scope === root ? pairsOf(node.segments.at(-1) ?? '', list) : null
    if (pairs) return walk(pairs, node, row, depth + 1)
    // The values that an attribute has had: the only one there is.
    const [only] = list
    if (list.length === 1 && typeof only === 'object' && only !== null && 'value' in only && typeof only.value !== 'object')
      return walk(only, node, row, depth + 1)
    if (node.use === 'variants') return walk(shared(list), itemsOf(node), row, depth + 1)
    const scalars = list.every((item) => typeof item !== 'object')
    const one = node.use === 'one' || (node.use === 'only' && list.length === 1)
    if (!one && (list.length > 1 || !scalars)) keep(list, node, row)
    if (!one && !scalars) return walkReferences(list, node, row, depth)
    const chosen = choose(list)
    if (typeof chosen === 'object' && chosen !== null) walk(chosen, itemsOf(node), row, depth + 1)
    else walk(chosen, node, row, depth + 1)
  }

  const walkReferences = (list: readonly unknown[], node: Node, row: Draft, depth: number): void => {
    const parties = list.slice(0, 10).map(partyOf)
    const first = parties.findIndex((party) => party !== null)
    if (first >= 0) return walk(list[first], child(node, parties[first] ?? ''), row, depth + 1)
    const records = list.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
    if (node.use === 'perhaps' && records && list.length > 0 && list.length <= limits.lines) walkLines(ungrouped(list), node, row, depth)
  }

  const walkLines = (items: readonly unknown[], node: Node, row: Draft, depth: number): void => {
    problem ??= tooManyLines(node.path, items.length)
    if (problem) return
    node.list ??= addList(node)
    const rows: Row[] = []
    const inner = itemsOf(node)
    const before = keys
    for (const item of items) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) continue
      // Every line has its own allowance of keys: a long document is no wide one.
      keys = 0
      walk(item, inner, line.begin(), depth + 1)
      rows.push(line.seal())
    }
    keys = before
    row.lists ??= new Map()
    row.lists.set(node.list, rows)
  }

  const addList = (node: Node): Scope => {
    const scope = { ...scopeOf(node.path, node.segments), unnamed: node.use === 'perhaps' }
    lists.push(scope)
    node.items = nodeOf(`${node.path}[]`, [], scope)
    return scope
  }

  const itemsOf = (node: Node): Node => (node.items ??= nodeOf(`${node.path}[]`, node.segments, node.scope))

  const child = (node: Node, key: string, title = splitTitle(key)): Node => {
    if (node === overflow) return node
    const known = node.children.get(key)
    if (known) return known
    // Hostile batches bring new keys without end: past the limit they are neither read nor remembered.
    if (++nodes > limits.nodes) return overflow
    const path = node.path === '' ? key : `${node.path}.${key}`
    const next = nodeOf(path.slice(0, 300), [...node.segments, ...title], node.scope)
    next.broken = key.includes('\0') || !key.isWellFormed()
    const scope = node.scope !== root ? 'line' : document ? 'document' : 'other'
    next.use = listUse(key, node.segments, scope, vocabulary)
    node.children.set(key, next)
    return next
  }

  /** A way to reach somebody, whatever the list of all ways is called. */
  const reach = (node: Node, way: string): Node => {
    const known = node.children.get(way) ?? nodeOf(`${node.path}.${way}`.slice(0, 300), [way], node.scope)
    node.children.set(way, known)
    return known
  }

  const rows = records.map((record, index) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      problems.set(index, { code: 'not_an_object', field: '', reason: `a record must be an object, not ${describe(record)}` })
      return null
    }
    keys = 0
    problem = null
    notes = null
    const plain = withoutXmlLists(record)
    walk(document ? withoutBodyList(plain) : plain, tree, header.begin(), 0)
    if (notes) dirty.set(index, notes)
    if (problem) problems.set(index, problem)
    return header.seal()
  })
  return { root, lists, rows, problems, dirty, suspicious }
}

const keyIn = (scope: Scope, path: string): string => (scope.path === '' ? path : path.slice(scope.path.length + 3))

// What these hold comes as text, too, where a table has one cell for it.
const readAsText: ReadonlySet<ListUse> = new Set(['lines', 'one', 'only'])

// Only NUL and what is not ASCII needs a closer look.
const unusual = /[^\t\n\r -~]/

const scopeOf = (path: string, segments: readonly string[]): Scope => ({ path, segments, columns: [] })

const nodeOf = (path: string, segments: readonly string[], scope: Scope, isWhole = false): Node => ({
  path,
  segments,
  children: new Map(),
  scope,
  column: null,
  use: null,
  exact: false,
  whole: null,
  isWhole,
  broken: false,
  list: null,
  items: null,
})

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `${typeof value} ${shown(value, '')}`
}
