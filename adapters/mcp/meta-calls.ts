import type { Called } from './caller.ts'
import { failureResult } from './failure.ts'
import { badArgument, ProtocolFault } from './fault.ts'
import { metaTools } from './meta-tools.ts'
import { successResult } from './result.ts'
import type { OperationTool } from './tool.ts'
import type { Audience, Toolbox } from './toolbox.ts'
import { inToolsets } from './toolsets.ts'

type Arguments = Readonly<Record<string, unknown>>
type Run = (entry: OperationTool, args: Arguments) => Promise<Called>

const MAX_FOUND = 20

/** Runs one of the four meta tools of the lean surface. */
export async function runMetaTool(
  name: string,
  args: Arguments,
  context: Audience & { readonly modern: boolean },
  toolbox: Toolbox,
  run: Run,
): Promise<Called> {
  const inputSchema = metaTools.find((each) => each.name === name)?.inputSchema
  try {
    if (name === 'crm_find_tools') return successResult(find(args, context, toolbox), context)
    const { tool: wanted, arguments: inner = {} } = args
    if (typeof wanted !== 'string') throw badArgument('/tool', 'required', 'tool is the name of a tool, from crm_find_tools')
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
      throw badArgument('/arguments', 'invalid_type', 'arguments is the object that the tool takes')
    const entry = toolbox.find(wanted, context)
    const runner = runnerOf(entry)
    if (runner !== name) throw badArgument('/tool', 'not_allowed', `${wanted} is run by ${runner}, not by ${name}`)
    return await run(entry, inner as Arguments)
  } catch (error) {
    // The name of the tool is an argument here, so an unknown one is an error of the input.
    return failureResult(error instanceof ProtocolFault ? badArgument('/tool', 'unknown_tool', error.message) : error, {
      args,
      ...(inputSchema && { inputSchema }),
    })
  }
}

function runnerOf({ tool: { annotations } }: OperationTool): string {
  if (annotations.readOnlyHint) return 'crm_read'
  return annotations.destructiveHint ? 'crm_delete' : 'crm_write'
}

function find(
  { query = '', toolset, detail = 'summary' }: Arguments,
  context: Audience,
  toolbox: Toolbox,
): Readonly<Record<string, unknown>> {
  const details = ['names', 'summary', 'schema']
  if (typeof query !== 'string') throw badArgument('/query', 'invalid_type', 'query is a text')
  if (!details.includes(detail as string)) throw badArgument('/detail', 'not_allowed', `detail is one of ${details.join(', ')}`, details)
  if (toolset !== undefined && !toolbox.toolsets.includes(toolset as string))
    throw badArgument('/toolset', 'not_allowed', 'Unknown toolset', toolbox.toolsets)
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const open = toolbox.tools.filter(
    (each) => toolbox.open(context, each) && (toolset === undefined || inToolsets(each.operation.tag, [toolset as string])),
  )
  // A word that occurs in many tools, such as `contact` or `for`, says little about which one is wanted.
  const hits = words.map((word) => open.map((each) => hitOf(each, word)))
  const weights = hits.map((each) => Math.log(1 + open.length / (1 + each.filter(Boolean).length)))
  const scored = open.map((each, at) => ({ each, score: hits.reduce((sum, own, word) => sum + (own[at] ?? 0) * (weights[word] ?? 0), 0) }))
  const best = Math.max(...scored.map(({ score }) => score))
  const ranked = words.length === 0 ? scored : scored.filter(({ score }) => score > best / 2)
  const shown = ranked.toSorted((a, b) => b.score - a.score).slice(0, detail === 'names' ? ranked.length : MAX_FOUND)
  return { tools: shown.map(({ each }) => present(each, detail as string)), found: ranked.length }
}

// A word of the name counts more than one of the description.
function hitOf({ tool, operation }: OperationTool, word: string): number {
  const meets = (part: string) => part.startsWith(word) || (part.length > 3 && word.startsWith(part))
  const said = `${tool.description} ${operation.tag}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return (tool.name.split('_').some(meets) ? 3 : 0) + (said.some(meets) ? 1 : 0)
}

function present(entry: OperationTool, detail: string): Readonly<Record<string, unknown>> {
  const { name, description } = entry.tool
  if (detail === 'names') return { name }
  return {
    name,
    description,
    run_by: runnerOf(entry),
    ...(detail === 'schema' && { inputSchema: entry.inputSchema, outputSchema: entry.outputSchema }),
  }
}
