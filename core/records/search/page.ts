import { type Expression, sql, type SqlBool } from 'kysely'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { fewTagged } from '../../kernel/storage/records/few-tagged.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { compile } from './grammar/compile.ts'
import type { Condition, Filter } from './grammar/condition.ts'
import { withProperties } from './grammar/defined.ts'
import { sourceOf } from './grammar/field.ts'
import { parseFilter } from './grammar/parse.ts'
import type { Searchable } from './grammar/searchable.ts'
import { sortingOf } from './grammar/sort.ts'
import type { TextQuery } from '../../kernel/storage/records/text-match.ts'
import { nearWords } from './near-words.ts'
import { saidIn } from './text-search.ts'
import { invalid } from '../../kernel/operation/errors.ts'

/** A search: which records, in which order, from where on, and whether to count them all. */
export interface Search {
  readonly filter?: Filter | undefined
  /** Words that are all said in the record, or begin what is said; one that no record says may differ in a letter. */
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly count?: boolean | undefined
  /** A further condition on the records, such as to be in a list. */
  readonly within?: Expression<SqlBool> | undefined
  /** Refuses ids and names of stages, pipelines and cycles that there are not. */
  readonly strict?: boolean | undefined
}

/** One page of the live records that a search finds, and their number where it is asked for. */
export async function searchPage(records: Records, searched: Searchable, search: Search): Promise<Page<Row> & { readonly total?: number }> {
  const { limit, cursor, sort, count } = search
  const of = await withProperties(records, searched, search.filter, sort)
  const sorting = sort === undefined ? { sorts: of.sorts } : await sortingOf(records, of, sort)
  const near = search.q === undefined ? undefined : await nearBy(records, of, search.q)
  const met = conditionOf(records, of, search, near)
  const among = await fewBy(records, of, search.filter)
  const where = search.within ? sql<SqlBool>`(${met} and ${search.within})` : met
  const query = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }), ...(sort !== undefined && { sort }) }
  const page = await listPage(records, of.entity, query, {
    filters: {},
    ...sorting,
    where,
    ...((search.filter ?? search.q) !== undefined && { search: [search.filter, search.q] }),
    ...(among && { among }),
  })
  return count ? { ...page, total: await total(records, of, where) } : page
}

/** Ids of the only records that can meet a filter, where it asks for a rare tag and no index knows tags. */
async function fewBy(records: Records, of: Searchable, filter: Filter | undefined): Promise<string[] | undefined> {
  const tags = of.text === null || filter === undefined ? [] : tagsOf(parseFilter(of, filter))
  return of.text === null || tags.length === 0 ? undefined : await fewTagged(records, { object: of.text, tags })
}

// Of which each is had by whatever meets the condition.
function tagsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(tagsOf)
  if ('any' in condition || 'met' in condition) return []
  const { at, test, negated, operands } = condition
  const isOne = !negated && !at.related && at.path === 'tags' && (test === 'contains' || test === 'in') && operands.length === 1
  return isOne ? [String(operands[0])] : []
}

/** The condition of a search, for statements over these records: bulk changes, exports, reports. */
export function conditionOf(
  records: Records,
  of: Searchable,
  { filter, q, strict = false }: Pick<Search, 'filter' | 'q' | 'strict'>,
  near?: TextQuery['near'],
): Expression<SqlBool> {
  const said = q === undefined ? undefined : saidBy(records, of, q, near)
  const met = filter === undefined ? undefined : compile(parseFilter(of, filter, { strict }), sourceOf(records, of.entity.table))
  return said && met ? sql<SqlBool>`(${said} and ${met})` : (said ?? met ?? sql<SqlBool>`(1 = 1)`)
}

// Each is looked for in every record.
const MOST_WORDS = 8

// What words may mean that neither the records nor the companies that they are for say.
async function nearBy(records: Records, { text, customer }: Searchable, q: string): Promise<TextQuery['near']> {
  if (text === null) return undefined
  return await nearWords(records, [...new Set(customer === null ? [text] : [text, 'companies'])], q)
}

// Every word must be in the record, or in the company that it is for.
function saidBy(records: Records, of: Searchable, q: string, near: TextQuery['near']): Expression<SqlBool> {
  const { table } = of.entity
  const own = of.text === null ? calledBy(records, of, q) : saidIn(records, table, of.text, q, near)
  if (of.customer === null) return own
  const companies = records.db
    .selectFrom('companies')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(saidIn(records, 'companies', 'companies', q, near))
  return sql<SqlBool>`(${own} or ${sql.ref(`${table}.${of.customer}`)} in ${companies})`
}

// Without an index: a type of record of which there are fewer, or whose names are short.
function calledBy(records: Records, of: Searchable, q: string): Expression<SqlBool> {
  if (of.called.length === 0) throw invalid('/q', 'not_allowed', `Words are not searched in records of the type ${of.name}: use a filter`)
  const words = [...new Set(q.toLowerCase().split(/\s+/))].filter(Boolean)
  if (words.length === 0) return sql<SqlBool>`(1 = 0)`
  if (words.length > MOST_WORDS) throw invalid('/q', 'too_many', `At most ${MOST_WORDS} words are searched at once`)
  const met = words.map((value) => ({ or: of.called.map((field) => ({ field, op: 'contains', value })) }))
  return compile(parseFilter(of, { and: met }), sourceOf(records, of.entity.table))
}

async function total(records: Records, { entity: { table } }: Searchable, where: Expression<SqlBool>): Promise<number> {
  const counted = records.db.selectFrom(table).select(sql<number>`count(*)`.as('number'))
  const row = await counted.where('deleted_at', 'is', null).where(where).executeTakeFirst()
  return Number(row?.number ?? 0)
}
