import { Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { operation } from '../../kernel/operation/operation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { Closed, Cursor, Id, NextCursor } from '../../kernel/operation/schema/schema.ts'
import type { Similarity } from '../record-type/similarity.ts'
import { sourceOf } from '../search/grammar/field.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { isWhole } from '../../kernel/values/scalar.ts'
import { type CursorList, listFor, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import { Records } from '../../kernel/storage/records/records.ts'

// Ids of one group in an answer, the oldest: enough to begin a merge with.
const MOST = 50

const Query = Closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Groups on a page' })),
  cursor: Type.Optional(Cursor),
})
const Groups = Closed({
  groups: Type.Array(
    Closed({
      reason: Type.String({ description: 'What they have in common' }),
      score: Type.Number({ description: 'How likely they are one, from 0 to 1' }),
      value: Type.String({ description: 'What they share, as it is compared' }),
      ids: Type.Array(Id(), { description: `Oldest first, ${MOST} at most` }),
    }),
    { description: 'One page of groups, the most alike first' },
  ),
  next_cursor: NextCursor,
})

interface ComparedType {
  readonly singular: string
  readonly plural: string
  readonly search: Searchable
  readonly similarity: readonly Similarity[]
}

/** `GET /things/duplicates`: groups of records that may be one, the likeliest reason first; `merge` makes them one. */
export function duplicatesOperation({ singular, plural, search: of, similarity: reasons }: ComparedType) {
  return {
    duplicates: operation({
      id: `list${camel(singular)}Duplicates`,
      summary: `List groups of ${plural.replaceAll('_', ' ')} that may be one and the same, with the reason`,
      scope: 'read',
      route: `GET ${pathOf(plural)}/duplicates`,
      mcp: true,
      heavy: true,
      input: Query,
      output: Groups,
      uses: { records: Records },
      async handle({ limit = 50, cursor }, { records }) {
        const list = listFor(`duplicates of ${plural}`, { organization: records.unit.actor.organization })
        const from = cursor === undefined ? { at: 0, after: null } : readCursor(list, cursor, reasons.length)
        const groups = []
        for (const [at, similarity] of reasons.entries()) {
          if (at < from.at || groups.length > limit) continue
          const found = await groupsOf(records, of, similarity, at === from.at ? from.after : null, limit + 1 - groups.length)
          groups.push(...found.map((each) => ({ at, similarity, ...each })))
        }
        const last = groups[limit - 1]
        const shown = groups.slice(0, limit).map(({ similarity: { reason, score }, value, ids }) => ({ reason, score, value, ids }))
        const more = groups.length > limit && last
        return {
          groups: shown,
          next_cursor: more ? writePlace(list, [last.at, last.value]) : null,
        }
      },
    }),
  }
}

/** Groups of one reason behind a value, in the order of what they share. */
async function groupsOf(records: Records, of: Searchable, similarity: Similarity, after: string | null, limit: number) {
  const { table } = of.entity
  const value = similarity.value(sourceOf(records, table))
  // By code point, as cursors are compared.
  const shared = records.dialect === 'postgresql' ? sql<string>`(${value}) collate "C"` : sql<string>`(${value})`
  const ids = records.dialect === 'postgresql' ? sql<string[]>`json_agg(id order by id)` : sql<string[]>`json_group_array(id order by id)`
  // The expression stands once: its parameters would make two of it for PostgreSQL.
  const alike = records.db
    .selectFrom(table)
    .select(['id', shared.as('value')])
    .where('deleted_at', 'is', null)
    .as('alike')
  let query = records.db
    .selectFrom(alike)
    .select(['value', ids.as('ids')])
    .where('value', 'is not', null)
  if (after !== null) query = query.where('value', '>', after)
  const rows = await query
    .groupBy('value')
    .having(sql<SqlBool>`count(*) > 1`)
    .orderBy('value')
    .limit(limit)
    .execute()
  return rows.map(({ value, ids }) => {
    // SQLite answers the list as text.
    const all: readonly string[] = typeof ids === 'string' ? JSON.parse(ids) : ids
    return { value: String(value), ids: all.slice(0, MOST) }
  })
}

function readCursor(list: CursorList, cursor: string, reasons: number): { at: number; after: string } {
  return readPlace(list, cursor, ([at, after]) =>
    isWhole(at) && at >= 0 && at < reasons && typeof after === 'string' && !after.includes('\0') ? { at, after } : undefined,
  )
}
