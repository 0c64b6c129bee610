import { type Expression, expressionBuilder, sql } from 'kysely'
import { homeOf } from '../access/organization.ts'
import { localDay } from '../../kernel/money/bucket.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { dayOf as dayIn } from '../../kernel/values/calendar.ts'
import { type Zone, zoneOf } from '../../kernel/values/zone.ts'
import { CurrencyRate } from './entity.ts'

type Any = Expression<unknown>
/** What of a database decides how a statement is written. */
type Dialect = Pick<Records, 'dialect'>

/** What an organisation counts in: its currency, and the day that it is there. */
export interface Home {
  /** ISO 4217 code. */
  readonly currency: string
  readonly today: string
}
/** The same with the zone in which its days are cut. */
export interface ZonedHome extends Home {
  readonly zone: Zone
}

/** What the caller's organisation counts in, as of now. */
export async function homeToday(records: Records): Promise<Home> {
  const { currency, timezone } = await homeOf(records)
  return { currency, today: dayIn(records.unit.now, timezone) }
}

/** The same for what happened at moments. */
export async function zonedHome(records: Records): Promise<ZonedHome> {
  const { currency, timezone } = await homeOf(records)
  return { currency, today: dayIn(records.unit.now, timezone), zone: await zoneOf(timezone) }
}

/**
 * What one unit of a row's currency is worth in the organisation's: by the rate of its own (frozen in a document), else by the one
 * that holds on its day; null where it has neither, and for amounts that need none.
 */
export function rateOn(home: Any, row: { readonly currency: Any; readonly day: Any; readonly own?: Any }): Any {
  const dated = expressionBuilder<Tables, never>()
    .selectFrom(`${CurrencyRate.table} as fx`)
    .select('fx.rate')
    .where('fx.base', '=', home)
    .where('fx.currency', '=', row.currency)
    .where('fx.valid_from', '<=', row.day)
    .orderBy('fx.valid_from', 'desc')
    .limit(1)
  const rate = row.own ? sql`coalesce(${row.own}, (${dated}))` : sql`(${dated})`
  return sql`(case when ${row.currency} = ${home} then null else ${rate} end)`
}

/**
 * The rate of a document of the table or alias: its own where it is to this currency, else that of its day of issue, or of today without
 * one.
 */
export function documentRate(records: Dialect, home: Any, today: string, table: string): Any {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const issued = sql`coalesce(${column('issue_date')}, ${dayOf(records, today)})`
  const own = sql`(case when ${column('rate_base')} = ${home} then ${column('exchange_rate')} end)`
  return rateOn(home, { currency: column('currency'), day: issued, own })
}

/** The rate of a deal of the table: that of the day on which it was closed where the organisation is, of an open one that of today. */
export function dealRate(records: Records, { currency: home, today, zone }: ZonedHome, table: string): Any {
  const closed = sql.ref(`${table}.closed_at`)
  const closing = localDay(closed, zone.offsets(new Date(0), records.unit.now), records.dialect)
  const day = sql`(case when ${closed} is null then ${today} else ${closing} end)`
  return rateOn(sql.val(home), { currency: sql.ref(`${table}.currency`), day: dayOf(records, day) })
}

/** A day as statements compare it with dates. */
export const dayOf = ({ dialect }: Dialect, day: unknown): Any => (dialect === 'postgresql' ? sql`${day}::date` : sql`${day}`)

/** The rates of some currencies on all days, for what is converted in memory. */
export class Rates {
  /** ISO 4217 code of the organisation. */
  readonly home: string
  readonly #dated: ReadonlyMap<string, readonly { readonly valid_from: string; readonly rate: number }[]>

  private constructor(home: string, rates: readonly CurrencyRate[]) {
    this.home = home
    this.#dated = Map.groupBy(
      rates.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1)),
      ({ currency }) => currency,
    )
  }

  /** Those of the currencies that these records are in; of the organisation's own there are none. */
  static async of(records: Records, currencies: Iterable<string>): Promise<Rates> {
    const { currency: home } = await homeOf(records)
    const foreign = new Set([...currencies].filter((each) => each !== home))
    const found = await records.findBy(CurrencyRate, 'currency', foreign)
    return new Rates(
      home,
      found.filter(({ base }) => base === home),
    )
  }

  /** What one unit is worth on a day; 1 of the organisation's own currency, null before the first rate. */
  on(currency: string, day: string): number | null {
    if (currency === this.home) return 1
    return this.#dated.get(currency)?.findLast(({ valid_from }) => valid_from <= day)?.rate ?? null
  }
}
