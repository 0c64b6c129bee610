import { Type } from '@sinclair/typebox'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** Deals that stay in a stage for too long come back to their owner, and to somebody else where that does not help. */
export const staleDeal: Recipe = {
  id: 'stale_deal',
  name: 'Stale deal',
  description:
    'Gives the owner of a deal that stays in its stage for too long a task, and tells a manager where the deal still does not move.',
  values: Closed({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, description: 'Days in a stage; the threshold of each stage by default' })),
    patience_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 7, description: 'Days until the manager is told' })),
    manager: Type.Optional(Text(254, { description: 'E-mail of the teammate who is told then; the owner of the deal by default' })),
  }),
  definition: {
    triggers: [{ type: 'deal.rotting', config: { days: value('days') } }],
    steps: [
      {
        id: 'follow_up',
        type: 'create_task',
        config: { title: 'Get {{deal.name}} moving again', type: 'follow_up', priority: 'high', due_in_days: 2 },
      },
      { id: 'tell_owner', type: 'notify', config: { title: '{{deal.name}} has not moved for a while', body: 'Stage: {{deal.stage}}' } },
      { id: 'wait', type: 'wait_for_event', config: { event_type: 'deal.stage_changed', timeout_days: value('patience_days') } },
      {
        id: 'still_stale',
        type: 'if_else',
        config: {
          conditions: [
            { field: 'wait.result', op: 'eq', value: 'timeout' },
            { field: 'deal.status', op: 'eq', value: 'open' },
          ],
        },
        branches: {
          yes: [
            {
              id: 'tell_manager',
              type: 'notify',
              config: {
                title: '{{deal.name}} is stuck',
                body: 'Stage: {{deal.stage}}, amount: {{deal.amount}}',
                recipient: value('manager'),
              },
            },
          ],
          no: [],
        },
      },
    ],
  },
}
