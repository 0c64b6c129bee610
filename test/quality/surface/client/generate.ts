import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { errorCatalog, type Registry } from 'rapport-crm'
import { docOf, isSchema, membersOf, type Schema, typeOf } from './typescript.ts'

// Writes the generated part of `rapport-crm/client` from the OpenAPI document: its types, and its table of operations. The document knows
// operations by their ids, the registry the names that they have in process.

/** The files of a client, by name. */
export type Files = Readonly<Record<string, string>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly Schema[]
  readonly requestBody?: Schema
  readonly responses: Readonly<Record<string, Schema>>
}

/** As much of the OpenAPI document as the client is made of. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, Schema> }
}

/** An operation under the name of its method. */
interface Named {
  readonly name: string
  readonly route: string
  readonly operation: Operation
  readonly kind: 'json' | 'file' | 'stream'
  /** The name under which its pages have their items. */
  readonly items: string | undefined
  /** Declarations of its input and its answer, if they need any. */
  readonly declarations: readonly string[]
  /** Whether it can be called without input. */
  readonly optional: boolean
  readonly input: string
  readonly output: string
  readonly item: string
  /** The field that is the body of the request, as it is. */
  readonly upload: string | undefined
}

type Schemas = Readonly<Record<string, Schema>>
type Groups = readonly { readonly group: string; readonly methods: readonly Named[] }[]

const folder = fileURLToPath(new URL('../../../../adapters/client/generated/', import.meta.url))
const names = ['operations.ts', 'types.ts']
const HEAD = '// Written by `npm run surface -- accept` from the OpenAPI document of the bundled features and plugins.\n'

/** Of each operation, by group and method: its id, its route, and the schema of its answer. */
export type Methods = Readonly<
  Record<
    string,
    Readonly<Record<string, { readonly id: string; readonly route: string; readonly output: Schema; readonly upload?: string }>>
  >
>

/** The operations under the names that they have in process, which the document does not know. */
export function operationsOf({ operations }: Pick<Registry, 'operations'>): Methods {
  const groups = Object.entries(operations).map(([group, methods]) => {
    const own = Object.entries(methods).map(
      ([name, { id, route, output, upload }]) =>
        [name, { id, route, output: output as Schema, ...(upload && { upload: upload.content }) }] as const,
    )
    return [group, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(groups)
}

// The document says a whole record as a partial one of which more is required; the types of each have their fields.
function withWholeRecords(document: Document): Document {
  const { schemas } = document.components
  for (const [name, { allOf, ...own }] of Object.entries(schemas)) {
    const [first] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as Schema[]) : []
    const from = typeof first?.['$ref'] === 'string' && schemas[first['$ref'].replace('#/components/schemas/', '')]
    if (!from) continue
    const { description: _, ...fields } = from
    schemas[name] = { ...fields, ...own }
  }
  return document
}

/** The files as they should be. */
export function clientOf(described: Document, operations: Methods): Files {
  const document = withWholeRecords(structuredClone(described))
  const byId = new Map(Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => [each.operationId, each])))
  const groups = Object.entries(operations).map(([group, declared]) => ({
    group,
    methods: Object.entries(declared).map(([name, each]) => {
      const operation = byId.get(each.id)
      if (!operation) throw new Error(`The document lacks ${each.id}`)
      return namedOf(document, name, each, operation)
    }),
  }))
  return { 'operations.ts': tableOf(groups), 'types.ts': typesOf(document, groups) }
}

/** The files as they are. */
export async function writtenClient(): Promise<Files> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(folder + name, 'utf8').catch(() => '')])))
}

/** Makes the files what they should be. */
export async function writeClient(files: Files): Promise<void> {
  await Promise.all(names.map((name) => writeFile(folder + name, files[name] ?? '')))
}

function tableOf(groups: Groups): string {
  const lines = groups.flatMap(({ group, methods }) => [
    `  ${group}: {`,
    ...methods.map(({ name, route, operation, kind, items, upload }) => {
      const how = upload === undefined ? (items === undefined ? kind : `page ${items}`) : `upload ${upload}`
      return `    ${name}: ['${operation.operationId}', '${route}'${how === 'json' ? '' : `, '${how}'`}],`
    }),
    '  },',
  ])
  const type = 'Readonly<Record<string, Readonly<Record<string, Entry>>>>'
  return `${HEAD}import type { Entry } from '../client.ts'\n\n/** Every operation by group and method. */\nexport const operations: ${type} = {\n${lines.join('\n')}\n}\n`
}

