import { Type } from '@sinclair/typebox'
import { Closed, Id, Nullable, OneOf } from '../kernel/schema.ts'
import { stageTypes } from '../pipelines/entity.ts'
import { Period } from '../reports/schema.ts'
import { currency, otherCurrencies, owner, pipeline_id, share, spanInput } from './common.ts'

const months = Type.Optional(Type.Integer({ minimum: 1, maximum: 36, default: 6, description: 'Months, from the current one on' }))
const sums = { count: Type.Integer(), amount: Type.Number() }
export const Sum = Closed(sums)

export const ForecastQuery = Closed({
  months,
  pipeline_id: Type.Optional(Id('Only deals of this pipeline')),
  owner,
  goal: Type.Optional(Type.Number({ minimum: 0, maximum: 99_999_999_999, description: 'Amount to be won in each month, to compare with' })),
})
const Outlook = {
  closed: Type.Number({ description: 'Won' }),
  commit: Type.Number(),
  best_case: Type.Number(),
  pipeline: Type.Number({ description: 'Open deals of no better category' }),
  weighted: Type.Number({ description: 'Open amounts x probability' }),
  open_count: Type.Integer(),
  closed_count: Type.Integer(),
}
export const ForecastAnswer = Closed({
  currency,
  months: Type.Array(
    Closed({
      month: Type.String({ description: 'First day' }),
      ...Outlook,
      goal: Nullable(Type.Number()),
      gap: Nullable(Type.Number({ description: 'What is missing to the goal' })),
      attainment: share('closed / goal'),
    }),
  ),
  overdue: Sum,
  undated: Sum,
  later: Sum,
  other_currencies: otherCurrencies,
})

export const FunnelQuery = Closed({ pipeline_id, owner, ...spanInput })
export const FunnelAnswer = Closed({
  pipeline_id: Id(),
  period: Period,
  currency,
  deals: Type.Integer({ description: 'Created in the period, in this pipeline' }),
  stages: Type.Array(
    Closed({
      stage_id: Type.String(),
      name: Type.String(),
      type: OneOf(stageTypes),
      reached: Type.Integer({ description: 'Deals that were in this stage or one behind it' }),
      amount: Type.Number(),
      conversion: share('Of these, how many reached the next stage'),
      lost: Type.Integer({ description: 'Lost from here' }),
      still_here: Type.Integer({ description: 'Open, and this is as far as they came' }),
    }),
  ),
  conversion: share('Won of all'),
  other_currencies: otherCurrencies,
})

export const DealsQuery = Closed({ pipeline_id: Type.Optional(Id('Only deals of this pipeline')), owner, ...spanInput })
export const VelocityAnswer = Closed({
  period: Period,
  currency,
  won: Type.Integer(),
  lost: Type.Integer(),
  win_rate: share('Won / closed'),
  average_amount: share('Of won deals'),
  cycle_days: share('Mean days from creation to the win'),
  open: Type.Integer({ description: 'Deals that are open now' }),
  velocity: share('Amount a day: open deals x win rate x average amount / cycle days'),
  stages: Type.Array(
    Closed({
      stage_id: Type.String(),
      moves: Type.Integer(),
      average_days: share('Mean days in the stage, of deals closed in the period'),
    }),
  ),
  other_currencies: otherCurrencies,
})

const Outcome = { name: Nullable(Type.String()), won: Type.Integer(), lost: Type.Integer(), win_rate: share('Won / closed') }
export const WinLossAnswer = Closed({
  period: Period,
  currency,
  won: Sum,
  lost: Sum,
  win_rate: share('Won / closed'),
  lost_reasons: Type.Array(Closed({ reason: Nullable(Type.String()), ...sums })),
  won_reasons: Type.Array(Closed({ reason: Nullable(Type.String()), ...sums })),
  competitors: Type.Array(Closed(Outcome)),
  sources: Type.Array(Closed(Outcome)),
  owners: Type.Array(Closed(Outcome)),
  other_currencies: otherCurrencies,
})

export const StuckQuery = Closed({
  pipeline_id: Type.Optional(Id('Only deals of this pipeline')),
  owner,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export const StuckAnswer = Closed({
  currency,
  rotting: Sum,
  overdue: Sum,
  at_risk: Closed(sums, { description: 'Both together, each deal once' }),
  deals: Type.Array(
    Closed({
      id: Id(),
      name: Type.String(),
      stage_id: Type.String(),
      stage_name: Type.String(),
      owner_email: Nullable(Type.String()),
      amount: Type.Number(),
      currency: Type.String(),
      close_date: Nullable(Type.String()),
      rotting: Type.Boolean(),
      overdue: Type.Boolean(),
      days_in_stage: Type.Integer(),
      days_overdue: Type.Integer(),
    }),
    { description: 'The longest in their stage first' },
  ),
  other_currencies: otherCurrencies,
})
