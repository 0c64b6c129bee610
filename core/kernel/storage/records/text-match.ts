import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
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
  /** Whether it is known to match many entries. */
  readonly isPlentiful?: boolean
}

interface Selects {
  selectFrom(table: string): SelectQueryBuilder<Tables, string, object>
}

const MAX_WORDS = 16
// Alternatives of which PostgreSQL knows well enough how rare they are.
const FEW_WORDS = 8
// Of many words nobody knows how rare they are. So many of the newest entries are read for them first,
const MOST_READ = 1000
// then so many are looked for by the index of the words and sorted; of more than these the newest ones are soon met by going back.
const MOST_SORTED = 2000

/** Entries of the index that match: FTS5 on SQLite, a tsvector on PostgreSQL, the same on both. */
export function matchingEntries(db: Selects, dialect: DialectName, query: TextQuery): SelectQueryBuilder<Tables, string, object> {
  const entries = db.selectFrom(TextEntry.table)
  if (dialect === 'postgresql') return entries.where(saying(query))
  const index = sql.table('search_index')
  return entries
    .innerJoin('search_index', 'search_index.rowid', `${TextEntry.table}.id`)
    .where(sql<SqlBool>`${index} match ${ftsQuery(query)}`)
}

/** Columns of the newest entries that match, at most `limit`. */
export async function newestMatching(
  db: Kysely<Tables>,
  dialect: DialectName,
  query: TextQuery,
  columns: readonly ('object' | 'record_id' | 'title' | 'body')[],
  limit: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const named = columns.map((each) => `${TextEntry.table}.${each} as ${each}`)
  const entries = matchingEntries(db, dialect, { ...query, isPlentiful: true })
  const newest = () => entries.select(named).orderBy(newestFirst(dialect), 'desc').limit(limit).execute()
  if (dialect !== 'postgresql' || !isWide(query)) return await newest()
  // Without the words of other organizations: to compare them takes a hundred times as long as to pass them over.
  const own = sql<SqlBool>`case when ${sql.ref(`${TextEntry.table}.user_from`)} = ${query.organization} then ${saying(query)} end`
  // Of all organizations, so that none of them is looked for among the others.
  const newestId = sql`(select max("id") from ${sql.table(TextEntry.table)})`
  const late = await db
    .selectFrom(TextEntry.table)
    .select(named)
    .where(`${TextEntry.table}.id`, '>', sql`${newestId} - ${sql.lit(MOST_READ)}`)
    .where(own)
    .orderBy(newestFirst(dialect), 'desc')
    .limit(limit)
    .execute()
  if (late.length === limit) return late
  const some = matchingEntries(db, dialect, query)
    .select([`${TextEntry.table}.id as id`, ...named])
    .limit(MOST_SORTED + 1)
  const sorted = db.selectFrom(some.as('some')).select([...columns, sql<number>`count(*) over ()`.as('matches')])
  const rows = await sorted.orderBy('id', 'desc').limit(limit).execute()
  return Number(rows[0]?.['matches'] ?? 0) > MOST_SORTED ? await newest() : rows
}

// The planner takes many words that nobody says for most of the table, and reads all of it. What it cannot see it takes for rare.
function saying(query: TextQuery): Expression<SqlBool> {
  const words = sql`${tsquery(query)}::tsquery`
  return sql<SqlBool>`${sql.ref(`${TextEntry.table}.document`)} @@ ${isWide(query) ? sql`(select ${words})` : words}`
}

function isWide({ readings, near, isPlentiful = false }: TextQuery): boolean {
  if (isPlentiful) return false
  return readings.length > FEW_WORDS || [...(near?.values() ?? [])].some((others) => others.length > FEW_WORDS)
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
