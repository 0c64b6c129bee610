import { Type } from '@sinclair/typebox'
import { stageTypes } from '../../crm/pipelines/entity.ts'
import { otherCurrencies } from '../../kernel/money/currency-total.ts'
import { Closed, Count, Day, described, Id, Nullable, OneOf, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { objectOf } from '../../kernel/values/objects.ts'
import { Period } from '../reports/schema.ts'
import { currency, owner, pipeline_id, spanInput } from './common.ts'

// The same three figures for the pipeline, its stages and its owners.
const sums = {
  count: Count('Open deals, of any currency'),
  amount: Type.Number({ description: 'Sum of their amounts, net' }),
  weighted_amount: Type.Number({ description: 'amount x probability, rounded once' }),
}
/** Query of `GET /analytics/pipeline`. */
export const PipelineQuery = Closed({
  pipeline_id,
  owner,
  as_of: Type.Optional(Day('The pipeline as it was at the end of this day, where the organization is; now when left out')),
})
/** The open deals of a pipeline at a moment, by stage and by owner. */
export const PipelineAnswer = Closed({
  pipeline_id: Id('The pipeline'),
  pipeline_name: Type.String({ description: 'Name of the pipeline' }),
  as_of: Timestamp('The moment'),
  currency,
  ...sums,
  stages: Type.Array(
    Closed({
      stage_id: Type.String({ description: 'Stage' }),
      name: Type.String({ description: 'Name of the stage' }),
      type: OneOf(stageTypes, { description: 'What the stage means' }),
      ...sums,
    }),
    { description: 'By stage, in their order' },
  ),
  owners: Type.Array(Closed({ owner_email: Nullable(Type.String({ description: 'Owner; null for none' })), ...sums }), {
    description: 'By owner',
  }),
  other_currencies: otherCurrencies,
})

/** The reasons why the open amount changes; a write of a deal counts as one of them, or as two (see `Waterfall.move`). */
export const steps = [
  'created',
  'restored',
  'reopened',
  'moved_in',
  'increased',
  'decreased',
  'won',
  'lost',
  'moved_out',
  'deleted',
  'currency_changed',
] as const
/** One reason of a change of the open amount. */
export type Step = (typeof steps)[number]
const changed = { count: Count('How many deals'), amount: Type.Number({ description: 'By which the pipeline grew, or shrank' }) }
/** How much of a change has one reason. */
export const Change = Closed(changed, { description: 'What of the change is due to this' })
const value = { count: Count('How many deals'), amount: Type.Number({ description: 'Sum of their amounts, net' }) }
/** Query of `GET /analytics/pipeline-changes`; this month when no days are given. */
export const ChangesQuery = Closed({ pipeline_id, ...spanInput })
/** The open amount before and after a period, and what changed it. */
export const ChangesAnswer = Closed({
  pipeline_id: Id('The pipeline'),
  period: described(Period, 'The days that were asked for'),
  currency,
  opening: Closed(value, { description: 'Open before the first day' }),
  changes: Closed(
    objectOf(steps, () => Change),
    {
      description: 'Opening amount and all changes together are the closing amount, to the cent',
    },
  ),
  stage_moves: Closed(value, { description: 'Moved within the pipeline' }),
  closing: Closed(value, { description: 'Open after the last day' }),
  other_currencies: Type.Array(Type.String(), { description: 'Currencies of open deals that are left out, because nothing converts them' }),
})
