import type { TObject, TSchema } from '@sinclair/typebox'
import type { AnyOperation, Registry } from 'rapport-crm'
import { describedHeaders, describedParameters, onEveryAnswer } from './headers.ts'
import { deliverySchema, webhooksOf } from './webhooks.ts'
import { fieldErrorSchema, problemResponses, problemSchema } from './problems.ts'
import { pathItem } from './path-item.ts'
import { type JsonSchema, schemasOf } from './schemas.ts'

export interface OpenApi {
  readonly openapi: '3.1.1'
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly JsonSchema[]
  readonly security: readonly JsonSchema[]
  readonly paths: Record<string, JsonSchema>
  readonly webhooks: Record<string, JsonSchema>
  readonly components: Record<string, JsonSchema>
}

export interface Described {
  readonly registry: Registry
  readonly operations: readonly AnyOperation[]
  /** Address of the version segment. */
  readonly server: string
}

/** OpenAPI 3.1.1 of the operations, with a webhook for each event type; nothing in it is written twice (contract 4.1). */
export function openApi({ registry, operations, server }: Described): OpenApi {
  const schemas = schemasOf(recordNames(operations))
  const paths: Record<string, JsonSchema> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: pathItem(operation, schemas) }
  }
  const webhooks = webhooksOf(registry, schemas.components)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Rapport CRM',
      version: '1.0.0',
      summary: 'Contacts, companies, deals, signed webhooks and ERP ingest',
      description: 'Errors are RFC 9457 problem documents; program against their `code`. Every answer carries `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: 'This installation' }],
    tags: tagsOf(operations),
    security: [{ apiKey: [] }],
    paths,
    webhooks,
    components: {
      schemas: { ...schemas.components, Problem: problemSchema, FieldError: fieldErrorSchema, Delivery: deliverySchema },
      responses: problemResponses(onEveryAnswer),
      headers: describedHeaders,
      parameters: describedParameters,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, with the scope that the operation names' } },
    },
  }
}

// A record is what `getContact` answers: the same schema in lists, create and update then refers to the component `Contact`.
function recordNames(operations: readonly AnyOperation[]): Map<TSchema, string> {
  const names = new Map<TSchema, string>()
  for (const { id, output } of operations) {
    const name = /^get([A-Z]\w*)$/.exec(id)?.[1]
    if (name && isObject(output) && !names.has(output)) names.set(output, name)
  }
  return names
}

function isObject(schema: TSchema): schema is TObject {
  return schema['type'] === 'object'
}

function tagsOf(operations: readonly AnyOperation[]): JsonSchema[] {
  const tags = Map.groupBy(operations, ({ tag }) => tag ?? 'Other')
  return [...tags].map(([name, own]) => ({ name, description: own.map(({ summary }) => `- ${summary}`).join('\n') }))
}
