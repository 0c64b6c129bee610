import { type AnyOperation, exampleOf, refusalOf } from 'rapport-crm'
import type { Called } from './caller.ts'
import { failureResult } from './failure.ts'
import { badArgument, ProtocolFault } from './fault.ts'
import { lenient } from './lenient.ts'
import { metaTools } from './meta-tools.ts'
import { successResult } from './result.ts'
import { rankedByMeaning } from './meaning.ts'
import type { JsonSchema } from './schema.ts'
import { type OperationTool, snake } from './tool.ts'
import type { Audience, Toolbox } from './toolbox.ts'
import { inToolsets } from './toolsets.ts'

type Arguments = Readonly<Record<string, unknown>>
type Run = (entry: OperationTool, args: Arguments) => Promise<Called>

const MAX_FOUND = 20
const MAX_REST = 5

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
    refuseUnknown(args, inputSchema)
    if (name === 'crm_find_tools') return successResult(find(args, context, toolbox), context)
    // Models write objects as texts, as in the arguments of any tool.
    const { tool: wanted, arguments: inner = {} } = inputSchema ? lenient(args, inputSchema) : args
    if (typeof wanted !== 'string') throw badArgument('/tool', 'required', 'tool is the name of a tool, from crm_find_tools')
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
      throw badArgument('/arguments', 'invalid_type', 'arguments is the object that the tool takes')
    const entry = toolCalled(wanted, context, toolbox)
    const runner = runnerOf(entry)
    if (runner !== name) throw badArgument('/tool', 'not_allowed', `${wanted} is run by ${runner}, not by ${name}`)
    return await run(entry, inner as Arguments)
  } catch (error) {
    if (error instanceof ProtocolFault) throw error
    return failureResult(error, { args, ...(inputSchema && { inputSchema }) })
  }
}

// The name of the tool is an argument here, so an unknown one is an error of the input.
function toolCalled(name: string, audience: Audience, toolbox: Toolbox): OperationTool {
  try {
    return toolbox.find(name, audience)
  } catch (error) {
    throw error instanceof ProtocolFault ? badArgument('/tool', 'unknown_tool', error.message) : error
  }
}

function refuseUnknown(args: Arguments, schema: JsonSchema | undefined): void {
  const known = Object.keys((schema?.['properties'] ?? {}) as object)
  const unknown = Object.keys(args).find((each) => !known.includes(each))
  if (unknown !== undefined) throw badArgument(`/${unknown}`, 'unknown_field', `${unknown} is no argument of this tool`, known)
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
  const within = (tag: string | undefined) => toolset === undefined || inToolsets(tag, [toolset as string])
  const tools = toolbox.tools.filter((each) => toolbox.open(context, each) && within(each.operation.tag))
  const others = toolbox.restOnly.filter((each) => refusalOf(each, context.actor) === undefined && within(each.tag))
  const described = tools.map((entry) => ({ ...entry.tool, tag: entry.operation.tag, entry }))
  const ranked = rankedByMeaning(described, query).map(({ each }) => each.entry)
  const shown = ranked.slice(0, detail === 'names' ? ranked.length : MAX_FOUND)
  // Without words, tools alone are listed; what is done over REST alone is told where no tool fits better by far.
  const all = query.trim() === '' ? [] : rankedByMeaning([...described, ...others.map(describedOf)], query)
  const rest = all.slice(0, MAX_FOUND).flatMap(({ each }) => ('entry' in each ? [] : [each]))
  return {
    tools: shown.map((each) => present(each, detail as string)),
    found: ranked.length,
    ...(rest.length > 0 && {
      only_over_rest: rest.slice(0, MAX_REST).map(({ description, operation }) => ({ call: operation.route, description })),
    }),
  }
}

const describedOf = (operation: AnyOperation) => ({
  name: snake(operation.id),
  description: operation.summary,
  tag: operation.tag,
  operation,
})

function present(entry: OperationTool, detail: string): Readonly<Record<string, unknown>> {
  const { name, description } = entry.tool
  if (detail === 'names') return { name }
  return {
    name,
    description,
    run_by: runnerOf(entry),
    example: exampleOf(entry.operation.input) ?? {},
    ...(detail === 'schema' && { inputSchema: entry.inputSchema, outputSchema: entry.outputSchema }),
  }
}
