import type { TObject, TSchema } from '@sinclair/typebox'
import { type AnyOperation, writes } from 'rapport-crm'
import { brief, type Brevity, named } from './short-schema.ts'
import type { Answered } from './record-types.ts'
import { compactSchema, type JsonSchema } from './schema.ts'

export interface Hints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** A tool as `tools/list` shows it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations: Hints
}

/** One operation with the tool that it is. */
export interface OperationTool {
  readonly operation: AnyOperation
  /** As in the list of all tools; a wide input is shown in fewer words there. */
  readonly tool: Tool
  /** As on the lean surface: a wide input by names for the most part. */
  readonly leanTool: Tool
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** Options of the call that the tool takes as arguments, because no header can carry them. */
  readonly takes: { readonly idempotency_key: boolean; readonly if_match: boolean; readonly detail: boolean }
  /** The records that it answers, if it does. */
  readonly answers: Answered | undefined
  /** Lists answer this many records when the call does not say. */
  readonly limit: number | undefined
}

/** A page of a tool is smaller than one of REST: a model pays for what it reads (mcp.md 4). */
const PAGE = 20

// Characters (four to a token) up to which a tool is shown with all, fewer and fewest words; mcp.md 4 allows 150 tokens on average.
const lengths: readonly (readonly [Brevity, number])[] = [
  [0, 420],
  [1, 530],
  [2, 630],
  [3, 740],
]
/** What is longer in the fewest words names its last properties only: the whole schema is that of `?toolsets=`. */
const LONGEST = 840

// What a tool of the lean surface may take, in characters: mcp.md 4 allows 4,000 tokens for all thirty.
const LEAN = 560

const made = new WeakMap<AnyOperation, OperationTool>()

/** The tool of one operation: name, title, words and hints all follow from its declaration. The same for every engine of the process. */
export function toolOf(operation: AnyOperation, answers?: Answered): OperationTool {
  const tool = made.get(operation) ?? describe(operation, answers)
  made.set(operation, tool)
  return tool
}

function describe(operation: AnyOperation, answers: Answered | undefined): OperationTool {
  const { id, summary, input } = operation
  const hints = hintsOf(operation)
  const schema = compactSchema(notableFirst(input))
  const properties = { ...(schema['properties'] as Record<string, Record<string, unknown>> | undefined) }
  const own = (name: string) => Object.hasOwn(properties, name)
  const takes = {
    idempotency_key: !hints.readOnlyHint && !own('idempotency_key'),
    if_match: /^(PATCH|PUT) /.test(operation.route) && !own('if_match'),
    detail: answers?.type.concise !== undefined && !own('detail'),
  }
  const pages = hints.readOnlyHint && own('limit') && own('cursor')
  // What a page is, and which fields a record has, need not be told to every model in every list.
  if (pages) properties['limit'] = { ...without(properties['limit'], 'description'), default: PAGE }
  // What queries carry of the grammar of conditions, tools have whole in their searches.
  if (pages && operation.route.startsWith('GET ')) delete properties['filter']
  if (properties['fields']?.['type'] === 'string') properties['fields'] = { type: 'string', description: 'Comma list' }
  if (takes.idempotency_key) properties['idempotency_key'] = { type: 'string' }
  if (takes.if_match) properties['if_match'] = { type: 'integer' }
  if (takes.detail) properties['detail'] = { enum: ['full', 'concise'] }
  const inputSchema = { ...schema, properties }
  const full = { name: snake(id), title: titleOf(id), description: summary, inputSchema, annotations: hints }
  const tool = shortened(full)
  return {
    operation,
    tool,
    leanTool: within(LEAN, tool),
    inputSchema,
    outputSchema: own('fields') || takes.detail ? sparseOutput(compactSchema(operation.output)) : compactSchema(operation.output),
    takes,
    answers,
    limit: pages ? PAGE : undefined,
  }
}

// Clients refuse an answer without what its schema requires, and `fields` and `detail` leave out of a record what was not asked for.
function sparseOutput(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'] as Record<string, Record<string, unknown>>
  const [page] = Object.entries(properties).filter(([, { type, items }]) => type === 'array' && items !== undefined)
  if (properties['id'] || !page) return { ...schema, required: ['id'] }
  const [name, list] = page
  const items = { ...(list['items'] as Record<string, unknown>), required: ['id'] }
  return { ...schema, properties: { ...properties, [name]: { ...list, items } } }
}

function shortened(tool: Tool): Tool {
  const creates = !tool.annotations.idempotentHint
  const at = (brevity: Brevity) => ({ ...tool, inputSchema: brief(tool.inputSchema, brevity, creates) })
  for (const [brevity, length] of lengths) {
    const shown = at(brevity)
    if (JSON.stringify(shown).length <= length) return shown
  }
  return within(LONGEST, at(4))
}

function within(length: number, tool: Tool): Tool {
  return { ...tool, inputSchema: named(tool.inputSchema, length - JSON.stringify({ ...tool, inputSchema: {} }).length) }
}

/** What a client may rely on before it calls, from scope and method alone. */
export function hintsOf(operation: AnyOperation): Hints {
  const { scope, route, unitOfWork } = operation
  const [method] = route.split(' ')
  const readOnlyHint = !writes(operation)
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (scope === 'delete' || method === 'DELETE'),
    idempotentHint: readOnlyHint || method !== 'POST',
    // An operation without a unit of work is one that waits for somebody else's server.
    openWorldHint: unitOfWork === false && !readOnlyHint,
  }
}

// A wide input is cut at its end: what is required and what its feature has given an example of stands before that.
function notableFirst(input: TObject): TObject {
  const rank = ([name, each]: readonly [string, TSchema]) => (input.required?.includes(name) ? 0 : hasExample(each) ? 1 : 2)
  const properties = Object.fromEntries(Object.entries(input.properties).toSorted((a, b) => rank(a) - rank(b)))
  return { ...input, properties }
}

function hasExample(schema: TSchema): boolean {
  const members = (schema['anyOf'] ?? []) as readonly TSchema[]
  return 'examples' in schema || members.some((each) => 'examples' in each)
}

function without(schema: Record<string, unknown> = {}, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key))
}

/** `createContact` is the tool `create_contact`. */
export const snake = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const titleOf = (id: string): string => {
  const words = snake(id).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
