import type { Expression, SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import { zoneOf } from '../../kernel/values/zone.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { compile } from '../../records/search/grammar/compile.ts'
import type { Comparison, Condition } from '../../records/search/grammar/condition.ts'
import { sourceOf } from '../../records/search/grammar/field.ts'
import { contrary } from '../../records/search/grammar/joining.ts'
import { predicateOf } from '../../records/search/grammar/predicate.ts'
import type { ParsedConditions } from './parsed.ts'
import type { Scope } from './scope.ts'

/** Which part of the matching records is asked for, in the order of their ids. */
export interface MatchPage {
  /** The last id of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Ids of live records of the enrolled type that meet conditions, one page of them: the same records for which `evaluate` says yes. */
export async function selectMatching(records: Records, parsed: ParsedConditions, { after, limit }: MatchPage): Promise<string[]> {
  const { own } = parsed.scope
  if (!own) return []
  const { table } = own.entity
  const where = await whereMatching(records, parsed)
  let query = records.db.selectFrom(table).select(`${table}.id as id`).where(`${table}.deleted_at`, 'is', null).where(where)
  if (after !== undefined) query = query.where(`${table}.id`, '>', after)
  const rows = await query.orderBy(`${table}.id`).limit(limit).execute()
  return rows.map(({ id }) => String(id))
}

/** Conditions as a part of a statement over the records of the enrolled type. */
export async function whereMatching(records: Records, { scope, condition, stored }: ParsedConditions): Promise<Expression<SqlBool>> {
  const words = JSON.stringify(stored.filter)
  const searches = [scope.own?.search, ...Object.values(scope.relations).map(({ to }) => to)]
  for (const search of new Set(searches)) await search?.prepare?.(records, words)
  const { timezone, yearStart } = await homeOf(records)
  const source = sourceOf(records, scope.own?.entity.table ?? '')
  // Whoever asks, the days of a workflow are those of the organization.
  return compile(overRecords(condition, scope), { ...source, calendar: { zone: await zoneOf(timezone), yearStart } })
}

/** The same condition as the enrolled record sees it: other records by its relations to them, and nothing where it has none. */
function overRecords(condition: Condition, scope: Scope): Condition {
  if ('all' in condition) return { all: condition.all.map((each) => overRecords(each, scope)) }
  if ('any' in condition) return { any: condition.any.map((each) => overRecords(each, scope)) }
  if ('met' in condition) return overRecords(condition.negated ? contrary(condition.met) : condition.met, scope)
  const { related, ...at } = condition.at
  const root = related?.name ?? ''
  if (root === scope.entityType) return { ...condition, at }
  const relation = scope.relations[root]
  return relation ? { ...condition, at: { ...at, related: { name: root, ...relation } } } : ofNothing(condition)
}

function ofNothing(comparison: Comparison): Condition {
  return predicateOf(comparison)(null, { now: new Date(0) }) === comparison.negated ? { any: [] } : { all: [] }
}
