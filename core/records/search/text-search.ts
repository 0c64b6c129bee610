import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { readingsOf } from '../../kernel/storage/schema/text-entry.ts'
import { matchingEntries, newestMatching, type TextQuery } from '../../kernel/storage/records/text-match.ts'
import { nearWords } from './near-words.ts'

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
// After all of these, where a word is not found as it stands.
const nearTiers = [
  { score: 0.2, prefix: true, titleOnly: true },
  { score: 0.1, prefix: true, titleOnly: false },
] as const

/**
 * The best matches of all words of a text: by kind of match, the newest first within each. Each kind is asked for as many as
 * are wanted and no more, so that the time does not grow with the number of records that match. Where nothing is found, words that are not
 * said as they stand find those that differ in a letter.
 */
export async function bestMatches(records: Records, objects: readonly string[], text: string, limit: number): Promise<Hit[]> {
  const readings = readingsOf(text)
  const hits = new Map<string, Hit>()
  if (readings[0]?.length === 0 || objects.length === 0) return []
  const add = async (tier: (typeof tiers | typeof nearTiers)[number], near?: TextQuery['near']) => {
    const { score, prefix, titleOnly } = tier
    const { organization } = records.unit.actor
    const query = { organization, objects, readings, prefix, titleOnly, near }
    const rows = await newestMatching(records.db, records.dialect, query, ['object', 'record_id'], limit)
    for (const { object, record_id } of rows) {
      const id = String(record_id)
      if (!hits.has(id)) hits.set(id, { object: String(object), id, score })
    }
  }
  for (const tier of tiers) {
    await add(tier)
    if (hits.size >= limit) break
  }
  const near = hits.size === 0 ? await nearWords(records, objects, text) : undefined
  for (const tier of near?.size ? nearTiers : []) if (hits.size < limit) await add(tier, near)
  return [...hits.values()].slice(0, limit)
}

/** The records of one type in which all words of a text are said, as a part of a statement over them. */
export function saidIn(
  { dialect, unit }: Pick<Records, 'dialect' | 'unit'>,
  table: string,
  object: string,
  text: string,
  near?: TextQuery['near'],
): Expression<SqlBool> {
  const readings = readingsOf(text)
  if (readings[0]?.length === 0) return sql<SqlBool>`(1 = 0)`
  const query = { organization: unit.actor.organization, objects: [object], readings, prefix: true, titleOnly: false, near }
  const found = matchingEntries(expressionBuilder<Tables, never>(), dialect, query).select('search_entries.record_id as id')
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in ${found}`
}
