import { Type } from '@sinclair/typebox'
import { otherCurrencies } from '../../kernel/money/currency-total.ts'
import { Closed, Count, described, Nullable } from '../../kernel/operation/schema/schema.ts'
import { mapValues } from '../../kernel/values/objects.ts'
import { Period } from '../reports/schema.ts'
import { currency, share, spanInput } from './common.ts'

const kpis = {
  new_contacts: Count('Contacts that were made'),
  new_companies: Count('Companies that were made'),
  new_deals: Count('Deals that were made'),
  won_deals: Count('Deals that were won'),
  lost_deals: Count('Deals that were lost'),
  won_amount: Type.Number({ description: 'Worth of the deals that were won, net' }),
  win_rate: share('Won / closed'),
  activities: Count('Activities of any kind'),
  completed_tasks: Count('Tasks that were completed'),
  revenue: Type.Number({ description: 'Invoiced - credited, without tax' }),
}
/** The figures of an overview. */
export type Kpis = keyof typeof kpis
const Kpi = Closed(kpis)
/** Query of `GET /analytics/overview`; this month when no days are given. */
export const OverviewQuery = Closed({ ...spanInput })
/** The key figures of a period, of the one before, and how they changed. */
export const OverviewAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  previous_period: described(Nullable(Period), 'As many months before them where they are whole months, else as many days'),
  currency,
  open_pipeline: Closed(
    {
      count: Count('How many'),
      amount: Type.Number({ description: 'Sum of their amounts, net' }),
      weighted_amount: Type.Number({ description: 'The same, by probability' }),
    },
    { description: 'Of all pipelines, now' },
  ),
  current: described(Kpi, 'The period that was asked for'),
  previous: described(Nullable(Kpi), 'The period before'),
  change: Closed(
    mapValues(kpis, () => share('Growth over the previous period; 0.1 = ten percent')),
    { description: 'From the previous to the current period' },
  ),
  other_currencies: otherCurrencies,
})
