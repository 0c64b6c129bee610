import { Type } from '@sinclair/typebox'
import { lifecycleStages } from '../catalog/lists.ts'
import { Closed, Nullable, OneOf } from '../kernel/schema.ts'
import { Period } from '../reports/schema.ts'
import { currency, otherCurrencies, owner, share, spanInput } from './common.ts'

const counted = { count: Type.Integer() }

export const LeaderboardQuery = Closed({
  ...spanInput,
  by: Type.Optional(OneOf(['won_amount', 'won_deals', 'activities', 'meetings', 'calls'], { default: 'won_amount' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export const LeaderboardAnswer = Closed({
  period: Period,
  currency,
  owners: Type.Array(
    Closed({
      rank: Type.Integer({ description: 'Equal results have the same rank' }),
      owner_email: Type.String(),
      won_amount: Type.Number(),
      won_deals: Type.Integer(),
      activities: Type.Integer(),
      meetings: Type.Integer(),
      calls: Type.Integer(),
    }),
  ),
  other_currencies: otherCurrencies,
})

export const ActivityQuery = Closed({ ...spanInput, owner })
export const ActivityAnswer = Closed({
  period: Period,
  total: Type.Integer(),
  types: Type.Array(Closed({ type: Type.String(), ...counted })),
  owners: Type.Array(Closed({ owner_email: Nullable(Type.String()), ...counted })),
  days: Type.Array(Closed({ day: Type.String(), ...counted })),
  call_outcomes: Type.Array(Closed({ outcome: Nullable(Type.String()), ...counted })),
})

export const CohortsQuery = Closed({
  ...spanInput,
  of: Type.Optional(
    OneOf(['contacts', 'customers'], {
      default: 'contacts',
      description:
        'contacts: by month of creation, won = first won deal with them as primary contact; customers: by month of their first invoice, with revenue',
    }),
  ),
})
export const CohortsAnswer = Closed({
  of: Type.String(),
  period: Period,
  currency,
  cohorts: Type.Array(
    Closed({
      month: Type.String({ description: 'First day' }),
      size: Type.Integer(),
      months: Type.Array(
        Closed({
          offset: Type.Integer({ description: 'Months after that of the cohort' }),
          count: Type.Integer({ description: 'Contacts that were won then; customers that were invoiced then' }),
          share: share('Of the cohort'),
          revenue: Type.Number({ description: 'Of customers: invoiced then, without tax, before credit notes' }),
        }),
      ),
    }),
  ),
  other_currencies: otherCurrencies,
})

const stage = OneOf(lifecycleStages)
export const LifecycleQuery = Closed({ ...spanInput, owner })
export const LifecycleAnswer = Closed({
  period: Period,
  contacts: Type.Integer({ description: 'Live contacts today' }),
  stages: Type.Array(Closed({ stage: Nullable(stage), count: Type.Integer(), share: share('Of all contacts') })),
  sources: Type.Array(
    Closed({ source: Nullable(Type.String()), count: Type.Integer(), customers: Type.Integer(), share: share('Customers of these') }),
  ),
  changes: Type.Array(Closed({ from: Nullable(Type.String()), to: Nullable(Type.String()), count: Type.Integer() }), {
    description: 'How often contacts went from one stage to another in the period, from the log of changes',
  }),
})

const kpis = {
  new_contacts: Type.Integer(),
  new_companies: Type.Integer(),
  new_deals: Type.Integer(),
  won_deals: Type.Integer(),
  lost_deals: Type.Integer(),
  won_amount: Type.Number(),
  win_rate: share('Won / closed'),
  activities: Type.Integer(),
  completed_tasks: Type.Integer(),
  revenue: Type.Number({ description: 'Invoiced - credited, without tax' }),
}
export type Kpis = keyof typeof kpis
const Kpi = Closed(kpis)
export const OverviewQuery = Closed({ ...spanInput })
export const OverviewAnswer = Closed({
  period: Period,
  previous_period: Nullable(Period),
  currency,
  open_pipeline: Closed(
    { count: Type.Integer(), amount: Type.Number(), weighted_amount: Type.Number() },
    { description: 'Of all pipelines, now' },
  ),
  current: Kpi,
  previous: Nullable(Kpi),
  change: Closed(
    Object.fromEntries(Object.keys(kpis).map((name) => [name, share('Growth over the previous period; 0.1 = ten percent')])) as Record<
      Kpis,
      ReturnType<typeof share>
    >,
  ),
  other_currencies: otherCurrencies,
})
