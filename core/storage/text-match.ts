import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { DialectName } from './codec.ts'
import type { Tables } from './set-writer.ts'
import { scopeWord, TextEntry } from './text-entry.ts'

/** What a text is looked for with: words of `wordsOf`, all of which must be there. */
export interface TextQuery {
  readonly organization: string
  /** Plurals of the record types. */
  readonly objects: readonly string[]
  readonly words: readonly string[]
  /** Words may go on behind what is given; a single letter is always a whole word. */
  readonly prefix: boolean
  /** Only what records are called by, not what else is said in them. */
  readonly titleOnly: boolean
}

interface Selects {
  selectFrom(table: string): SelectQueryBuilder<Tables, string, object>
}

const MAX_WORDS = 16

/** Entries of the index that match, the newest first: FTS5 on SQLite, a tsvector on PostgreSQL, the same on both. */
export function matchingEntries(db: unknown, dialect: DialectName, query: TextQuery): SelectQueryBuilder<Tables, string, object> {
  const entries = (db as Selects).selectFrom(TextEntry.table)
  if (dialect === 'postgresql') return entries.where(sql<SqlBool>`${sql.ref(`${TextEntry.table}.document`)} @@ ${tsquery(query)}::tsquery`)
  const index = sql.table('search_index')
  return entries
    .innerJoin('search_index', 'search_index.rowid', `${TextEntry.table}.id`)
    .where(sql<SqlBool>`${index} match ${ftsQuery(query)}`) as SelectQueryBuilder<Tables, string, object>
}

/** By what the entries are sorted that were written last first; the order in which the indexes answer. */
export function newestFirst(dialect: DialectName): Expression<unknown> {
  return sql.ref(dialect === 'postgresql' ? `${TextEntry.table}.id` : 'search_index.rowid')
}

function ftsQuery({ organization, objects, words, prefix, titleOnly }: TextQuery): string {
  const scopes = objects.map((each) => scopeWord(organization, each)).join(' OR ')
  const wanted = words.slice(0, MAX_WORDS).map((word) => (isPrefix(word, prefix) ? `${word}*` : word))
  return `scope : (${scopes}) AND {${titleOnly ? 'title' : 'title body'}} : (${wanted.join(' AND ')})`
}

function tsquery({ organization, objects, words, prefix, titleOnly }: TextQuery): string {
  const scopes = objects.map((each) => `${scopeWord(organization, each)}:C`).join(' | ')
  const weights = titleOnly ? 'A' : 'AB'
  const wanted = words.slice(0, MAX_WORDS).map((word) => `${word}:${isPrefix(word, prefix) ? '*' : ''}${weights}`)
  return `(${scopes}) & ${wanted.join(' & ')}`
}

function isPrefix(word: string, prefix: boolean): boolean {
  return prefix && word.length > 1
}
