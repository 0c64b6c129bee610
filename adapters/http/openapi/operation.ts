import { Type } from '@sinclair/typebox'
import { group, operation, type Registry } from 'rapport-crm'
import { type Plan, planOf } from '../plan.ts'
import { openApi, type OpenApi } from './document.ts'

/** `GET /openapi.json` as an operation of the adapter's own: authorised, limited and logged like every other (contract 4.1). */
export function description(registry: Registry, server: string): Plan {
  let document: OpenApi | undefined
  let text: string | undefined
  const { own } = group('Catalog', {
    own: operation({
      id: 'getOpenApi',
      summary: 'Read the OpenAPI description of every operation, those of plugins included',
      scope: 'read',
      route: 'GET /openapi.json',
      input: Type.Object({}, { additionalProperties: false }),
      output: Type.Unsafe<OpenApi>(Type.Object({ openapi: Type.String() }, { additionalProperties: true })),
      uses: {},
      // Made at the first request: a host that serves no description pays nothing for it.
      handle: async (): Promise<OpenApi> => (document ??= openApi({ registry, operations: [...registry.list, own], server })),
    }),
  })
  return planOf(own, { shared: true, write: (value) => (text ??= JSON.stringify(value)) })
}
