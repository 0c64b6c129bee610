import { limits } from './limits.ts'
import { listUse, type ListUse } from './lists.ts'
import { splitTitle } from './split-title.ts'
import type { Column, Scope } from './table.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** One path of a batch: every value at this path goes into the same column. */
export interface Node {
  readonly path: string
  readonly segments: readonly string[]
  readonly scope: Scope
  readonly children: Map<string, Node>
  readonly isWhole: boolean
  /** Set with the first value. */
  column: Column | null
  use: ListUse | null
  /** True for an amount that was sent with its unit. */
  exact: boolean
  /** True for a key that cannot be stored as it is. */
  broken: boolean
  /** For a list: the node that keeps its text. */
  whole: Node | null
  /** Of a list of lines: the scope of their columns. */
  list: Scope | null
  items: Node | null
}

/** The paths of a batch, in the order of their first appearance. */
export class Paths {
  readonly root: Scope = scopeOf('', [])
  readonly lists: Scope[] = []
  /** Where a record begins. */
  readonly top: Node = nodeOf('', [], this.root)
  readonly #overflow: Node = nodeOf('', [], this.root)
  readonly #document: boolean
  readonly #vocabulary: Vocabulary | null
  #count = 0

  constructor(document: boolean, vocabulary: Vocabulary | null) {
    this.#document = document
    this.#vocabulary = vocabulary
  }

  /** The node below this one; `title` is its key, split into segments. */
  child(node: Node, key: string, title: readonly string[] = splitTitle(key)): Node {
    if (node === this.#overflow) return node
    const known = node.children.get(key)
    if (known) return known
    // Hostile batches send new keys without end: past the limit they are neither read nor remembered.
    if (++this.#count > limits.nodes) return this.#overflow
    const path = node.path === '' ? key : `${node.path}.${key}`
    const next = nodeOf(path.slice(0, 300), [...node.segments, ...title], node.scope)
    next.broken = key.includes('\0') || !key.isWellFormed()
    const scope = node.scope !== this.root ? 'line' : this.#document ? 'document' : 'other'
    next.use = listUse(key, node.segments, scope, this.#vocabulary)
    node.children.set(key, next)
    return next
  }

  /** The node of a contact method, whatever the name of the list. */
  reach(node: Node, way: string): Node {
    const known = node.children.get(way) ?? nodeOf(`${node.path}.${way}`.slice(0, 300), [way], node.scope)
    node.children.set(way, known)
    return known
  }

  /** What the items of a list have in common. */
  itemsOf(node: Node): Node {
    return (node.items ??= nodeOf(`${node.path}[]`, node.segments, node.scope))
  }

  /** The scope of the lines that stand at this node; their items have columns of their own from here on. */
  linesAt(node: Node): Scope {
    if (node.list) return node.list
    const scope = { ...scopeOf(node.path, node.segments), unnamed: node.use === 'perhaps' }
    this.lists.push(scope)
    node.items = nodeOf(`${node.path}[]`, [], scope)
    return (node.list = scope)
  }

  /** The node that keeps the text of a list; null past the limit of paths. */
  listText(node: Node): Node | null {
    return node === this.#overflow ? null : (node.whole ??= nodeOf(node.path, node.segments, node.scope, true))
  }

  /** The column of a node; null past the limit of paths. */
  columnOf(node: Node): Column | null {
    if (node.column || node === this.#overflow) return node.column
    const { scope, path, segments } = node
    node.column = {
      index: scope.columns.length,
      path,
      key: scope.path === '' ? path : path.slice(scope.path.length + '[].'.length),
      segments,
      sample: [],
      count: 0,
      ...(node.exact && { exact: true }),
      ...(node.isWhole && { whole: true }),
    }
    scope.columns.push(node.column)
    return node.column
  }
}

function scopeOf(path: string, segments: readonly string[]): Scope {
  return { path, segments, columns: [] }
}

function nodeOf(path: string, segments: readonly string[], scope: Scope, isWhole = false): Node {
  return {
    path,
    segments,
    scope,
    children: new Map(),
    isWhole,
    column: null,
    use: null,
    exact: false,
    broken: false,
    whole: null,
    list: null,
    items: null,
  }
}
