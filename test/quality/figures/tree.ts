import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readSource, type Source } from './source.ts'

/** The files of a checkout, as far as the measures ask about them. */
export interface Tree {
  /** Parsed files of `core`, without migrations. */
  readonly core: readonly Source[]
  /** Parsed files of adapters, plugins, host and what `rapport-crm/testing` is made of; without what is generated. */
  readonly around: readonly Source[]
  /** The text of every source and document, tests included, fixtures excluded. */
  readonly texts: ReadonlyMap<string, string>
  /** Names of the documents that the repository holds, without their folders. */
  readonly documents: ReadonlySet<string>
  /** The file of each public entry. */
  readonly entries: readonly string[]
}

/** Reads what git tracks, with the changes of the working copy. */
export function readTree(root: string): Tree {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const isText = (path: string) => /\.(?:ts|mjs|md)$/.test(path) && !path.includes('/fixtures/')
  return treeOf(new Map(files.filter(isText).map((path) => [path, readIfThere(join(root, path))])), manifestEntries(root))
}

/** The same for texts that are no files, by path. */
export function treeOf(texts: ReadonlyMap<string, string>, entries: readonly string[]): Tree {
  const parsed = (pattern: RegExp) =>
    [...texts].filter(([path]) => pattern.test(path) && path.endsWith('.ts')).map(([path, text]) => readSource(path, text))
  return {
    core: parsed(/^core\/(?!.*\/migrations\/)/),
    around: parsed(/^(?:adapters|plugins|host|test\/support)\/(?!client\/generated\/)/),
    texts,
    documents: new Set([...texts.keys()].filter((path) => path.endsWith('.md')).map((path) => basename(path))),
    entries,
  }
}

function manifestEntries(root: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, { source: string } | string>
  }
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' || target.source.includes('*') ? [] : [target.source.slice(2)],
  )
}

// A file that was deleted and not committed yet is listed, too.
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
