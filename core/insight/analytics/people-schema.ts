import { Type } from '@sinclair/typebox'
import { lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import { otherCurrencies } from '../../kernel/money/currency-total.ts'
import { Closed, Count, Day, described, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'
import { Period } from '../reports/schema.ts'
import { currency, owner, share, spanInput } from './common.ts'

const counted = { count: Count('How many') }

/** Query of `GET /analytics/leaderboard`; this month when no days are given. */
export const LeaderboardQuery = Closed({
  ...spanInput,
  by: Type.Optional(
    OneOf(['won_amount', 'won_deals', 'activities', 'meetings', 'calls'], { default: 'won_amount', description: 'What decides the order' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Owners at most' })),
})
/** Owners by the figure that was asked for, with their rank. */
export const LeaderboardAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  currency,
  owners: Type.Array(
    Closed({
      rank: Type.Integer({ description: 'Equal results have the same rank' }),
      owner_email: Type.String({ description: 'Owner' }),
      won_amount: Type.Number({ description: 'Worth of the deals that were won, net' }),
      won_deals: Count('Deals that were won'),
      activities: Count('Activities of any kind'),
      meetings: Count('Meetings'),
      calls: Count('Calls'),
    }),
    { description: 'By owner' },
  ),
  other_currencies: otherCurrencies,
})

/** Query of `GET /analytics/activity`; the last 30 days when no days are given. */
export const ActivityQuery = Closed({ ...spanInput, owner })
/** Activities of a period by type, owner, day and outcome of calls. */
export const ActivityAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  total: Count('Activities in all'),
  types: Type.Array(Closed({ type: Type.String({ description: 'Kind of activity' }), ...counted }), { description: 'By kind' }),
  owners: Type.Array(Closed({ owner_email: Nullable(Type.String({ description: 'Owner; null for none' })), ...counted }), {
    description: 'Whoever did most first',
  }),
  days: Type.Array(Closed({ day: Day('Day, where the organization is'), ...counted }), { description: 'By day' }),
  call_outcomes: Type.Array(Closed({ outcome: Nullable(Type.String({ description: 'How the call went; null = unknown' })), ...counted }), {
    description: 'Calls by how they went',
  }),
})

/**
 * Query of `GET /analytics/cohorts`: contacts, or customers, by the month in which they began; the last 12 months when no
 * days are given.
 */
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
/** Members by the month in which they began, and what they did in each month since. */
export const CohortsAnswer = Closed({
  of: Type.String({ description: 'What was counted' }),
  period: described(Period, 'The days that were asked for'),
  currency,
  cohorts: Type.Array(
    Closed({
      month: Day('First day'),
      size: Count('How many began in that month'),
      months: Type.Array(
        Closed({
          offset: Type.Integer({ description: 'Months after that of the cohort' }),
          count: Count('Contacts that were won then; customers that were invoiced then'),
          share: share('Of the cohort'),
          revenue: Type.Number({ description: 'Of customers: invoiced then, without tax, before credit notes' }),
        }),
        { description: 'What became of them, month by month' },
      ),
    }),
    { description: 'By the month in which they began' },
  ),
  other_currencies: otherCurrencies,
})

const stage = OneOf(lifecycleStages)
/**
 * Query of `GET /analytics/lifecycle`: contacts as they are now, and their moves in the period; this quarter when no days
 * are given.
 */
export const LifecycleQuery = Closed({ ...spanInput, owner })
/** Contacts by stage and source, and the moves between stages. */
export const LifecycleAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  contacts: Type.Integer({ description: 'Live contacts today' }),
  stages: Type.Array(
    Closed({
      stage: described(Nullable(stage), 'Lifecycle stage; null for none'),
      count: Count('Contacts in it'),
      share: share('Of all contacts'),
    }),
    { description: 'By lifecycle stage' },
  ),
  sources: Type.Array(
    Closed({
      source: Nullable(Type.String({ description: 'Where they came from; null = unknown' })),
      count: Count('Contacts from there'),
      customers: Count('Those of them that became customers'),
      share: share('Customers of these'),
    }),
    { description: 'By source' },
  ),
  changes: Type.Array(
    Closed({
      from: Nullable(Type.String({ description: 'Stage before; null for none' })),
      to: Nullable(Type.String({ description: 'Stage after; null for none' })),
      count: Count('How many moved so'),
    }),
    {
      description: 'How often contacts went from one stage to another in the period, from the log of changes',
    },
  ),
})
