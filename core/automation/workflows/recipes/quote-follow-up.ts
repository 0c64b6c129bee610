import { Type } from '@sinclair/typebox'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** A quote that nobody looks at, or that nobody answers, is asked about. */
export const quoteFollowUp: Recipe = {
  id: 'quote_follow_up',
  name: 'Quote follow-up',
  description: 'Gives a task to call when a quote that was sent is not viewed, or is viewed and not accepted.',
  values: Closed({
    unseen_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 3, description: 'Days in which it should be viewed' })),
    unanswered_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 5, description: 'Days in which it should be accepted once it was viewed' }),
    ),
  }),
  definition: {
    triggers: [{ type: 'quote.sent' }],
    steps: [
      { id: 'viewed', type: 'wait_for_event', config: { event_type: 'quote.viewed', timeout_days: value('unseen_days') } },
      {
        id: 'was_viewed',
        type: 'if_else',
        config: { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] },
        branches: {
          yes: [
            { id: 'accepted', type: 'wait_for_event', config: { event_type: 'quote.accepted', timeout_days: value('unanswered_days') } },
            {
              id: 'was_accepted',
              type: 'if_else',
              config: { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] },
              branches: {
                yes: [{ id: 'done', type: 'stop' }],
                no: [
                  {
                    id: 'ask',
                    type: 'create_task',
                    config: { title: 'Ask what is missing in quote {{event.number}}', type: 'call', priority: 'high', due_in_days: 0 },
                  },
                ],
              },
            },
          ],
          no: [
            {
              id: 'check',
              type: 'create_task',
              config: { title: 'Ask whether quote {{event.number}} has arrived', type: 'call', due_in_days: 0 },
            },
          ],
        },
      },
      { id: 'tell', type: 'notify', config: { title: 'Quote {{event.number}} needs a call' } },
    ],
  },
}
