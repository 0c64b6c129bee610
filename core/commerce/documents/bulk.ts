import type { Static, TObject } from '@sinclair/typebox'
import { asGivenIn, readDrafts } from '../../records/bulk/read.ts'
import { externalId, type SetKey, type SetRules } from '../../records/record-type/set-rules.ts'
import { BulkResult, bulkInput, partial } from '../../records/bulk/schema.ts'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel } from '../../records/record-type/resource.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { type Documents, DocumentSet } from './set.ts'

// By number, a document of its type is the only one (contract 1: upsert by number).
const documentNumber: SetKey = {
  name: 'number',
  field: 'number',
  of: ({ number }) => (typeof number === 'string' ? [number.trim()] : []),
}

// In this order, as for a single document.
const keys = [externalId.name, documentNumber.name] as const

/** `POST /things/bulk` of documents: with their lines, each by the rules of a single one. */
export function bulkDocumentsOperation<const P extends string, C extends TObject>({
  plural,
  create,
  store,
}: {
  readonly plural: P
  readonly create: C
  readonly store: Token<Documents>
}) {
  const schema = partial(create)
  return {
    bulkUpsert: operation({
      id: `bulkUpsert${camel(plural)}`,
      summary: `Create or complete up to 5,000 ${plural.replaceAll('_', ' ')} with their lines by ${keys.join(', ')}; answers what came of each`,
      scope: 'write',
      route: `POST /${plural.replaceAll('_', '-') as P}/bulk`,
      batch: true,
      foreign: ['records'],
      input: bulkInput(create, keys),
      output: BulkResult,
      uses: { documents: store },
      async handle(input, { documents }) {
        const { records, ...options } = input as unknown as Static<ReturnType<typeof bulkInput<TObject>>>
        const rules = {
          entity: documents.store.entity,
          object: plural,
          keys: [externalId, documentNumber],
          links: {},
          normalised: (each) => withoutAliases<Row>(each, { custom_properties: 'custom' }),
        } satisfies SetRules
        const drafts = await readDrafts(rules, schema, records)
        return asGivenIn(records, await new DocumentSet(documents, rules, options).write(drafts))
      },
    }),
  }
}
