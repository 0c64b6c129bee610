import { Type } from '@sinclair/typebox'
import { group, operation, type Registry } from 'rapport-crm'
import { type Plan, planOf } from '../plan.ts'
import { openApi, type OpenApi } from './document.ts'

/** The OpenAPI document of an engine, with the operation that answers it among the others. */
export function describing(registry: Registry, server: string) {
  let made: OpenApi | undefined
  // Made at the first request: a host that serves no description pays nothing for it.
  const document = (): OpenApi => (made ??= openApi({ registry, operations: [...registry.list, own], server }))
  const { own } = group('Catalog', {
    own: operation({
      id: 'getOpenApi',
      summary: 'Read the OpenAPI description of every operation, those of plugins included',
      scope: 'read',
      route: 'GET /openapi.json',
      input: Type.Object({}, { additionalProperties: false }),
      output: Type.Unsafe<OpenApi>(
        Type.Object({ openapi: Type.String({ description: 'Version of the format' }) }, { additionalProperties: true }),
      ),
      uses: {},
      handle: async (): Promise<OpenApi> => document(),
    }),
  })
  return { own, document }
}

/** `GET /openapi.json` as an operation of the adapter's own: authorised, limited and logged like every other (contract 4.1). */
export function description(registry: Registry, server: string): Plan {
  let text: string | undefined
  return planOf(describing(registry, server).own, { shared: true, write: (value) => (text ??= JSON.stringify(value)) })
}
