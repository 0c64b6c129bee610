import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'
import { scopeWord, TextEntry } from '../schema/text-entry.ts'

/** What a text is looked for with: its readings (`readingsOf`), of one of which all words must be there. */
export interface TextQuery {
  readonly organization: string
  /** Plurals of the record types. */
  readonly objects: readonly string[]
  readonly readings: readonly (readonly string[])[]
  /** Words may go on behind what is given; a single letter is always a whole word. */
  readonly prefix: boolean
  /** Only what records are called by, not what else is said in them. */
  readonly titleOnly: boolean
  /** Words instead of which others may be there, each as a whole. */
  readonly near?: ReadonlyMap<string, readonly string[]> | undefined
}

interface Selects {
  selectFrom(table: string): SelectQueryBuilder<Tables, string, object>
}

const MAX_WORDS = 16

/** Entries of the index that match, the newest first: FTS5 on SQLite, a tsvector on PostgreSQL, the same on both. */
export function matchingEntries(db: Selects, dialect: DialectName, query: TextQuery): SelectQueryBuilder<Tables, string, object> {
  const entries = db.selectFrom(TextEntry.table)
  if (dialect === 'postgresql') return entries.where(sql<SqlBool>`${sql.ref(`${TextEntry.table}.document`)} @@ ${tsquery(query)}::tsquery`)
  const index = sql.table('search_index')
  return entries
    .innerJoin('search_index', 'search_index.rowid', `${TextEntry.table}.id`)
    .where(sql<SqlBool>`${index} match ${ftsQuery(query)}`)
}

/** By what the entries are sorted that were written last first; the order in which the indexes answer. */
export function newestFirst(dialect: DialectName): Expression<unknown> {
  return sql.ref(dialect === 'postgresql' ? `${TextEntry.table}.id` : 'search_index.rowid')
}

function ftsQuery({ organization, objects, readings, prefix, titleOnly, near }: TextQuery): string {
  const scopes = objects.map((each) => scopeWord(organization, each)).join(' OR ')
  const word = (each: string, whole?: true) => (!whole && isPrefix(each, prefix) ? `${each}*` : each)
  const words = (each: string) => oneOf(each, near, ' OR ', word)
  return `scope : (${scopes}) AND {${titleOnly ? 'title' : 'title body'}} : (${anyOf(readings, ' OR ', ' AND ', words)})`
}

function tsquery({ organization, objects, readings, prefix, titleOnly, near }: TextQuery): string {
  const scopes = objects.map((each) => `${scopeWord(organization, each)}:C`).join(' | ')
  const weights = titleOnly ? 'A' : 'AB'
  const word = (each: string, whole?: true) => `${each}:${!whole && isPrefix(each, prefix) ? '*' : ''}${weights}`
  const words = (each: string) => oneOf(each, near, ' | ', word)
  return `(${scopes}) & (${anyOf(readings, ' | ', ' & ', words)})`
}

// What stands for a word: itself as it is asked for, or others as a whole.
function oneOf(asked: string, near: TextQuery['near'], or: string, word: (each: string, whole?: true) => string): string {
  const others = near?.get(asked) ?? []
  return others.length === 0 ? word(asked) : `(${others.map((each) => word(each, true)).join(or)})`
}

// One of the readings, with all of its words.
function anyOf(readings: TextQuery['readings'], or: string, and: string, word: (each: string) => string): string {
  const all = readings.map((words) => words.slice(0, MAX_WORDS).map(word).join(and))
  return all.length === 1 ? String(all[0]) : all.map((each) => `(${each})`).join(or)
}

function isPrefix(word: string, prefix: boolean): boolean {
  return prefix && word.length > 1
}