function namedOf(
  document: Document,
  name: string,
  { route, output: declared, upload }: Methods[string][string],
  operation: Operation,
): Named {
  const { operationId, responses } = operation
  const { schemas } = document.components
  const { content = {} } = (responses['201'] ?? responses['200'] ?? {}) as { readonly content?: Readonly<Record<string, Schema>> }
  const [[media, answer = {}] = ['application/json', {}]] = Object.entries(content)
  const kind = media === 'text/event-stream' ? 'stream' : media === 'application/json' ? 'json' : 'file'
  const schema = whole(isSchema(answer['schema']) ? answer['schema'] : {}, declared, schemas)
  const input = withFile(inputOf(document, route, operation), upload)
  const type = typeOf(schema, { indent: '', isInput: false, schemas })
  const output = /^\w+$/.test(type) ? type : `${pascalOf(operationId)}Answer`
  const items = kind === 'json' && takesCursor(input) ? itemsOf(schema) : undefined
  return {
    name,
    route,
    operation,
    kind,
    items,
    declarations: [
      declarationOf(`${pascalOf(operationId)}Input`, `What \`${operationId}\` takes`, input, schemas),
      ...(kind === 'file' || output === type ? [] : [declarationOf(output, `What \`${operationId}\` answers`, schema, schemas)]),
    ],
    optional: ((input['required'] ?? []) as readonly string[]).length === 0 && !input['allOf'],
    input: `${pascalOf(operationId)}Input`,
    output: kind === 'file' ? 'Download' : kind === 'stream' ? `AsyncGenerator<Streamed<${output}>, undefined>` : output,
    upload,
    item: items === undefined ? '' : itemTypeOf(schema, items, output, schemas),
  }
}

