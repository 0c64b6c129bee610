import type { TObject } from '@sinclair/typebox'
import { asGivenIn, readDrafts } from '../../records/bulk/read.ts'
import { type BulkOptions, BulkResult, bulkInput, partial } from '../../records/bulk/schema.ts'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel } from '../../records/record-type/resource.ts'
import type { Fields } from '../../kernel/operation/schema/fields.ts'
import type { DocumentInput } from './schema.ts'
import type { DocumentService } from './service.ts'
import { documentKeys } from './set-keys.ts'
import { documentRules, DocumentSet } from './set.ts'
import type { HeaderFields } from './document-kind.ts'

const keys = documentKeys.map(({ name }) => name)

/** `POST /things/bulk` of documents with their lines, each by the rules of a single one. */
export function bulkDocumentsOperation<
  const P extends string,
  C extends TObject,
  F extends HeaderFields & Fields,
  I extends Partial<DocumentInput>,
  X,
>({ plural, create, store }: { readonly plural: P; readonly create: C; readonly store: Token<DocumentService<F, I, X>> }) {
  const schema = partial(create)
  return {
    bulkUpsert: operation({
      id: `bulkUpsert${camel(plural)}`,
      summary: `Create or complete up to 5,000 ${plural.replaceAll('_', ' ')} with their lines by ${keys.join(', ')}; answers what came of each`,
      scope: 'write',
      route: `POST /${plural.replaceAll('_', '-')}/bulk`,
      batch: true,
      enters: plural,
      foreign: ['records'],
      input: bulkInput(create, keys),
      output: BulkResult,
      uses: { documents: store },
      async handle(input, { documents }) {
        const { records, ...options }: BulkOptions & { readonly records: readonly unknown[] } = input
        const rules = documentRules(documents.store.entity, plural)
        const drafts = await readDrafts(rules, schema, records)
        return asGivenIn(records, await new DocumentSet(documents, rules, options).write(drafts))
      },
    }),
  }
}
