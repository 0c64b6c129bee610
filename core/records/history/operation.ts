import type { Tools } from '../record-type/record-type.ts'
import { Type } from '@sinclair/typebox'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { Closed, Cursor, described, Id, NextCursor, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { Actor } from '../../kernel/operation/schema/values.ts'
import { allIdsOf } from '../record-type/merged-ids.ts'
import { historyPage } from './page.ts'
import { Records } from '../../kernel/storage/records/records.ts'

/** A record type with a history: `get` answers the record that an id means, and refuses those that the caller does not see. */
interface HistoryType {
  readonly singular: string
  readonly plural: string
  readonly store: Token<{ get(id: string): Promise<{ readonly id: string }> }>
  readonly mcp: Tools
}

const Query = Closed({
  id: Id(),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Changes on a page' })),
  cursor: Type.Optional(Cursor),
})
const History = Closed({
  history: Type.Array(
    Closed({
      field: Type.String({ description: 'Field that was changed', examples: ['lifecycle_stage'] }),
      from: Type.Unknown({ description: 'The value before', examples: ['lead'] }),
      to: Type.Unknown({ description: 'The value after', examples: ['customer'] }),
      actor: described(Actor, 'Who did it'),
      at: Timestamp('When it was changed'),
    }),
    { description: 'One page, the newest first' },
  ),
  next_cursor: NextCursor,
})

/** `GET /things/{id}/history`: every change of a field, who made it and when, newest first. */
export function historyOperation({ singular, plural, store, mcp }: HistoryType) {
  return {
    history: operation({
      id: `list${camel(singular)}History`,
      summary: `List the changes of one ${singular}, field by field: from, to, who and when`,
      scope: 'read',
      route: `GET ${pathOf(plural)}/{id}/history`,
      ...(mcp.history && { mcp: mcp.history }),
      input: Query,
      output: History,
      uses: { store, records: Records },
      async handle({ id, limit = 50, cursor }, { store, records }) {
        const { items, next_cursor } = await historyPage(records, allIdsOf(await store.get(id)), limit, cursor)
        return { history: items, next_cursor }
      },
    }),
  }
}
