import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { group, operation, type Registry } from 'rapport-crm'
import { type Route, routeOf } from '../route.ts'
import { descriptionSchema } from './description.ts'
import { type Described, openApiInSteps, type OpenApi } from './document.ts'
import { withFieldsOnce } from './whole-records.ts'

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
  let made: Promise<OpenApi> | undefined
  // Made at the first request: a host that serves no description pays nothing for it.
  const document = (): Promise<OpenApi> => (made ??= inTurns({ registry, operations: [...registry.list, own], server, requireIfMatch }))
  const { own } = group('Catalog', {
    own: operation({
      id: 'getOpenApi',
      summary: 'Read the OpenAPI description of every operation, those of plugins included',
      scope: publicDescription ? 'public' : 'read',
      route: 'GET /openapi.json',
      input: Type.Object({}, { additionalProperties: false }),
      output: descriptionSchema,
      uses: {},
      handle: document,
    }),
  })
  return { own, document }
}

/** `GET /openapi.json` as an operation of the adapter: authorized, limited and logged like every other. */
export function description(registry: Registry, options: DescriptionOptions): Route {
  const { own } = describing(registry, options)
  let made: { readonly text: string; readonly tag: string } | undefined
  // The document is the same for every call.
  const once = (document: unknown) => (made ??= written(withFieldsOnce(document as OpenApi)))
  return routeOf(own, { shared: true, write: (document) => once(document).text, tagOf: (document) => once(document).tag })
}

function written(document: OpenApi): { readonly text: string; readonly tag: string } {
  const text = JSON.stringify(document)
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

// Milliseconds for which others wait at most.
const TURN_MS = 10

async function inTurns(described: Described): Promise<OpenApi> {
  const steps = openApiInSteps(described)
  for (let begun = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - begun < TURN_MS) continue
    await turn()
    begun = performance.now()
  }
}