// What parameters and body take together, as it is in process.
function inputOf(document: Document, route: string, { parameters, requestBody }: Operation): Schema {
  // The document shows a path once, with the parameter names of its first operation.
  const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const taken = parameters.map((each) => resolved(document, each)).filter(({ in: place }) => place === 'path' || place === 'query')
  const named = taken.map((each) => (each['in'] === 'path' ? { ...each, name: inPath.shift() } : each))
  const properties = named.map(({ name, schema, description }) => [
    name,
    { ...(schema as Schema), ...(description !== undefined && { description }) },
  ])
  const required = named.filter((each) => each['required'] === true).map(({ name }) => name)
  const given: Schema = { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
  const { content } = (requestBody ?? {}) as { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
  const body = content?.['application/json']?.schema
  if (!body) return given
  if (taken.length === 0) return body
  if (typeof body['$ref'] === 'string' || !isSchema(body['properties'])) return { allOf: [given, body] }
  return {
    ...body,
    properties: { ...(given['properties'] as Schema), ...body['properties'] },
    required: [...required, ...((body['required'] ?? []) as readonly string[])],
  }
}

function withFile(input: Schema, upload: string | undefined): Schema {
  if (upload === undefined) return input
  const { properties, required } = input as { readonly properties: Schema; readonly required: readonly string[] }
  return {
    ...input,
    properties: { ...properties, [upload]: { contentMediaType: '*/*', description: 'The file' } },
    required: [...required, upload],
  }
}

function takesCursor({ properties, allOf }: Schema): boolean {
  return (isSchema(properties) && 'cursor' in properties) || (Array.isArray(allOf) && allOf.some((each: Schema) => takesCursor(each)))
}

function itemsOf({ properties }: Schema): string | undefined {
  if (!isSchema(properties) || !('next_cursor' in properties)) return undefined
  return Object.entries(properties).find(([, each]) => isSchema(each) && each['type'] === 'array')?.[0]
}

function itemTypeOf({ properties }: Schema, items: string, output: string, schemas: Schemas): string {
  const type = typeOf(((properties as Schema)[items] as Schema)['items'] as Schema, { indent: '', isInput: false, schemas })
  return /^\w+$/.test(type) ? type : `${output}['${items}'][number]`
}

// In process, methods promise whole records; so do these. Callers that ask for some `fields` know which they get.
function whole(schema: Schema, declared: Schema, schemas: Record<string, Schema>): Schema {
  const { $ref, properties, required } = schema
  const [, name = ''] = /^#\/components\/schemas\/Partial(\w+)$/.exec(String($ref)) ?? []
  if (name !== '') {
    const { description, ...partial } = schemas[`Partial${name}`] ?? {}
    schemas[name] ??= {
      ...partial,
      required: declared['required'],
      description: String(description).replace(/(\. )?All of its fields, or.*/, ''),
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  if (!isSchema(properties) || !isSchema(declared['properties'])) return schema
  const own = declared['properties']
  const lists = Object.entries(properties).map(([key, each]): [string, unknown] => {
    if (!isSchema(each) || !isSchema(each['items'])) return [key, each]
    return [key, { ...each, items: whole(each['items'], ((own[key] ?? {}) as Schema)['items'] as Schema, schemas) }]
  })
  return { ...schema, properties: Object.fromEntries(lists), ...(required !== undefined && { required: declared['required'] }) }
}

function typesOf({ components }: Document, groups: Groups): string {
  const codes = Object.entries(errorCatalog).map(([code, { status, title }]) => `  /** ${title}. */\n  ${code}: ${status}`)
  const api = groups.map(
    ({ group, methods }) => `  /** ${methods[0]?.operation.tags[0] ?? group}. */\n  readonly ${group}: ${pascalOf(group)}Methods`,
  )
  const parts = [
    `/** The operations by group and method, with the names that they have in process. */\nexport interface Api {\n${api.join('\n')}\n}\n`,
    `/** Each code of an error, with its HTTP status. */\nexport interface ErrorStatuses {\n${codes.join('\n')}\n}\n`,
    '/** The word of an error, by which programs tell errors apart. */\nexport type ErrorCode = keyof ErrorStatuses\n',
    ...groups.map(methodsOf),
    ...groups.flatMap(({ methods }) => methods.flatMap(({ declarations }) => declarations)),
  ]
  const imports = [
    `import type { Download } from '../download.ts'`,
    `import type { Streamed } from '../events.ts'`,
    `import type { CallOptions } from '../options.ts'`,
  ]
  return [`${HEAD}${imports.join('\n')}\n`, ...parts, ...usedBy(parts, components.schemas)].join('\n')
}

function methodsOf({ group, methods }: Groups[number]): string {
  const lines = methods.flatMap(({ name, operation, optional, input, output, items, item }) => {
    const { summary, description } = operation
    const taken = `(input${optional ? '?' : ''}: ${input}, options?: CallOptions)`
    const iterator = name === 'list' ? 'all' : `${name}All`
    const own = [...docOf(`${summary}.\n${description}`, '  '), `  ${name}${taken}: Promise<${output}>`]
    if (items === undefined) return own
    return [
      ...own,
      ...docOf(`Every item of every page of \`${name}\`, page after page.`, '  '),
      `  ${iterator}${taken}: AsyncGenerator<${item}, undefined>`,
    ]
  })
  return `/** \`crm.${group}\`. */\nexport interface ${pascalOf(group)}Methods {\n${lines.join('\n')}\n}\n`
}

// The shared types that are named, and those that these name.
function usedBy(parts: readonly string[], schemas: Schemas): string[] {
  const made = new Map<string, string>()
  const add = (text: string): void => {
    for (const [name] of text.matchAll(/\b[A-Z]\w*\b/g)) {
      const schema = schemas[name]
      if (!schema || made.has(name)) continue
      made.set(name, '')
      const own = declarationOf(name, name, schema, schemas)
      made.set(name, own)
      add(own.replaceAll(/\/\*\*[^]*?\*\//g, ''))
    }
  }
  for (const part of parts) add(part.replaceAll(/\/\*\*[^]*?\*\//g, ''))
  return [...made].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
}

function declarationOf(name: string, otherwise: string, schema: Schema, schemas: Schemas): string {
  const { description, additionalProperties, properties } = schema
  const isInput = name.endsWith('Input')
  const doc = docOf(typeof description === 'string' ? `${description}.`.replace(/([.!?])\.$/, '$1') : `${otherwise}.`, '').join('\n')
  const isInterface = schema['type'] === 'object' && isSchema(properties) && !isSchema(additionalProperties) && !schema['patternProperties']
  if (!isInterface) return `${doc}\nexport type ${name} = ${typeOf(schema, { indent: '', isInput, schemas })}\n`
  const members = membersOf(schema, { indent: '  ', isInput, schemas })
  return `${doc}\nexport interface ${name} {${members.length > 0 ? `\n${members.join('\n')}\n` : ''}}\n`
}

function resolved({ components }: Document, schema: Schema): Schema {
  const [, , kind = '', name = ''] = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/') : []
  return name === '' ? schema : ((components as Readonly<Record<string, Readonly<Record<string, Schema>>>>)[kind]?.[name] ?? {})
}

function pascalOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
