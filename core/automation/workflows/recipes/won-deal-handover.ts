import { Type } from '@sinclair/typebox'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** Who delivers learns of a deal that is won, and its people become customers. */
export const wonDealHandover: Recipe = {
  id: 'won_deal_handover',
  name: 'Won deal handover',
  description: 'Makes contact and company of a won deal customers, and gives a teammate the task to begin the delivery.',
  values: Closed({
    owner: Type.Optional(Text(254, { description: 'E-mail of the teammate who takes over; the owner of the contact by default' })),
    due_in_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365, default: 2, description: 'Days until the kick-off is due' })),
  }),
  definition: {
    triggers: [{ type: 'deal.won' }],
    steps: [
      { id: 'contact', type: 'update_contact', config: { field: 'lifecycle_stage', value: 'customer' } },
      { id: 'company', type: 'update_company', config: { field: 'lifecycle_stage', value: 'customer' } },
      { id: 'note', type: 'add_note', config: { note: '{{deal.name}} is won: {{deal.amount | amount unknown}} {{deal.currency}}' } },
      {
        id: 'kick_off',
        type: 'create_task',
        config: {
          title: 'Kick-off for {{deal.name}}',
          type: 'meeting',
          priority: 'high',
          due_in_days: value('due_in_days'),
          owner: value('owner'),
        },
      },
      {
        id: 'tell',
        type: 'notify',
        config: {
          title: '{{deal.name}} is won and yours to deliver',
          body: 'Company: {{company.name | unknown}}',
          recipient: value('owner'),
        },
      },
    ],
  },
}
