import { fileURLToPath } from 'node:url'
import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { plugins } from '../../../host/plugins.ts'
import { modernRequest } from '../../adapters/mcp-wire.ts'

/** What one address shows of the tools. */
export interface SurfaceCost {
  readonly tools: number
  readonly tokens: number
  /** Of one tool on average. */
  readonly average: number
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
}

/** All tools, and what each surface costs. */
export interface Measured {
  readonly tools: readonly ListedTool[]
  /** By the query of the address; the whole list has none. */
  readonly surfaces: Readonly<Record<string, SurfaceCost>>
  /** What each surface shows. */
  readonly lists: ReadonlyMap<string, readonly ListedTool[]>
}

export const toolsFile = fileURLToPath(new URL('./tools.jsonl', import.meta.url))
export const surfacesFile = fileURLToPath(new URL('./surfaces.json', import.meta.url))

/** Tokens of a value: four characters each, as 4.0 to 4.4 were measured on tools with o200k. */
export const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4)

/** Lists the tools of the host on every surface, for a key that may call them all. */
export async function measure(): Promise<Measured> {
  await using test = await testEngine({ plugins, rateLimit: 1_000_000 })
  const server = mcp(test.engine)
  const list = async (path: string): Promise<ListedTool[]> => {
    const answer = await server.fetch(modernRequest('tools/list', {}, { token: test.key, path }))
    return ((await answer.json()) as { readonly result: { readonly tools: ListedTool[] } }).result.tools
  }
  const refused = await server.fetch(modernRequest('tools/list', {}, { token: test.key, path: '?toolsets=?' }))
  const toolsets = /Known: ([\w, ]+)/.exec(await refused.text())?.[1]?.split(', ') ?? []
  const paths = ['', '?surface=lean', '?readonly=1', ...toolsets.map((each) => `?toolsets=${each}`)]
  const lists = new Map<string, ListedTool[]>()
  for (const path of paths) lists.set(path, await list(path))
  const surfaces = [...lists].map(([path, shown]) => [path, costOf(shown)] as const)
  return { tools: lists.get('') ?? [], surfaces: Object.fromEntries(surfaces), lists }
}

/** Both recorded files, as they should be. */
export function recorded({ tools, surfaces }: Measured): { readonly tools: string; readonly surfaces: string } {
  return {
    tools: tools.map((each) => `${JSON.stringify({ tokens: tokensOf(each), ...each })}\n`).join(''),
    surfaces: `${JSON.stringify(surfaces, null, 2)}\n`,
  }
}

function costOf(shown: readonly ListedTool[]): SurfaceCost {
  const tokens = tokensOf(shown)
  return { tools: shown.length, tokens, average: Math.round(tokens / Math.max(1, shown.length)) }
}
