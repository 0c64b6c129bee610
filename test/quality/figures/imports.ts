import { dirname, join } from 'node:path/posix'
import type { Source } from './source.ts'

/** The wings of `core`; each imports only itself and those before it. */
export const wings = ['kernel', 'records', 'platform', 'crm', 'commerce', 'insight', 'automation', 'outreach', 'integration'] as const

interface Import {
  readonly from: string
  readonly to: string
  readonly line: number
}

/** Imports of a later wing, or of the files beside the wings, that a wing makes. */
export function againstOrder(core: readonly Source[]): string[] {
  const isUpward = ({ from, to }: Import) => {
    const [own, other] = [rankOf(from), rankOf(to)]
    return own >= 0 && (other < 0 || other > own)
  }
  return importsWithin(core).filter(isUpward).map(shown)
}

/** Folders of one wing that import each other in a circle, each circle with the imports between its folders. */
export function circles(core: readonly Source[]): string[] {
  const edges = Map.groupBy(
    importsWithin(core).filter(({ from, to }) => wingOf(from) === wingOf(to) && rankOf(from) >= 0 && folderOf(from) !== folderOf(to)),
    ({ from }) => folderOf(from),
  )
  const reached = (start: string) => {
    const seen = new Set<string>()
    const next = [start]
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      for (const { to } of edges.get(at) ?? []) {
        if (seen.has(folderOf(to))) continue
        seen.add(folderOf(to))
        next.push(folderOf(to))
      }
    }
    return seen
  }
  const reach = new Map([...edges.keys()].map((folder) => [folder, reached(folder)]))
  const inCircle = [...reach].filter(([folder, all]) => all.has(folder)).map(([folder]) => folder)
  return inCircle.map((folder) => {
    const others = inCircle.filter((other) => other !== folder && reach.get(folder)?.has(other) && reach.get(other)?.has(folder))
    return `${folder} <-> ${others.join(', ')}`
  })
}

function importsWithin(core: readonly Source[]): Import[] {
  return core.flatMap(({ path, imports }) =>
    imports.filter(({ what }) => what.startsWith('.')).map(({ what, line }) => ({ from: path, to: join(dirname(path), what), line })),
  )
}

const wingOf = (path: string) => path.split('/')[1] ?? ''
const folderOf = (path: string) => path.split('/').slice(1, 3).join('/')
const rankOf = (path: string) => wings.findIndex((wing) => wing === wingOf(path))
const shown = ({ from, to, line }: Import) => `${from}:${line} -> ${to}`
