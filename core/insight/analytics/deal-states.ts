import { sql, type SqlBool, type Expression } from 'kysely'
import { homeOf, todayOf } from '../../platform/access/organization.ts'
import { Rates } from '../../platform/currencies/rates.ts'
import { Deal } from '../../crm/deals/entity.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'

// The fields that decide the rate of a deal.
const rating = ['id', 'status', 'currency', 'closed_at'] as const
type Rating = (typeof rating)[number]
/** A field of a deal. */
export type DealField = keyof typeof Deal.fields
/** Some fields of a deal and the rate of its currency to that of the organization; null where no rate is known. */
export type RatedDeal<N extends DealField = Rating> = Pick<DealState, N | Rating> & { readonly rate: number | null }
type DealState = RecordOf<typeof Deal.fields>

// The fields that are followed through the past of a deal.
const followed = ['pipeline_id', 'stage_id', 'amount', 'probability', 'owner_email', 'created_at', 'updated_at', 'deleted_at'] as const
const isFollowed: ReadonlySet<string> = new Set([...rating, ...followed])

/** A deal as it was at some moment. */
export type PastDeal = Pick<DealState, (typeof followed)[number] | Rating>

/** One write of a deal: the deal before and after it. */
export interface DealChange {
  /** When it was written. */
  readonly at: Date
  readonly before: PastDeal
  readonly after: PastDeal
}

/** A deal at a moment, its changes up to another moment, and the deal at that. */
export interface DealPast {
  /** At the moment, or when it was created if that was later. */
  readonly first: PastDeal
  /** In the order in which they were written. */
  readonly changes: readonly DealChange[]
  /** At the end of the span. */
  readonly last: PastDeal
}

/**
 * These fields of the deals that meet a condition, in the order of their ids, with deleted ones unless the condition excludes them. A closed
 * deal has the rate of that day, an open one that of today. An analysis holds every deal of an organization in memory: name few fields.
 */
export async function dealsWhere<N extends DealField>(
  records: Records,
  condition: Expression<SqlBool>,
  names: readonly N[],
): Promise<RatedDeal<N>[]> {
  const deals = await statesWhere(records, condition, names)
  const rates = await Rates.of(records, new Set(deals.map(({ currency }) => currency)))
  if (deals.every(({ currency }) => currency === rates.home)) return await mapInTurns(deals, (deal) => ({ ...deal, rate: 1 }))
  const { timezone } = await homeOf(records)
  const today = await todayOf(records)
  return await mapInTurns(deals, (deal) => ({ ...deal, rate: rates.on(deal.currency, dayOfDeal(deal, timezone, today)) }))
}

// The day whose rate counts: that of closing, where the organization is, else today.
const dayOfDeal = ({ status, closed_at }: Pick<DealState, Rating>, timezone: string, today: string) =>
  status === 'open' || !closed_at ? today : dayOf(closed_at, timezone)

async function statesWhere<N extends DealField>(
  records: Records,
  condition: Expression<SqlBool>,
  names: readonly N[],
): Promise<Pick<DealState, N | Rating>[]> {
  return await records.columns(Deal, [...new Set([...rating, ...names])], (query) => query.where(condition).orderBy('id'))
}

/** The condition that a record was not deleted. */
export const live = sql<SqlBool>`deleted_at is null`
/** A time as the columns of this database hold it, for comparisons in statements. */
export const moment = (records: Records, at: Date): unknown => records.codec(Deal).toColumn('created_at', at)

/**
 * All deals that existed between two moments, with the writes of the followed fields, from the log of changes: it has every write of every
 * field, in the transaction of the write, so that going back from today is exact. Purged deals are gone from it, too.
 */
export async function pastOf(records: Records, from: Date, to: Date): Promise<DealPast[]> {
  const since = moment(records, from)
  const deals = await statesWhere(
    records,
    sql<SqlBool>`(created_at < ${moment(records, to)} and (updated_at >= ${since} or (status = 'open' and deleted_at is null)))`,
    followed,
  )
  const changed = deals.filter(({ updated_at }) => updated_at.getTime() >= from.getTime()).map(({ id }) => id)
  const log = Map.groupBy(await writesSince(records, changed, since), ({ record_id }) => record_id)
  return await mapInTurns(deals, (deal) => {
    let after: PastDeal = deal
    let last: PastDeal = deal
    const changes: DealChange[] = []
    for (const { changes: fields, created_at } of log.get(deal.id) ?? []) {
      const values = valuesBefore(fields)
      if (values.length === 0) continue
      const before = { ...after, ...Object.fromEntries(values) }
      if (created_at.getTime() >= to.getTime()) last = before
      else changes.push({ at: created_at, before, after })
      after = before
    }
    return { first: after, changes: changes.toReversed(), last }
  })
}

/** Writes of these records since a moment, as a column holds it; the latest first. */
async function writesSince(records: Records, ids: readonly string[], since: unknown): Promise<Written[]> {
  if (ids.length === 0) return []
  return await records.columns(ChangeRecord, ['record_id', 'changes', 'created_at'], (query) =>
    query
      .where(records.anyOf(ChangeRecord, 'record_id', ids))
      .where('created_at', '>=', since)
      .orderBy('id', 'desc'),
  )
}
type Written = Pick<ChangeRecord, 'record_id' | 'changes' | 'created_at'>

/** The followed fields of one write as they were before it; the log has times as texts. */
function valuesBefore(fields: Readonly<Record<string, readonly unknown[]>>): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, [value]]) =>
    isFollowed.has(name) ? [[name, name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value]] : [],
  )
}
