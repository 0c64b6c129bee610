import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { group, operation, type Registry } from 'rapport-crm'
import { type Route, routeOf } from '../route.ts'
import { descriptionSchema } from './description.ts'
import { openApi, type OpenApi } from './document.ts'

/** How an API is described. */
export interface DescriptionOptions {
  /** Address of the version segment. */
  readonly server: string
  /** Whether changes must say which version they mean. */
  readonly requireIfMatch?: boolean
  /** Whether the description itself needs no key. */
  readonly publicDescription?: boolean
}

/** The OpenAPI document of an engine, with the operation that answers it among the others. */
export function describing(registry: Registry, { server, requireIfMatch = false, publicDescription = false }: DescriptionOptions) {
  let made: OpenApi | undefined
  // Made at the first request: a host that serves no description pays nothing for it.
  const document = (): OpenApi => (made ??= openApi({ registry, operations: [...registry.list, own], server, requireIfMatch }))
  const { own } = group('Catalog', {
    own: operation({
      id: 'getOpenApi',
      summary: 'Read the OpenAPI description of every operation, those of plugins included',
      scope: publicDescription ? 'public' : 'read',
      route: 'GET /openapi.json',
      input: Type.Object({}, { additionalProperties: false }),
      output: descriptionSchema,
      uses: {},
      handle: async (): Promise<OpenApi> => document(),
    }),
  })
  return { own, document }
}

/** `GET /openapi.json` as an operation of the adapter: authorized, limited and logged like every other. */
export function description(registry: Registry, options: DescriptionOptions): Route {
  const { own, document } = describing(registry, options)
  let made: { readonly text: string; readonly tag: string } | undefined
  const written = () => {
    const text = JSON.stringify(document())
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
  return routeOf(own, { shared: true, write: () => (made ??= written()).text, tagOf: () => (made ??= written()).tag })
}
