import type { AnyOperation } from 'rapport-crm'
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

/** One operation with the tool that it is; made once, never per request. */
export interface OperationTool {
  readonly operation: AnyOperation
  readonly tool: Tool
  readonly outputSchema: JsonSchema
  /** Options of the call that the tool takes as arguments, because no header can carry them. */
  readonly takes: { readonly idempotency_key: boolean; readonly if_match: boolean }
  /** Lists answer this many records when the call does not say. */
  readonly limit: number | undefined
}

/** A page of a tool is smaller than one of REST: a model pays for what it reads (mcp.md 4). */
const PAGE = 20

/** The tool of one operation: name, title, words and hints all follow from its declaration. */
export function toolOf(operation: AnyOperation): OperationTool {
  const { id, summary, input } = operation
  const hints = hintsOf(operation)
  const schema = compactSchema(input)
  const properties = { ...(schema['properties'] as Record<string, Record<string, unknown>> | undefined) }
  const own = (name: string) => Object.hasOwn(properties, name)
  const takes = {
    idempotency_key: !hints.readOnlyHint && !own('idempotency_key'),
    if_match: /^(PATCH|PUT) /.test(operation.route) && !own('if_match'),
  }
  const pages = hints.readOnlyHint && own('limit') && own('cursor')
  if (pages) properties['limit'] = { ...properties['limit'], default: PAGE }
  if (takes.idempotency_key) properties['idempotency_key'] = { type: 'string' }
  if (takes.if_match) properties['if_match'] = { type: 'integer' }
  return {
    operation,
    tool: { name: snake(id), title: titleOf(id), description: summary, inputSchema: { ...schema, properties }, annotations: hints },
    outputSchema: compactSchema(operation.output),
    takes,
    limit: pages ? PAGE : undefined,
  }
}

/** What a client may rely on before it calls, from scope and method alone. */
export function hintsOf({ scope, route, unitOfWork }: AnyOperation): Hints {
  const [method] = route.split(' ')
  const readOnlyHint = scope === 'read' || scope === 'public' || method === 'GET'
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (scope === 'delete' || method === 'DELETE'),
    idempotentHint: readOnlyHint || method !== 'POST',
    // An operation without a unit of work is one that waits for somebody else's server.
    openWorldHint: unitOfWork === false && !readOnlyHint,
  }
}

/** `createContact` is the tool `create_contact`. */
export const snake = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const titleOf = (id: string): string => {
  const words = snake(id).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
