import { absentDocuments, undocumented, undocumentedOfEntries } from './documents.ts'
import { againstOrder, circles } from './imports.ts'
import { importers, listings } from './record-types.ts'
import type { Found, Source } from './source.ts'
import type { Tree } from './tree.ts'

/** A figure of the tree, with the value that it must not exceed. */
export interface Measure {
  /** `npm run figures -- <name>` prints its places. */
  readonly name: string
  readonly title: string
  /** Exceeding it fails `npm run check`. Lower it whenever the tree has become better. */
  readonly limit: number
  /** What was asked for; a limit may be stricter. */
  readonly target: number | string
  readonly unit?: '%'
  /** The value, or the places that are counted. */
  measure(tree: Tree): number | readonly string[]
  /** What stands behind a value that is no count. */
  details?(tree: Tree): readonly string[]
}

export const measures: readonly Measure[] = [
  { name: 'order', title: 'imports against the order of the wings', limit: 0, target: 0, measure: ({ core }) => againstOrder(core) },
  { name: 'circles', title: 'folders of a wing in a circle of imports', limit: 0, target: 0, measure: ({ core }) => circles(core) },
  { name: 'listings', title: 'files that a new record type would touch', limit: 0, target: 0, measure: ({ core }) => listings(core) },
  {
    name: 'importers',
    title: 'files that import the entity of another folder, most of one type',
    limit: 32,
    target: 30,
    measure: ({ core }) => Math.max(...importers(core).values()),
    details: ({ core }) => [...importers(core)].map(([entity, files]) => `${entity}: ${files}`),
  },
  { name: 'median', title: 'lines of a core file: median', limit: 56, target: 55, measure: ({ core }) => quantile(core, 0.5) },
  {
    name: 'p90',
    title: 'lines of a core file: 90 of 100 have at most',
    limit: 150,
    target: 150,
    measure: ({ core }) => quantile(core, 0.9),
  },
  { name: 'max', title: 'lines of a core file: most', limit: 300, target: 300, measure: ({ core }) => quantile(core, 1) },
  {
    name: 'large',
    title: 'files of more than 300 lines around the core',
    limit: 0,
    target: 0,
    measure: ({ around }) => around.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`),
  },
  { name: 'casts', title: 'casts in core', limit: 125, target: 150, measure: ({ core }) => places(core, 'casts') },
  {
    name: 'bare-casts',
    title: 'casts through never or unknown without a reason beside them',
    limit: 0,
    target: 0,
    measure: ({ core, around }) => places([...core, ...around], 'bareCasts'),
  },
  { name: 'rows', title: "columns read by name (row['x'])", limit: 8, target: 20, measure: ({ core }) => places(core, 'rowReads') },
  {
    name: 'writes',
    title: 'raw writes outside of kernel/storage (allowed by a list with reasons)',
    limit: 112,
    target: 'reasons',
    measure: ({ core }) =>
      places(
        core.filter(({ path }) => !path.startsWith('core/kernel/storage/')),
        'writes',
      ),
  },
  { name: 'entry-docs', title: 'names of the public entries without docstring', limit: 0, target: 0, measure: undocumentedOfEntries },
  {
    name: 'docs',
    title: 'exports of core without docstring',
    limit: 0,
    target: 3,
    unit: '%',
    measure: ({ core }) => share(undocumented(core).length, core.flatMap(({ exports }) => exports).length),
    details: ({ core }) => undocumented(core),
  },
  { name: 'citations', title: 'citations of absent documents', limit: 0, target: 0, measure: absentDocuments },
  {
    name: 'ignored-format',
    title: 'places that the formatter must leave alone, in shipped code',
    limit: 0,
    target: 0,
    measure: ({ texts }) => grep(texts, /^(?:core|adapters|plugins|host)\//, /(?:prettier|oxfmt)-ignore/),
  },
  {
    name: 'comments',
    title: 'lines of comment in core',
    limit: 15,
    target: 15,
    unit: '%',
    measure: ({ core }) => share(sum(core, 'commentLines'), sum(core, 'lines')),
  },
]

function places(sources: readonly Source[], key: 'casts' | 'bareCasts' | 'rowReads' | 'writes'): string[] {
  return sources.flatMap((source) => source[key].map(({ line, what }: Found) => `${source.path}:${line}: ${what}`))
}

function grep(texts: ReadonlyMap<string, string>, paths: RegExp, pattern: RegExp): string[] {
  return [...texts].flatMap(([path, text]) =>
    paths.test(path) ? text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])) : [],
  )
}

function quantile(sources: readonly Source[], share: number): number {
  const sizes = sources.map(({ lines }) => lines).toSorted((a, b) => a - b)
  return sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0
}

function sum(sources: readonly Source[], key: 'lines' | 'commentLines'): number {
  return sources.reduce((total, each) => total + each[key], 0)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10
}
