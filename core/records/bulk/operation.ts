import type { Static, TObject } from '@sinclair/typebox'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel } from '../record-type/resource.ts'
import { asGivenIn } from './read.ts'
import type { SetRules } from './rules.ts'
import { BulkResult, bulkInput, partial } from './schema.ts'
import { BulkWriter } from './writer.ts'

/** A record type whose service says by which rules sets of it are written. */
export interface Bulk<P extends string, C extends TObject> {
  readonly plural: P
  readonly create: C
  readonly store: Token<{ readonly sets: SetRules }>
}

/** `POST /things/bulk` (operations.md 1): up to 5,000 records, each created, completed or rejected with its reason. */
export function bulkUpserting<const P extends string, C extends TObject>(
  { plural, create, store }: Bulk<P, C>,
  keys: readonly string[],
  mcp?: true,
) {
  const schema = partial(create)
  return {
    bulkUpsert: operation({
      id: `bulkUpsert${camel(plural)}`,
      summary: `Create or complete up to 5,000 ${plural.replaceAll('_', ' ')} by ${keys.join(', ')}; answers what came of each`,
      scope: 'write',
      route: `POST /${plural.replaceAll('_', '-') as P}/bulk`,
      ...(mcp && { mcp }),
      batch: true,
      foreign: ['records'],
      input: bulkInput(create, keys),
      output: BulkResult,
      uses: { store, writer: BulkWriter },
      async handle(input, { store, writer }) {
        const { records, ...options } = input as unknown as Static<ReturnType<typeof bulkInput<TObject>>>
        return asGivenIn(records, await writer.upsert(store.sets, schema, records, options))
      },
    }),
  }
}
