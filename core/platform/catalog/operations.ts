import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Closed, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { Catalog, JsonSchemaDocument } from './schema.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { CatalogService } from './service.ts'
import { withOrganizationValues } from './custom-schema.ts'

/** Accepted values and schemas. `getCatalog` is the only operation of the API that needs no key. */
export const catalog = group('Catalog', {
  get: operation({
    id: 'getCatalog',
    summary: 'Read the accepted values: event types, triggers, actions, conditions, stages, merge tags, periods, scopes, ...',
    scope: 'public',
    mcp: 'default',
    route: 'GET /catalog',
    input: Closed({
      only: Type.Optional(Text(1000, { description: 'Only these lists, comma separated' })),
      detail: Type.Optional(
        OneOf(['full', 'concise'], {
          default: 'full',
          description: 'concise: only the enum of schemas in configurations, and only triggers that can be configured',
        }),
      ),
    }),
    output: Catalog,
    uses: { catalog: CatalogService },
    handle: async ({ only, detail }, { catalog }) => catalog.read(only, detail),
  }),
  schema: operation({
    id: 'getObjectSchema',
    summary: 'Read the JSON Schema of one object, such as contact, with the custom properties and allowed values of the organization',
    scope: 'read',
    mcp: true,
    route: 'GET /schema/{object}',
    input: Closed({ object: Text(100, { minLength: 1, description: 'Record type, plural or singular', examples: ['contacts'] }) }),
    output: JsonSchemaDocument,
    uses: { catalog: CatalogService, records: Records, types: RecordTypes },
    handle: ({ object }, { catalog, records, types }) => withOrganizationValues(records, types, catalog.schemaOf(object)),
  }),
})

/** `api.catalog` in process. */
export interface CatalogMethods extends Methods<typeof catalog> {}
