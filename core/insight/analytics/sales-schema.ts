import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { Type } from '@sinclair/typebox'
import { otherCurrencies } from '../../kernel/money/currency-total.ts'
import { Closed, Count, Day, described, Id, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'
import { stageTypes } from '../../crm/pipelines/entity.ts'
import { Period } from '../reports/schema.ts'
import { currency, owner, pipeline_id, share, spanInput } from './common.ts'

const months = Type.Optional(Type.Integer({ minimum: 1, maximum: 36, default: 6, description: 'Months, from the current one on' }))
const sums = { count: Count('How many'), amount: Type.Number({ description: 'Sum of their amounts, net' }) }
/** How many deals, and what they come to in the currency of the organization. */
export const Sum = Closed(sums)

/** Query of `GET /analytics/forecast`: by month of the close date, where the organization is. */
export const ForecastQuery = Closed({
  months,
  pipeline_id: Type.Optional(Id('Only deals of this pipeline')),
  owner,
  goal: Type.Optional(
    Type.Number({ minimum: 0, maximum: GREATEST_AMOUNT, description: 'Amount to be won in each month, to compare with' }),
  ),
})
const Outlook = {
  closed: Type.Number({ description: 'Won' }),
  commit: Type.Number({ description: 'Deals that are sure' }),
  best_case: Type.Number({ description: 'Deals that may come' }),
  pipeline: Type.Number({ description: 'Open deals of no better category' }),
  weighted: Type.Number({ description: 'Open amounts x probability' }),
  open_count: Count('Deals that are open'),
  closed_count: Count('Deals that were won'),
}
/** What was won and what may still be won, month by month. */
export const ForecastAnswer = Closed({
  currency,
  months: Type.Array(
    Closed({
      month: Day('First day'),
      ...Outlook,
      goal: Nullable(Type.Number({ description: 'Amount to reach; null = no goal' })),
      gap: Nullable(Type.Number({ description: 'Amount that is missing to reach the goal' })),
      attainment: share('closed / goal'),
    }),
    { description: 'Month by month' },
  ),
  overdue: described(Sum, 'Past their close date'),
  undated: described(Sum, 'Without a close date'),
  later: described(Sum, 'Beyond the last month'),
  other_currencies: otherCurrencies,
})

/** Query of `GET /analytics/funnel`: deals by the day on which they were created. */
export const FunnelQuery = Closed({ pipeline_id, owner, ...spanInput })
/** How many deals of a pipeline reached each stage. */
export const FunnelAnswer = Closed({
  pipeline_id: Id('The pipeline'),
  period: described(Period, 'The days that were asked for'),
  currency,
  deals: Type.Integer({ description: 'Created in the period, in this pipeline' }),
  stages: Type.Array(
    Closed({
      stage_id: Type.String({ description: 'Stage' }),
      name: Type.String({ description: 'Name of the stage' }),
      type: OneOf(stageTypes, { description: 'What the stage means' }),
      reached: Type.Integer({ description: 'Deals that were in this stage or one behind it' }),
      amount: Type.Number({ description: 'Sum of their amounts, net' }),
      conversion: share('Of these, how many reached the next stage'),
      lost: Count('Lost from here'),
      still_here: Type.Integer({ description: 'Open deals that got no further than this stage' }),
    }),
    { description: 'By stage, in the order of pipelines and their stages, deleted ones last' },
  ),
  conversion: share('Won of all'),
  other_currencies: otherCurrencies,
})

/** What `velocity` and `win-loss` ask: deals by the day on which they were closed; this quarter when no days are given. */
export const DealsQuery = Closed({ pipeline_id: Type.Optional(Id('Only deals of this pipeline')), owner, ...spanInput })
/** How fast deals are won, and how long they stay in each stage. */
export const VelocityAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  currency,
  won: Count('Deals that were won'),
  lost: Count('Deals that were lost'),
  win_rate: share('Won / closed'),
  average_amount: share('Of won deals'),
  cycle_days: share('Mean days from creation to the win'),
  open: Type.Integer({ description: 'Deals that are open now' }),
  velocity: share('Amount a day: open deals x win rate x average amount / cycle days'),
  stages: Type.Array(
    Closed({
      stage_id: Type.String({ description: 'Stage' }),
      moves: Count('Moves out of it'),
      average_days: share('Mean days in the stage, of deals closed in the period'),
    }),
    { description: 'By stage, in their order' },
  ),
  other_currencies: otherCurrencies,
})

const Outcome = {
  name: Nullable(Type.String({ description: 'What they are counted by; null = unknown' })),
  won: Count('Deals that were won'),
  lost: Count('Deals that were lost'),
  win_rate: share('Won / closed'),
}
/** Won beside lost deals, by reason, competitor, source and owner. */
export const WinLossAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  currency,
  won: described(Sum, 'Deals that were won'),
  lost: described(Sum, 'Deals that were lost'),
  win_rate: share('Won / closed'),
  lost_reasons: Type.Array(Closed({ reason: Nullable(Type.String({ description: 'Why; null = unknown' })), ...sums }), {
    description: 'By reason',
  }),
  won_reasons: Type.Array(Closed({ reason: Nullable(Type.String({ description: 'Why; null = unknown' })), ...sums }), {
    description: 'By reason',
  }),
  competitors: Type.Array(Closed(Outcome), { description: 'By competitor' }),
  sources: Type.Array(Closed(Outcome), { description: 'By source' }),
  owners: Type.Array(Closed(Outcome), { description: 'By owner' }),
  other_currencies: otherCurrencies,
})

/** Query of `GET /analytics/stuck-deals`: open deals as they are now. */
export const StuckQuery = Closed({
  pipeline_id: Type.Optional(Id('Only deals of this pipeline')),
  owner,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Deals at most' })),
})
/** Open deals that are at risk, the longest in their stage first. */
export const StuckAnswer = Closed({
  currency,
  rotting: described(Sum, 'Longer in their stage than it allows'),
  overdue: described(Sum, 'Past their close date'),
  at_risk: Closed(sums, { description: 'Both together, each deal once' }),
  deals: Type.Array(
    Closed({
      id: Id('The deal'),
      name: Type.String({ description: 'Name of the deal' }),
      stage_id: Type.String({ description: 'Stage' }),
      stage_name: Type.String({ description: 'Name of the stage' }),
      owner_email: Nullable(Type.String({ description: 'Owner' })),
      amount: Type.Number({ description: 'Amount, net' }),
      currency: Type.String({ description: 'ISO 4217' }),
      close_date: Nullable(Day('When it was to be closed')),
      rotting: Type.Boolean({ description: 'Longer in its stage than it allows' }),
      overdue: Type.Boolean({ description: 'Past its close date' }),
      days_in_stage: Count('Days in its stage'),
      days_overdue: Count('Days past its close date; 0 = not'),
    }),
    { description: 'The longest in their stage first' },
  ),
  other_currencies: otherCurrencies,
})
