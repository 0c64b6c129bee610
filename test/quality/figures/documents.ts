import { basename } from 'node:path/posix'
import type { Source } from './source.ts'
import type { Tree } from './tree.ts'

const citation = /\bcontract(?:'s)?,? \(?(?:sections? )?\d+(?:\.\d+)*|\b[\w/-]+\.md\b/g

/** Citations of documents that the repository does not hold: by their file names, or sections of the contract by number. */
export function absentDocuments({ texts, documents }: Pick<Tree, 'texts' | 'documents'>): string[] {
  return [...texts].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => {
      const cited = [...line.matchAll(citation)].map(([match]) => match)
      return cited
        .filter((match) => !match.endsWith('.md') || !documents.has(basename(match)))
        .map((match) => `${path}:${at + 1}: ${match}`)
    }),
  )
}

/** Exported declarations without a docstring. */
export function undocumented(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, exports }) =>
    exports.filter(({ isDocumented }) => !isDocumented).map(({ what, line }) => `${path}:${line}: ${what}`),
  )
}

/** The same, of the names that a public entry shows: its own declarations, and those of other files that it lists. */
export function undocumentedOfEntries({ core, around, texts, entries }: Tree): string[] {
  const sources = new Map([...core, ...around].map((each) => [each.path, each]))
  return entries.flatMap((entry) => {
    const listed = [...(texts.get(entry) ?? '').matchAll(/^export (?:type )?\{([^}]*)\} from '(.+)'/gm)].flatMap(
      ([, list = '', path = '']) => {
        const names = new Set(list.split(',').map((each) => each.trim().replace(/^type /, '')))
        const source = sources.get(new URL(path, `file:///${entry}`).pathname.slice(1))
        return source ? [{ ...source, exports: source.exports.filter(({ what }) => names.has(what)) }] : []
      },
    )
    const own = sources.get(entry)
    return undocumented([...(own ? [own] : []), ...listed])
  })
}
