import { StepPaths } from './path.ts'
import type { Definition } from './schema.ts'

const ways: Readonly<Record<string, readonly string[]>> = { if_else: ['yes', 'no'], ab_split: ['a', 'b'] }

/** A definition as a flowchart of Mermaid: steps are boxes with what `said` tells of them, ways are arrows. */
export function mermaidOf({ triggers, steps }: Definition, said: (step: string) => string): string {
  const paths = new StepPaths(steps)
  const begin = triggers.map(({ type }) => type).join(' or ') || 'by hand'
  const boxes = [...paths.all()].flatMap((placed) => {
    const { path, step, after } = placed
    const box = `  ${nameOf(path)}["${step.type}${said(step.id)}"]`
    const named = ways[step.type] ?? []
    if (named.length === 0) return [box, `  ${nameOf(path)} --> ${step.type === 'stop' ? 'done' : nameOf(after)}`]
    return [box, ...named.map((way) => `  ${nameOf(path)} -->|${way}| ${nameOf(paths.into(placed, way))}`)]
  })
  return ['flowchart TD', `  start(["${begin}"]) --> ${nameOf(paths.first)}`, ...boxes, '  done((end))'].join('\n')
}

// Identifiers of Mermaid have neither dots nor dashes; no two paths have one name.
const signs: Readonly<Record<string, string>> = { _: '__', '.': '_x_', '-': '_m_' }

function nameOf(path: string | null): string {
  return path === null ? 'done' : `n_${path.replaceAll(/[._-]/g, (sign) => signs[sign] ?? sign)}`
}
