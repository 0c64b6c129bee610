import { Type } from '@sinclair/typebox'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** Who did not come to a meeting is asked for another one. */
export const meetingNoShow: Recipe = {
  id: 'meeting_no_show',
  name: 'Meeting no-show',
  description: 'Writes to a contact who did not come to a meeting, and gives a task to call where no new meeting is booked.',
  values: Closed({
    outcome: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, default: 'no_show', description: 'The outcome with which you log such meetings' }),
    ),
    patience_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 2, description: 'Days in which a new one should be booked' }),
    ),
  }),
  definition: {
    triggers: [{ type: 'activity.created' }],
    conditions: [
      { field: 'activity.type', op: 'eq', value: 'meeting' },
      { field: 'activity.outcome', op: 'eq', value: value('outcome') },
    ],
    steps: [
      {
        id: 'write',
        type: 'send_email',
        config: {
          subject: 'Shall we find another time?',
          body: '<p>Hello {{contact.first_name | there}},</p><p>we have missed each other. When would suit you?</p><p>{{owner.name}}</p>',
        },
      },
      { id: 'booked', type: 'wait_for_event', config: { event_type: 'contact.meeting_booked', timeout_days: value('patience_days') } },
      {
        id: 'was_booked',
        type: 'if_else',
        config: { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] },
        branches: {
          yes: [],
          no: [
            {
              id: 'call',
              type: 'create_task',
              config: { title: 'Find a new time with {{contact.name | the contact}}', type: 'call', due_in_days: 1 },
            },
            { id: 'score', type: 'adjust_score', config: { points: -5 } },
          ],
        },
      },
    ],
  },
}
