import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** A place in a file, and what stands there. */
export interface Found {
  readonly line: number
  readonly what: string
}

interface Export extends Found {
  /** Whether a docstring stands before it. */
  readonly isDocumented: boolean
}

/** What the measures need to know of one source file. */
export interface Source {
  readonly path: string
  readonly lines: number
  readonly commentLines: number
  /** Modules that it imports or re-exports, types included, as they are written. */
  readonly imports: readonly Found[]
  /** The names that it imports. */
  readonly names: ReadonlySet<string>
  /** Every string that it writes. */
  readonly strings: ReadonlySet<string>
  /** `x as T`, but for `as const`. */
  readonly casts: readonly Found[]
  /** `as never` and `as unknown as T` without a comment on the same line or the one before. */
  readonly bareCasts: readonly Found[]
  /** `row['column']`. */
  readonly rowReads: readonly Found[]
  /** Calls of `insertInto`, `updateTable`, `deleteFrom`. */
  readonly writes: readonly Found[]
  /** Declarations that it exports. */
  readonly exports: readonly Export[]
}

// What rows of unknown columns are called in this code.
const untypedRows = /(?:^|\.)(?:row|record|before|values|each)$/
const writeMethods = new Set(['insertInto', 'updateTable', 'deleteFrom'])

/** Parses one file and collects its facts in a single walk. */
export function readSource(path: string, text: string): Source {
  const { program, comments } = parseSync(path, text)
  const lineAt = lineCounter(text)
  const commented = new Set<number>()
  for (const { start, end } of comments) for (let line = lineAt(start); line <= lineAt(end); line++) commented.add(line)
  const imports: Found[] = []
  const names = new Set<string>()
  const strings = new Set<string>()
  const casts: Found[] = []
  const bareCasts: Found[] = []
  const rowReads: Found[] = []
  const writes: Found[] = []
  const found = (node: { start: number }, what: string): Found => ({ line: lineAt(node.start), what })
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const imported = (source: { start: number; value: string } | null) => source && imports.push(found(source, source.value))

  new Visitor({
    ImportDeclaration(node) {
      imported(node.source)
      for (const each of node.specifiers)
        if (each.type === 'ImportSpecifier' && each.imported.type === 'Identifier') names.add(each.imported.name)
    },
    ExportNamedDeclaration: ({ source }) => void imported(source),
    ExportAllDeclaration: ({ source }) => void imported(source),
    ImportExpression: ({ source }) =>
      void (source.type === 'Literal' && typeof source.value === 'string' && imported({ ...source, value: source.value })),
    TSImportType: ({ source }) => void imported(source),
    Literal: ({ value }) => void (typeof value === 'string' && strings.add(value)),
    TSAsExpression(node) {
      const to = textOf(node.typeAnnotation)
      if (to === 'const') return
      const place = { line: lineAt(node.end), what: `as ${to}` }
      casts.push(place)
      const isForced = to === 'never' || (node.expression.type === 'TSAsExpression' && /\bunknown$/.test(textOf(node.expression)))
      if (isForced && !commented.has(place.line) && !commented.has(place.line - 1)) bareCasts.push(place)
    },
    MemberExpression(node) {
      const { object, property } = node
      if (!node.computed || property.type !== 'Literal' || typeof property.value !== 'string') return
      const name = textOf(object)
      if (untypedRows.test(name)) rowReads.push(found(node, `${name}['${property.value}']`))
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (writeMethods.has(callee.property.name)) writes.push({ line: lineAt(callee.property.start), what: callee.property.name })
    },
  }).visit(program)

  const docEnds = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map(({ end }) => end)
  const isDocumented = (start: number) => docEnds.some((end) => end <= start && text.slice(end, start).trim() === '')
  const declared = program.body.flatMap((node) =>
    exportedNames(node).map((what): Export => ({ ...found(node, what), isDocumented: isDocumented(node.start) })),
  )
  // A schema and the type of the same name, and overloads, share one docstring.
  const exports = [...Map.groupBy(declared, ({ what }) => what).values()].flatMap(
    (same) => same.find((each) => each.isDocumented) ?? same.slice(0, 1),
  )
  return {
    path,
    lines: text.split('\n').length - 1,
    commentLines: commented.size,
    imports,
    names,
    strings,
    casts,
    bareCasts,
    rowReads,
    writes,
    exports,
  }
}

/** The names that a statement declares and exports. Overloads count once. */
function exportedNames(node: ESTree.Program['body'][number]): string[] {
  if (node.type !== 'ExportNamedDeclaration' || node.source !== null) return []
  const { declaration } = node
  if (!declaration) return []
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
