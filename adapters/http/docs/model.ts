import type { OpenApi } from '../openapi/document.ts'
import { otherStatuses } from '../openapi/problems.ts'

/** A schema as the page reads it; `$ref` names a component. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | false
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

export interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>
}

/** An operation as the document describes it, under its method and path. */
export interface Described {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly tag: string
  readonly needs: string
  readonly parameters: readonly Parameter[]
  readonly body: Content | undefined
  /** Media type and content of the answer. */
  readonly answer: readonly [media: string, content: Content] | undefined
  /** Statuses of errors. */
  readonly errors: readonly string[]
}

type Refers = { readonly $ref: string }
interface Written {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly (Parameter | Refers)[]
  /** Empty for what needs no key. */
  readonly security?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Answer | Refers>>
}

interface Answer {
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}

/** The parts of the document that the page shows: the operations in their order, and the components they refer to. */
export function modelOf(document: OpenApi) {
  // The document is written here; the page reads it like any other OpenAPI document.
  const components = document.components as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const resolved = <T>(node: T | Refers): T => {
    if (typeof node !== 'object' || node === null || !('$ref' in node)) return node
    const [kind = '', name = ''] = (node as Refers).$ref.split('/').slice(-2)
    return components[kind]?.[name] as T
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): Described => {
      const { operationId, summary, description, tags, parameters, requestBody, responses } = each as Written
      const done = resolved(responses['201'] ?? responses['200'])
      return {
        method: method.toUpperCase(),
        path,
        operationId,
        summary,
        tag: tags[0] ?? '',
        needs: description,
        parameters: parameters.map((parameter) => resolved<Parameter>(parameter)),
        body: requestBody?.content['application/json'],
        answer: done && 'content' in done ? Object.entries(done.content ?? {})[0] : undefined,
        errors: errorsOf(each as Written),
      }
    }),
  )
  /** The example of a body or an answer, inline or in a component. */
  const exampleOf = ({ example, examples = {} }: Content): unknown => {
    const [first] = Object.values(examples)
    return example ?? (first && resolved<{ readonly value?: unknown }>(first).value)
  }
  const schemas = (components['schemas'] ?? {}) as Readonly<Record<string, Schema>>
  /** A schema with its component in its place. */
  const schemaOf = (schema: Schema): Schema => resolved<Schema>(schema as Schema | Refers)
  return { operations, exampleOf, schemas, schemaOf }
}

// Those that it names, and those for which `default` stands.
function errorsOf({ responses, security, requestBody }: Written): string[] {
  const own = Object.keys(responses).filter((status) => status >= '400' && status !== 'default')
  return [...own, ...otherStatuses(security?.length !== 0, requestBody !== undefined).map(String)].toSorted()
}

export type Model = ReturnType<typeof modelOf>
