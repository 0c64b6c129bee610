import { type Expression, expressionBuilder, sql } from 'kysely'
import { homeOf } from '../access/organization.ts'
import { localDay } from '../../kernel/money/bucket.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { dayOf as dayIn } from '../../kernel/values/calendar.ts'
import { type Zone, zoneOf } from '../../kernel/values/zone.ts'
import { CurrencyRate } from './entity.ts'

type Any = Expression<unknown>
/** The dialect decides how a statement is written. */
type Dialect = Pick<Records, 'dialect'>

/** Currency of the organization, and today in its time zone. */
export interface Home {
  /** ISO 4217 code. */
  readonly currency: string
  readonly today: string
}
/** The same with its time zone. */
export interface ZonedHome extends Home {
  readonly zone: Zone
}

/** Currency and today of the caller's organization. */
export async function homeToday(records: Records): Promise<Home> {
  const { currency, timezone } = await homeOf(records)
  return { currency, today: dayIn(records.unit.now, timezone) }
}

/** The same with the time zone, for amounts whose day follows from a time. */
export async function zonedHome(records: Records): Promise<ZonedHome> {
  const { currency, timezone } = await homeOf(records)
  return { currency, today: dayIn(records.unit.now, timezone), zone: await zoneOf(timezone) }
}

/**
 * The exchange rate of a row to the organization's currency: its own rate (frozen in a document), otherwise the rate of its day; null
 * if it has neither, and if it is in the organization's currency.
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
 * The rate of a document of the table or alias: its own if that is to this currency, otherwise the rate of its day of issue, or of today
 * without one.
 */
export function documentRate(records: Dialect, home: Any, today: string, table: string): Any {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const issued = sql`coalesce(${column('issue_date')}, ${dayOf(records, today)})`
  const own = sql`(case when ${column('rate_base')} = ${home} then ${column('exchange_rate')} end)`
  return rateOn(home, { currency: column('currency'), day: issued, own })
}

/** The rate of a deal of the table: that of the day on which it was closed (in the organization's time zone), of an open deal that of today. */
export function dealRate(records: Records, { currency: home, today, zone }: ZonedHome, table: string): Any {
  const closed = sql.ref(`${table}.closed_at`)
  const closing = localDay(closed, zone.offsets(new Date(0), records.unit.now), records.dialect)
  const day = sql`(case when ${closed} is null then ${today} else ${closing} end)`
  return rateOn(sql.val(home), { currency: sql.ref(`${table}.currency`), day: dayOf(records, day) })
}

/** A day as an expression that can be compared with dates. */
export const dayOf = ({ dialect }: Dialect, day: unknown): Any => (dialect === 'postgresql' ? sql`${day}::date` : sql`${day}`)

/** The rates of some currencies on all days, for conversion in memory. */
export class Rates {
  /** The organization's currency, ISO 4217. */
  readonly home: string
  readonly #dated: ReadonlyMap<string, readonly { readonly valid_from: string; readonly rate: number }[]>

  private constructor(home: string, rates: readonly CurrencyRate[]) {
    this.home = home
    this.#dated = Map.groupBy(
      rates.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1)),
      ({ currency }) => currency,
    )
  }

  /** Loads the rates of these currencies. */
  static async of(records: Records, currencies: Iterable<string>): Promise<Rates> {
    const { currency: home } = await homeOf(records)
    const foreign = new Set([...currencies].filter((each) => each !== home))
    const found = await records.findBy(CurrencyRate, 'currency', foreign)
    return new Rates(
      home,
      found.filter(({ base }) => base === home),
    )
  }

  /** The rate of a currency on a day: 1 for the organization's own currency, null before the first rate. */
  on(currency: string, day: string): number | null {
    if (currency === this.home) return 1
    return this.#dated.get(currency)?.findLast(({ valid_from }) => valid_from <= day)?.rate ?? null
  }
}
