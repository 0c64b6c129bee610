import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { exactSum, CurrencyTotal, rounded } from '../../kernel/money/currency-total.ts'
import { PipelineService } from '../../crm/pipelines/service.ts'
import { shownSpan, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { Exact, zero } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records.ts'
import { dayOf, daysBetween } from '../../kernel/values/calendar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { byName, mean, ratio } from './common.ts'
import { type DealState, type RatedDeal, dealsWhere, live, moment } from './deal-states.ts'
import { during } from './during.ts'
import type {
  DealsQuery,
  ForecastAnswer,
  ForecastQuery,
  FunnelAnswer,
  FunnelQuery,
  StuckAnswer,
  StuckQuery,
  Sum,
  VelocityAnswer,
  WinLossAnswer,
} from './sales-schema.ts'

const DAY_MS = 86_400_000
type Whose = { readonly pipeline_id?: string | undefined; readonly owner?: string | undefined }

/** Forecast, funnel, velocity, win-loss and what is stuck: analyses of single deals, of which each is read once. */
export class SalesAnalytics {
  static readonly inject = [Records, PipelineService] as const
  readonly #records: Records
  readonly #pipelines: PipelineService

  constructor(records: Records, pipelines: PipelineService) {
    this.#records = records
    this.#pipelines = pipelines
  }

  /**
   * What is won and expected month by month, against a goal for each month. Won deals count by when they were closed, open ones by
   * their close date; those of the category `omitted` count nowhere.
   */
  async forecast({ months = 6, goal, ...whose }: Static<typeof ForecastQuery>): Promise<Static<typeof ForecastAnswer>> {
    const { today, zone, currency } = await spanOf(await calendarOf(this.#records), {})
    const first = `${today.slice(0, 7)}-01`
    const starts = Array.from({ length: months }, (_, at) => monthAfter(first, at))
    const end = monthAfter(first, months)
    const names = ['amount', 'probability', 'forecast_category', 'close_date'] as const
    const open = await this.#deals(sql`status = 'open'`, whose, names)
    const won = await this.#deals(sql`status = 'won' and closed_at >= ${moment(this.#records, zone.startOf(first))}`, whose, names)
    const total = new CurrencyTotal(currency)
    const pot = () => new CurrencyTotal(currency, total)
    const sum = (deals: readonly RatedDeal<(typeof names)[number]>[]) => {
      const own = pot()
      for (const deal of deals) own.addDeal(deal, deal.probability ?? 0)
      return own
    }
    // Omitted deals are expected by nobody, in no month.
    const counted = open.filter(({ forecast_category }) => forecast_category !== 'omitted')
    const byMonth = Map.groupBy(counted, ({ close_date }) => place(close_date, first, end))
    const wonBy = Map.groupBy(won, ({ closed_at }) => `${dayOf(closed_at ?? new Date(0), zone.timezone).slice(0, 7)}-01`)
    const shown = starts.map((month) => {
      const [own, done] = [byMonth.get(month) ?? [], wonBy.get(month) ?? []]
      const of = (category: string) => own.filter(({ forecast_category }) => forecast_category === category)
      const parts = { closed: sum(done), commit: sum(of('commit')), best_case: sum(of('best_case')), pipeline: sum(of('pipeline')) }
      const { closed, commit, best_case, pipeline } = parts
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
        gap: goal === undefined ? null : exactSum(Exact.max(0, new Exact(goal).minus(closed.amount))),
        attainment: goal === undefined ? null : ratio(closed.amount, goal),
      }
    })
    const rest = (name: string) => shownSum(byMonth.get(name) ?? [], pot())
    const [overdue, undated, later] = [rest('overdue'), rest('undated'), rest('later')]
    return { currency, months: shown, overdue, undated, later, other_currencies: total.others }
  }

  /** How far the deals created in the span came, stage by stage. A stage counts as reached when a later one was, too. */
  async funnel({ pipeline_id, owner, ...days }: Static<typeof FunnelQuery>): Promise<Static<typeof FunnelAnswer>> {
    const pipeline = await this.#pipelines.knownOrDefault(pipeline_id)
    const span = await spanOf(await calendarOf(this.#records), days, 'm12')
    const created = during(this.#records, sql.ref('created_at'), span)
    const deals = await this.#deals(created, { pipeline_id: pipeline.id, owner }, ['amount', 'stage_id', 'stage_history'])
    const path = pipeline.stages.filter(({ type }) => type !== 'lost')
    const places = new Map(path.map(({ id }, at) => [id, at]))
    const total = new CurrencyTotal(span.currency)
    const ended = path.map(() => ({ pot: new CurrencyTotal(span.currency, total), deals: 0, lost: 0, open: 0 }))
    for (const deal of deals) {
      // A deal that is won has passed all stages, however it came there.
      const visited = [deal.stage_id, ...deal.stage_history.flatMap(({ from, to }) => [from, to])]
      const end = ended[Math.max(0, ...visited.map((id) => places.get(id ?? '') ?? 0))]
      if (!end) continue
      end.pot.addDeal(deal)
      end.deals += 1
      end.lost += deal.status === 'lost' ? 1 : 0
      end.open += deal.status === 'open' ? 1 : 0
    }
    const reached = (at: number) => ended.slice(at).reduce((sum, each) => sum + each.deals, 0)
    const stages = path.map(({ id, name, type }, at) => ({
      stage_id: id,
      name,
      type,
      reached: reached(at),
      amount: exactSum(ended.slice(at).reduce((sum, { pot }) => sum.plus(pot.amount), zero)),
      conversion: at === path.length - 1 ? null : ratio(reached(at + 1), reached(at)),
      lost: ended[at]?.lost ?? 0,
      still_here: ended[at]?.open ?? 0,
    }))
    return {
      pipeline_id: pipeline.id,
      period: shownSpan(span),
      currency: span.currency,
      deals: deals.length,
      stages,
      conversion: ratio(deals.filter(({ status }) => status === 'won').length, deals.length),
      other_currencies: total.others,
    }
  }

  /**
   * How fast deals are won. `velocity` is an amount a day: open deals x win rate x average amount / days to the win; null without
   * wins.
   */
  async velocity({ pipeline_id, owner, ...days }: Static<typeof DealsQuery>): Promise<Static<typeof VelocityAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'quarter')
    const closed = await this.#closed(span, { pipeline_id, owner })
    const open = (await this.#deals(sql`status = 'open'`, { pipeline_id, owner }, ['id'])).length
    const won = closed.filter(({ status }) => status === 'won')
    const pot = new CurrencyTotal(span.currency)
    for (const deal of won) pot.addDeal(deal)
    // From creation to the win; an imported win may lie before its creation here, and counts as 0 days.
    const cycle = won.map(({ created_at, closed_at }) => new Exact(Math.max(0, Number(closed_at) - created_at.getTime())).dividedBy(DAY_MS))
    const average = pot.count === 0 ? null : pot.amount.dividedBy(pot.count)
    const cycleDays = mean(cycle)
    const stays = Map.groupBy(
      closed.flatMap(({ stage_history }) => stage_history),
      ({ from }) => from,
    )
    return {
      period: shownSpan(span),
      currency: span.currency,
      won: won.length,
      lost: closed.length - won.length,
      win_rate: ratio(won.length, closed.length),
      average_amount: average && rounded(average, span.currency),
      cycle_days: cycleDays,
      open,
      velocity:
        average && cycleDays
          ? rounded(average.times(open).times(won.length).dividedBy(closed.length).dividedBy(cycleDays), span.currency)
          : null,
      stages: byName(stays).flatMap(([stage_id, moves]) =>
        stage_id === null ? [] : [{ stage_id, moves: moves.length, average_days: mean(moves.map(({ days_in_stage }) => days_in_stage)) }],
      ),
      other_currencies: pot.others,
    }
  }

  /** Won beside lost deals of the span; a deal with several competitors counts with each of them. */
  async winLoss({ pipeline_id, owner, ...days }: Static<typeof DealsQuery>): Promise<Static<typeof WinLossAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'quarter')
    const closed = await this.#closed(span, { pipeline_id, owner })
    const [won, lost] = [closed.filter(({ status }) => status === 'won'), closed.filter(({ status }) => status === 'lost')]
    const total = new CurrencyTotal(span.currency)
    for (const deal of closed) total.addDeal(deal)
    const reasons = (deals: readonly RatedDeal[], name: 'lost_reason' | 'won_reason') =>
      byName(Map.groupBy(deals, (deal) => deal[name])).map(([reason, own]) => ({
        reason,
        ...shownSum(own, new CurrencyTotal(span.currency)),
      }))
    // A deal that names a competitor twice counts once with it.
    const outcomes = (of: (deal: RatedDeal) => readonly (string | null)[]) => {
      const named = closed.flatMap((deal) => [...new Set(of(deal))].map((name) => ({ name, deal })))
      return byName(Map.groupBy(named, ({ name }) => name)).map(([name, own]) => {
        const wins = own.filter(({ deal }) => deal.status === 'won').length
        return { name, won: wins, lost: own.length - wins, win_rate: ratio(wins, own.length) }
      })
    }
    return {
      period: shownSpan(span),
      currency: span.currency,
      won: shownSum(won, new CurrencyTotal(span.currency)),
      lost: shownSum(lost, new CurrencyTotal(span.currency)),
      win_rate: ratio(won.length, closed.length),
      lost_reasons: reasons(lost, 'lost_reason'),
      won_reasons: reasons(won, 'won_reason'),
      competitors: outcomes(({ competitors }) => competitors),
      sources: outcomes(({ source }) => [source]),
      owners: outcomes(({ owner_email }) => [owner_email]),
      other_currencies: total.others,
    }
  }

  /** Open deals that are too long in their stage or past their close date, the longest in their stage first. */
  async stuck({ limit = 50, ...whose }: Static<typeof StuckQuery>): Promise<Static<typeof StuckAnswer>> {
    const { today, currency } = await spanOf(await calendarOf(this.#records), {})
    const { now } = this.#records.unit
    const isLate = sql`status = 'open' and (stuck_at <= ${moment(this.#records, now)} or close_date < ${today})`
    const deals = await this.#deals(isLate, whose, [
      'name',
      'stage_id',
      'stage_name',
      'owner_email',
      'amount',
      'close_date',
      'stage_entered_at',
      'stuck_at',
    ])
    const total = new CurrencyTotal(currency)
    const isRotting = ({ stuck_at }: RatedDeal<'stuck_at'>) => stuck_at !== null && stuck_at <= now
    const isOverdue = ({ close_date }: RatedDeal<'close_date'>) => close_date !== null && close_date < today
    // Of equal ones the older record comes first, so that two calls agree.
    const first = deals.toSorted((a, b) => a.stage_entered_at.getTime() - b.stage_entered_at.getTime() || (a.id < b.id ? -1 : 1))
    return {
      currency,
      rotting: shownSum(deals.filter(isRotting), new CurrencyTotal(currency)),
      overdue: shownSum(deals.filter(isOverdue), new CurrencyTotal(currency)),
      at_risk: shownSum(deals, total),
      deals: first.slice(0, limit).map((deal) => ({
        id: deal.id,
        name: deal.name,
        stage_id: deal.stage_id,
        stage_name: deal.stage_name,
        owner_email: deal.owner_email,
        amount: deal.amount,
        currency: deal.currency,
        close_date: deal.close_date,
        rotting: isRotting(deal),
        overdue: isOverdue(deal),
        days_in_stage: Math.floor((now.getTime() - deal.stage_entered_at.getTime()) / DAY_MS),
        days_overdue: isOverdue(deal) ? daysBetween(deal.close_date ?? today, today) : 0,
      })),
      other_currencies: total.others,
    }
  }

  /** Won and lost deals by when they were closed. */
  #closed(span: { readonly start: Date | null; readonly end: Date | null }, whose: Whose): Promise<RatedDeal[]> {
    return this.#deals(sql`status <> 'open' and ${during(this.#records, sql.ref('closed_at'), span)}`, whose)
  }

  /** Live deals that the caller sees, narrowed to a pipeline and an owner; throws `invalid_input` for a pipeline that is not there. */
  async #deals<N extends keyof DealState = keyof DealState>(
    condition: ReturnType<typeof sql>,
    { pipeline_id, owner }: Whose,
    names?: readonly N[],
  ): Promise<RatedDeal<N>[]> {
    if (pipeline_id !== undefined) await this.#pipelines.knownOrDefault(pipeline_id)
    const whose = [
      ...(pipeline_id === undefined ? [] : [sql`pipeline_id = ${pipeline_id}`]),
      ...(owner === undefined ? [] : [sql`owner_email = ${ownerMeant(owner, this.#records.unit.actor)}`]),
    ]
    return await dealsWhere(this.#records, sql<SqlBool>`(${sql.join([live, condition, ...whose], sql` and `)})`, names)
  }
}

function shownSum(deals: readonly RatedDeal<'amount'>[], pot: CurrencyTotal): Static<typeof Sum> {
  for (const deal of deals) pot.addDeal(deal)
  return { count: deals.length, amount: pot.value }
}

/** The column of a close date in a forecast: a month, or one of what lies before, after or nowhere. */
function place(close_date: string | null, first: string, end: string): string {
  if (close_date === null) return 'undated'
  if (close_date < first) return 'overdue'
  return close_date >= end ? 'later' : `${close_date.slice(0, 7)}-01`
}

function monthAfter(first: string, months: number): string {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1]
  return dayOf(new Date(Date.UTC(year, month + months, 1)))
}
