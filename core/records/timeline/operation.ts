import type { Tools } from '../record-type/record-type.ts'
import { Type } from '@sinclair/typebox'
import { allIdsOf } from '../record-type/merged-ids.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { Closed, Cursor, Id, NextCursor, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import type { TimelineOf } from '../record-type/timeline.ts'
import { timelineSources } from './sources.ts'
import { timelinePage } from './page.ts'

/** A record type with a timeline: `get` answers the record that an id means, and refuses those that the caller does not see. */
interface TimelineType {
  readonly singular: string
  readonly plural: string
  readonly store: Token<{ get(id: string): Promise<object> }>
  readonly timeline: TimelineOf
  readonly mcp: Tools
}

const Query = Closed({
  id: Id(),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Entries on a page' })),
  cursor: Type.Optional(Cursor),
})
const Timeline = Closed({
  timeline: Type.Array(
    Closed({
      type: Type.String({ description: 'event, activity, email, task, quote, order or invoice' }),
      id: Type.String({ description: 'Id of the entry' }),
      at: Timestamp('When it happened'),
      title: Type.String({ description: 'What happened, in a few words' }),
      data: Type.Record(Type.String(), Type.Unknown(), { description: 'The record, or what the event says' }),
    }),
    { description: 'One page, the newest first' },
  ),
  next_cursor: NextCursor,
})

/** `GET /things/{id}/timeline`: what happened, what was said and what was sent, in one order, newest first. */
export function timelineOperation({ singular, plural, store, timeline, mcp }: TimelineType) {
  return {
    timeline: operation({
      id: `get${camel(singular)}Timeline`,
      summary: `Read what happened with one ${singular}: events, activities, e-mails, tasks, quotes, orders and invoices, newest first`,
      scope: 'read',
      readsMany: true,
      route: `GET ${pathOf(plural)}/{id}/timeline`,
      ...(mcp.timeline && { mcp: mcp.timeline }),
      input: Query,
      output: Timeline,
      uses: { store, records: Records, types: RecordTypes, registry: Registry },
      async handle({ id, limit = 50, cursor }, { store, records, types, registry }) {
        const ids = allIdsOf(await store.get(id))
        const { items, next_cursor } = await timelinePage(
          { records, types, sources: registry.attached(timelineSources) },
          { plural, by: timeline.by, ids },
          limit,
          cursor,
        )
        return { timeline: items, next_cursor }
      },
    }),
  }
}
