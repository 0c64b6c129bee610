import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrencyTotal, rounded } from '../../kernel/money/currency-total.ts'
import { shownSpan, spanOf } from '../../kernel/money/span.ts'
import { Exact } from '../../kernel/money/tally.ts'
import { PipelineService } from '../../crm/pipelines/service.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { daysBetween } from '../../kernel/values/calendar.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { byName, byStage, mean, ratio } from './common.ts'
import { DealSelection, DealSums } from './deal-selection.ts'
import { moment, type RatedDeal } from './deal-states.ts'
import type { DealsQuery, StuckAnswer, StuckQuery, VelocityAnswer, WinLossAnswer } from './sales-schema.ts'

const DAY_MS = 86_400_000
// What tells why closed deals were won or lost.
const outcomeFields = ['amount', 'lost_reason', 'won_reason', 'competitors', 'source', 'owner_email'] as const

/** Velocity, wins and losses, and deals at risk; each deal is read once. */
export class SalesAnalytics {
  static readonly uses = { records: Records, pipelines: PipelineService, deals: DealSelection }
  readonly #uses: Resolved<typeof SalesAnalytics.uses>

  constructor(uses: Resolved<typeof SalesAnalytics.uses>) {
    this.#uses = uses
  }

  /**
   * How fast deals are won. `velocity` is an amount a day: open deals x win rate x average amount / days to the win; null without
   * wins.
   */
  async velocity({ pipeline_id, owner, ...days }: Static<typeof DealsQuery>): Promise<Static<typeof VelocityAnswer>> {
    const span = await spanOf(await calendarOf(this.#uses.records), days, 'quarter')
    const closed = await this.#uses.deals.closed(span, { pipeline_id, owner }, ['amount', 'created_at', 'stage_history'])
    const open = (await this.#uses.deals.where(sql`status = 'open'`, { pipeline_id, owner }, ['id'])).length
    const won = closed.filter(({ status }) => status === 'won')
    const subtotal = await new DealSums().add(won, new CurrencyTotal(span.currency))
    // From creation to the win; an imported win may lie before its creation here, and counts as 0 days.
    const cycle = await mapInTurns(won, ({ created_at, closed_at }) =>
      new Exact(Math.max(0, Number(closed_at) - created_at.getTime())).dividedBy(DAY_MS),
    )
    const average = subtotal.count === 0 ? null : subtotal.amount.dividedBy(subtotal.count)
    const cycleDays = await mean(cycle)
    const stays = Map.groupBy(
      closed.flatMap(({ stage_history }) => stage_history),
      ({ from }) => from,
    )
    const stages = await Array.fromAsync(
      byStage(stays, await this.#uses.pipelines.all()).flatMap(([stage_id, moves]) => (stage_id === null ? [] : [{ stage_id, moves }])),
      async ({ stage_id, moves }) => ({
        stage_id,
        moves: moves.length,
        average_days: await mean(moves.map(({ days_in_stage }) => days_in_stage)),
      }),
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
      stages,
      other_currencies: subtotal.others,
    }
  }

  /** Won beside lost deals of the span; a deal with several competitors counts with each of them. */
  async winLoss({ pipeline_id, owner, ...days }: Static<typeof DealsQuery>): Promise<Static<typeof WinLossAnswer>> {
    const span = await spanOf(await calendarOf(this.#uses.records), days, 'quarter')
    const closed = await this.#uses.deals.closed(span, { pipeline_id, owner }, outcomeFields)
    const [won, lost] = [closed.filter(({ status }) => status === 'won'), closed.filter(({ status }) => status === 'lost')]
    const sums = new DealSums()
    const sum = async (deals: typeof closed) => await sums.shown(deals, new CurrencyTotal(span.currency))
    const total = await sums.add(closed, new CurrencyTotal(span.currency))
    const reasons = async (deals: typeof closed, name: 'lost_reason' | 'won_reason') =>
      await Array.fromAsync(byName(Map.groupBy(deals, (deal) => deal[name])), async ([reason, own]) => ({ reason, ...(await sum(own)) }))
    // A deal that names a competitor twice counts once with it.
    const outcomes = (of: (deal: (typeof closed)[number]) => readonly (string | null)[]) => {
      const named = closed.flatMap((deal) => [...new Set(of(deal))].map((name) => ({ name, deal })))
      return byName(Map.groupBy(named, ({ name }) => name)).map(([name, own]) => {
        const wins = own.filter(({ deal }) => deal.status === 'won').length
        return { name, won: wins, lost: own.length - wins, win_rate: ratio(wins, own.length) }
      })
    }
    return {
      period: shownSpan(span),
      currency: span.currency,
      won: await sum(won),
      lost: await sum(lost),
      win_rate: ratio(won.length, closed.length),
      lost_reasons: await reasons(lost, 'lost_reason'),
      won_reasons: await reasons(won, 'won_reason'),
      competitors: outcomes(({ competitors }) => competitors),
      sources: outcomes(({ source }) => [source]),
      owners: outcomes(({ owner_email }) => [owner_email]),
      other_currencies: total.others,
    }
  }

  /** Open deals that are too long in their stage or past their close date, the longest in their stage first. */
  async stuck({ limit = 50, ...whose }: Static<typeof StuckQuery>): Promise<Static<typeof StuckAnswer>> {
    const { today, currency } = await spanOf(await calendarOf(this.#uses.records), {})
    const { now } = this.#uses.records.unit
    const isLate = sql`status = 'open' and (stuck_at <= ${moment(this.#uses.records, now)} or close_date < ${today})`
    const deals = await this.#uses.deals.where(isLate, whose, [
      'name',
      'stage_id',
      'stage_name',
      'owner_email',
      'amount',
      'close_date',
      'stage_entered_at',
      'stuck_at',
    ])
    const [sums, total] = [new DealSums(), new CurrencyTotal(currency)]
    const isRotting = ({ stuck_at }: RatedDeal<'stuck_at'>) => stuck_at !== null && stuck_at <= now
    const isOverdue = ({ close_date }: RatedDeal<'close_date'>) => close_date !== null && close_date < today
    // Of equal ones the older record comes first, so that two calls agree.
    const first = deals.toSorted((a, b) => a.stage_entered_at.getTime() - b.stage_entered_at.getTime() || (a.id < b.id ? -1 : 1))
    return {
      currency,
      rotting: await sums.shown(deals.filter(isRotting), new CurrencyTotal(currency)),
      overdue: await sums.shown(deals.filter(isOverdue), new CurrencyTotal(currency)),
      at_risk: await sums.shown(deals, total),
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
}
