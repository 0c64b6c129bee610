import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { readingsOf } from '../../kernel/storage/schema/text-entry.ts'
import { matchingEntries, newestFirst } from '../../kernel/storage/records/text-match.ts'

/** A record that full-text search found; the greater the score, the better the match. */
export interface Hit {
  readonly object: string
  readonly id: string
  readonly score: number
}

// The kinds of match in their order: whole words of what a record is called by, beginnings of them, then anything said in it.
const tiers = [
  { score: 1, prefix: false, titleOnly: true },
  { score: 0.75, prefix: true, titleOnly: true },
  { score: 0.5, prefix: false, titleOnly: false },
  { score: 0.25, prefix: true, titleOnly: false },
] as const

/**
 * The best matches of all words of a text: by kind of match, the newest first within each. Each kind is asked for as many as
 * are wanted and no more, so that the time does not grow with the number of records that match.
 */
export async function bestMatches(records: Records, objects: readonly string[], text: string, limit: number): Promise<Hit[]> {
  const readings = readingsOf(text)
  const hits = new Map<string, Hit>()
  if (readings[0]?.length === 0 || objects.length === 0) return []
  const { organization } = records.unit.actor
  for (const { score, prefix, titleOnly } of tiers) {
    const rows = await matchingEntries(records.db, records.dialect, { organization, objects, readings, prefix, titleOnly })
      .select(['search_entries.object as object', 'search_entries.record_id as record_id'])
      .orderBy(newestFirst(records.dialect), 'desc')
      .limit(limit)
      .execute()
    for (const { object, record_id } of rows) {
      const id = String(record_id)
      if (!hits.has(id)) hits.set(id, { object: String(object), id, score })
    }
    if (hits.size >= limit) break
  }
  return [...hits.values()].slice(0, limit)
}

/** The records of one type in which all words of a text are said, as a part of a statement over them. */
export function saidIn(
  { dialect, unit }: Pick<Records, 'dialect' | 'unit'>,
  table: string,
  object: string,
  text: string,
): Expression<SqlBool> {
  const readings = readingsOf(text)
  if (readings[0]?.length === 0) return sql<SqlBool>`(1 = 0)`
  const query = { organization: unit.actor.organization, objects: [object], readings, prefix: true, titleOnly: false }
  const found = matchingEntries(expressionBuilder<Tables, never>(), dialect, query).select('search_entries.record_id as id')
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in ${found}`
}
