import type { Column, Row, Scope, Table } from '../read/table.ts'

/**
 * How many kinds of records are told apart by their keys. As many odd sets of keys beside them join the kind that they resemble most; with more
 * of them the batch is of no kinds at all, and is read as one.
 */
const mostKinds = 8

/** From this share of common columns on, records are of one kind, and some of their keys are optional. */
const alike = 0.5

/** Records whose keys resemble each other: what one leaves out, others have. */
export interface Kind {
  /** Indexes of the records. */
  readonly records: number[]
  /** The columns of the records and of each list inside them. */
  readonly columns: Map<Scope, Set<number>>
}

/** The keys of one record, and every record that has exactly these. */
interface Shape extends Kind {
  /** The same for the same keys, in whatever order the batch is sent. */
  readonly name: string
}

/** Tells records apart whose keys hardly overlap; the result does not depend on the order of the batch. */
export function* kindsOf(table: Table): Generator<void, Kind[]> {
  const shapes = yield* shapesOf(table)
  const kinds: Kind[] = []
  let odd = 0
  for (const shape of shapes.toSorted(byWeight)) {
    const ranked = kinds.map((kind) => ({ kind, share: overlapOf(shape, kind) })).toSorted((one, other) => other.share - one.share)
    const [best] = ranked
    const fits = best !== undefined && best.share >= alike
    if (!fits && kinds.length >= mostKinds && ++odd > mostKinds)
      return [{ records: shapes.flatMap(({ records }) => records), columns: new Map() }]
    if (best && (fits || kinds.length >= mostKinds)) join(best.kind, shape)
    else kinds.push({ records: [...shape.records], columns: new Map([...shape.columns].map(([scope, own]) => [scope, new Set(own)])) })
    yield
  }
  return kinds
}

const byWeight = (one: Shape, other: Shape): number =>
  other.records.length - one.records.length || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)

/** Adds one kind to another. */
export function join(kind: Kind, more: Kind): void {
  for (const index of more.records) kind.records.push(index)
  for (const [scope, own] of more.columns) {
    const known = kind.columns.get(scope)
    if (!known) kind.columns.set(scope, new Set(own))
    else for (const column of own) known.add(column)
  }
}

function* shapesOf({ root, lists, rows }: Table): Generator<void, Shape[]> {
  const scopes = [root, ...lists]
  const ranks = new Map(scopes.map((scope) => [scope, ranksOf(scope.columns)] as const))
  const order = new Map(scopes.toSorted((one, other) => (one.path < other.path ? -1 : 1)).map((scope, at) => [scope, at] as const))
  const shapes = new Map<string, Shape>()
  for (const [index, row] of rows.entries()) {
    yield
    if (!row) continue
    const columns = columnsOf(root, row)
    const parts = [...columns].toSorted(([one], [other]) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    const name = parts.map(([scope, own]) => `${scope.path}:${nameOf(own, ranks.get(scope) ?? [])}`).join('|')
    const known = shapes.get(name)
    if (known) known.records.push(index)
    else shapes.set(name, { name, records: [index], columns })
  }
  return [...shapes.values()]
}

/** The columns that a record and the items of its lists have. */
function columnsOf(root: Scope, { at, lists }: Row): Map<Scope, Set<number>> {
  const found = new Map([[root, new Set(at)]])
  for (const [scope, items] of lists ?? []) {
    // Items of one shape share their list of columns.
    const columns = new Set([...new Set(items.map((item) => item.at))].flat())
    if (columns.size > 0) found.set(scope, columns)
  }
  return found
}

/** The place of each column among the paths of its scope in alphabetical order. */
function ranksOf(columns: readonly Column[]): number[] {
  const ranks: number[] = []
  const sorted = columns.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  for (const [rank, { index }] of sorted.entries()) ranks[index] = rank
  return ranks
}

const nameOf = (columns: ReadonlySet<number>, ranks: readonly number[]): string =>
  Int32Array.from(columns, (column) => ranks[column] ?? 0)
    .toSorted()
    .join(',')

/** The share of common columns, in the records or in the lists that both have: whichever differs more. */
function overlapOf(one: Kind, other: Kind): number {
  const shares = [...one.columns].flatMap(([scope, columns]) => {
    const theirs = other.columns.get(scope)
    if (!theirs || columns.size === 0 || theirs.size === 0) return []
    let common = 0
    for (const column of columns) if (theirs.has(column)) common++
    return common / Math.min(columns.size, theirs.size)
  })
  return shares.length === 0 ? 1 : Math.min(...shares)
}
