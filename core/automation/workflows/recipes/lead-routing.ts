import { Type } from '@sinclair/typebox'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** New contacts get an owner in turn, a task and a notification. */
export const leadRouting: Recipe = {
  id: 'lead_routing',
  name: 'Lead routing',
  description: 'Gives new contacts without an owner to your teammates in turn, with a task to call them and a notification.',
  values: Closed({
    owners: Type.Optional(Text(2000, { description: 'E-mails of who takes turns, comma separated; everybody by default' })),
    due_in_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365, default: 1, description: 'Days until the call is due' })),
  }),
  definition: {
    triggers: [{ type: 'contact.created' }],
    conditions: [{ field: 'contact.assigned_to', op: 'is_not_set' }],
    steps: [
      { id: 'assign', type: 'assign_owner', config: { mode: 'round_robin', owner: value('owners') } },
      {
        id: 'call',
        type: 'create_task',
        config: {
          title: 'Call {{contact.name | the new contact}}',
          type: 'call',
          priority: 'high',
          due_in_days: value('due_in_days'),
        },
      },
      {
        id: 'tell',
        type: 'notify',
        config: { title: 'A new contact is yours: {{contact.name | without a name}}', body: '{{contact.email}} {{contact.company}}' },
      },
    ],
  },
}
