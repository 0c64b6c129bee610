import type { Tools } from '../record-type/record-type.ts'
import type { TObject } from '@sinclair/typebox'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { asGivenIn } from './read.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { type BulkOptions, BulkResult, bulkInput, partial } from './schema.ts'
import { BulkWriter } from './writer.ts'

/** A record type whose service says by which rules sets of it are written. */
interface Upsertable<P extends string, C extends TObject> {
  readonly plural: P
  readonly create: C
  readonly store: Token<{ readonly sets: SetRules }>
  readonly keys: readonly string[]
  readonly mcp: Tools
}

/** `POST /things/bulk`: up to 5,000 records, each created, completed or rejected with its reason. */
export function bulkUpsertOperation<const P extends string, C extends TObject>({ plural, create, store, keys, mcp }: Upsertable<P, C>) {
  const schema = partial(create)
  return {
    bulkUpsert: operation({
      id: `bulkUpsert${camel(plural)}`,
      summary: `Create or complete up to 5,000 ${plural.replaceAll('_', ' ')} by ${keys.join(', ')}; answers what came of each`,
      scope: 'write',
      route: `POST ${pathOf(plural)}/bulk`,
      ...(mcp.bulkUpsert && { mcp: mcp.bulkUpsert }),
      batch: true,
      enters: plural,
      overwrites: true,
      foreign: ['records'],
      input: bulkInput(create, keys),
      output: BulkResult,
      uses: { store, writer: BulkWriter },
      async handle(input, { store, writer }) {
        const { records, ...options }: BulkOptions & { readonly records: readonly unknown[] } = input
        return asGivenIn(records, await writer.upsert(store.sets, schema, records, options))
      },
    }),
  }
}
