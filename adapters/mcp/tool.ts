import type { TObject, TSchema } from '@sinclair/typebox'
import { type AnyOperation, writes } from 'rapport-crm'
import { withDescriptions } from './described.ts'
import { shortSchema, type Brevity, fitProperties } from './short-schema.ts'
import { outcomeNames, outcomeSchema } from './outcome.ts'
import type { AnsweredRecords } from './record-types.ts'
import { checkedSchema, compactSchema, type JsonSchema } from './schema.ts'

export interface ToolHints {
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
  readonly annotations: ToolHints
}

/** An operation and its tool. */
export interface OperationTool {
  readonly operation: AnyOperation
  /** As in the list of all tools, where wide inputs are shortened. */
  readonly tool: Tool
  /** As on the lean surface, where wide inputs are mostly reduced to names. */
  readonly leanTool: Tool
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** Options of the call that are arguments of the tool, because tools have no headers. */
  readonly takes: { readonly idempotency_key: boolean; readonly if_match: boolean; readonly detail: boolean; readonly confirm: boolean }
  /** The records that it returns, if any. */
  readonly answers: AnsweredRecords | undefined
  /** What its answers say beside the record that it has written. */
  readonly outcome: readonly string[]
  /** Default number of records of a list. */
  readonly limit: number | undefined
}

/** Records on a page; fewer than in REST, because a model pays for what it reads. */
const PAGE = 20

// Up to so many characters (four to a token), a tool is shown at each level of brevity; all tools together shall cost 150 tokens on average.
const lengths: readonly (readonly [Brevity, number])[] = [
  [0, 420],
  [1, 530],
  [2, 630],
  [3, 740],
]
/** Most characters of a tool; a longer one only names its last properties. `?schemas=full` shows the whole schema. */
const LONGEST = 840

// Up to so many characters, properties of shortened tools keep their descriptions.
const DESCRIBED = 570

// Most characters of a tool on the lean surface, whose thirty tools shall cost 4,000 tokens.
const LEAN = 560

const toolCache = new WeakMap<AnyOperation, OperationTool>()

/** The tool of one operation: name, title, schema and hints follow from its declaration. All engines of the process share it. */
export function toolOf(operation: AnyOperation, answers?: AnsweredRecords): OperationTool {
  const tool = toolCache.get(operation) ?? makeTool(operation, answers)
  toolCache.set(operation, tool)
  return tool
}

function makeTool(operation: AnyOperation, answers: AnsweredRecords | undefined): OperationTool {
  const { id, summary, input } = operation
  const hints = hintsOf(operation)
  const schema = compactSchema(notableFirst(input))
  const properties = { ...(schema['properties'] as Record<string, Record<string, unknown>> | undefined) }
  const own = (name: string) => Object.hasOwn(properties, name)
  const takes = {
    idempotency_key: !hints.readOnlyHint && !own('idempotency_key'),
    if_match: /^(PATCH|PUT) /.test(operation.route) && !own('if_match'),
    detail: answers?.type.concise !== undefined && !own('detail'),
    confirm: operation.asks !== undefined && !own('confirm'),
  }
  const pages = hints.readOnlyHint && own('limit') && own('cursor')
  // Not every model needs to be told in every list what a page is and which fields a record has.
  if (pages) properties['limit'] = { ...without(properties['limit'], 'description'), default: PAGE }
  // Search tools take conditions in full; in lists they would only add tokens.
  if (pages && operation.route.startsWith('GET ')) delete properties['filter']
  if (properties['fields']?.['type'] === 'string') properties['fields'] = { type: 'string', description: 'Comma list' }
  if (takes.idempotency_key) properties['idempotency_key'] = { type: 'string' }
  if (takes.if_match) properties['if_match'] = { type: 'integer', description: 'Version it must still have' }
  if (takes.confirm) properties['confirm'] = { type: 'boolean', description: 'Once a person has agreed' }
  if (takes.detail) properties['detail'] = { enum: ['full', 'concise'] }
  const inputSchema = { ...schema, properties }
  const full = { name: snake(id), title: titleOf(id), description: summary, inputSchema, annotations: hints }
  const tool = shortened(full)
  const outcome = outcomeNames(operation)
  const output = withProperties(checkedSchema(operation.output), outcome)
  return {
    operation,
    tool,
    leanTool: within(LEAN, tool),
    inputSchema,
    outputSchema: own('fields') || takes.detail ? sparseOutput(output) : output,
    takes,
    answers,
    outcome,
    limit: pages ? PAGE : undefined,
  }
}

const withProperties = (schema: JsonSchema, outcome: readonly string[]): JsonSchema =>
  outcome.length === 0
    ? schema
    : {
        ...schema,
        properties: { ...(schema['properties'] as object), ...Object.fromEntries(outcome.map((name) => [name, outcomeSchema[name]])) },
      }

// Clients check results against the output schema, and `fields` and `detail` leave fields out of records.
function sparseOutput(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'] as Record<string, Record<string, unknown>>
  const [page] = Object.entries(properties).filter(([, { type, items }]) => type === 'array' && items !== undefined)
  if (properties['id'] || !page) return { ...schema, properties: sparseRecords(properties), required: ['id'] }
  const [name, list] = page
  const items = { ...(list['items'] as Record<string, unknown>), required: ['id'] }
  return { ...schema, properties: { ...properties, [name]: { ...list, items } } }
}

// Records beside the answer, such as the follow-up of a task, are shown concisely, too.
function sparseRecords(properties: Readonly<Record<string, Record<string, unknown>>>): Record<string, unknown> {
  const sparse = (schema: Record<string, unknown>): Record<string, unknown> => {
    const { properties: own, anyOf } = schema as { properties?: object; anyOf?: readonly Record<string, unknown>[] }
    if (anyOf) return { ...schema, anyOf: anyOf.map(sparse) }
    return own && Object.hasOwn(own, 'user_from') ? { ...schema, required: ['id'] } : schema
  }
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, sparse(each)]))
}

function shortened(tool: Tool): Tool {
  const creates = !tool.annotations.idempotentHint
  const at = (brevity: Brevity) => ({ ...tool, inputSchema: shortSchema(tool.inputSchema, brevity, creates) })
  for (const [brevity, length] of lengths) {
    const shown = at(brevity)
    if (JSON.stringify(shown).length <= length) return described(shown, tool)
  }
  return described(within(LONGEST, at(4)), tool)
}

// What a level of brevity leaves free goes to descriptions.
function described(shown: Tool, { inputSchema }: Tool): Tool {
  return { ...shown, inputSchema: withDescriptions(shown.inputSchema, inputSchema, DESCRIBED - JSON.stringify(shown).length) }
}

function within(length: number, tool: Tool): Tool {
  return { ...tool, inputSchema: fitProperties(tool.inputSchema, length - JSON.stringify({ ...tool, inputSchema: {} }).length) }
}

/** The hints of a tool, derived from scope and method of the operation. */
export function hintsOf(operation: AnyOperation): ToolHints {
  const { scope, route, unitOfWork, overwrites } = operation
  const [method] = route.split(' ')
  const readOnlyHint = !writes(operation)
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (scope === 'delete' || method === 'DELETE' || overwrites === true),
    idempotentHint: readOnlyHint || method !== 'POST',
    // An operation without a unit of work waits for another server.
    openWorldHint: unitOfWork === false && !readOnlyHint,
  }
}

// Wide inputs lose their last properties, so required ones and those with an example come first.
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

/** `createContact` becomes `create_contact`. */
export const snake = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const titleOf = (id: string): string => {
  const words = snake(id).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
