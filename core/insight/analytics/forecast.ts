import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrencyTotal, rounded } from '../../kernel/money/currency-total.ts'
import { spanOf } from '../../kernel/money/span.ts'
import { Exact } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { ratio } from './common.ts'
import { DealSelection, DealSums } from './deal-selection.ts'
import { moment, type RatedDeal } from './deal-states.ts'
import type { ForecastAnswer, ForecastQuery } from './sales-schema.ts'

/** Won and expected amounts by month. */
export class Forecast {
  static readonly uses = { records: Records, deals: DealSelection }
  readonly #uses: Resolved<typeof Forecast.uses>

  constructor(uses: Resolved<typeof Forecast.uses>) {
    this.#uses = uses
  }

  /**
   * Won and expected amounts month by month, against a goal for each month. Won deals count in the month in which they were closed, open ones
   * in that of their close date; deals of the category `omitted` do not count.
   */
  async read({ months = 6, goal, ...whose }: Static<typeof ForecastQuery>): Promise<Static<typeof ForecastAnswer>> {
    const { today, zone, currency } = await spanOf(await calendarOf(this.#uses.records), {})
    const first = `${today.slice(0, 7)}-01`
    const starts = Array.from({ length: months }, (_, at) => monthAfter(first, at))
    const end = monthAfter(first, months)
    const names = ['amount', 'probability', 'forecast_category', 'close_date'] as const
    const open = await this.#uses.deals.where(sql`status = 'open'`, whose, names)
    const won = await this.#uses.deals.where(
      sql`status = 'won' and closed_at >= ${moment(this.#uses.records, zone.startOf(first))}`,
      whose,
      names,
    )
    const total = new CurrencyTotal(currency)
    const subtotal = () => new CurrencyTotal(currency, total)
    const sums = new DealSums()
    const sum = async (deals: readonly RatedDeal<(typeof names)[number]>[]) =>
      await sums.add(deals, subtotal(), ({ probability }) => probability)
    const counted = open.filter(({ forecast_category }) => forecast_category !== 'omitted')
    const byMonth = Map.groupBy(counted, ({ close_date }) => place(close_date, today, end))
    const wonBy = Map.groupBy(won, ({ closed_at }) => `${dayOf(closed_at ?? new Date(0), zone.timezone).slice(0, 7)}-01`)
    const shown = await Array.fromAsync(starts, async (month) => {
      const [own, done] = [byMonth.get(month) ?? [], wonBy.get(month) ?? []]
      const of = (category: string) => own.filter(({ forecast_category }) => forecast_category === category)
      const [closed, commit] = [await sum(done), await sum(of('commit'))]
      const [best_case, pipeline] = [await sum(of('best_case')), await sum(of('pipeline'))]
      const weighted = commit.weighted.plus(best_case.weighted).plus(pipeline.weighted)
      return {
        month,
        closed: closed.value,
        commit: commit.value,
        best_case: best_case.value,
        pipeline: pipeline.value,
        weighted: rounded(weighted, currency),
        open_count: own.length,
        closed_count: done.length,
        goal: goal ?? null,
        gap: goal === undefined ? null : rounded(Exact.max(0, new Exact(goal).minus(closed.amount)), currency),
        attainment: goal === undefined ? null : ratio(closed.amount, goal),
      }
    })
    const rest = async (name: string) => await sums.shown(byMonth.get(name) ?? [], subtotal())
    const [overdue, undated, later] = [await rest('overdue'), await rest('undated'), await rest('later')]
    return { currency, months: shown, overdue, undated, later, other_currencies: total.others }
  }
}

/** The column of a close date in a forecast: a month, or what is past, beyond the last month or nowhere. */
function place(close_date: string | null, today: string, end: string): string {
  if (close_date === null) return 'undated'
  if (close_date < today) return 'overdue'
  return close_date >= end ? 'later' : `${close_date.slice(0, 7)}-01`
}

function monthAfter(first: string, months: number): string {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1]
  return dayOf(new Date(Date.UTC(year, month + months, 1)))
}
