import { Type } from '@sinclair/typebox'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** Invoices that are not paid in time are asked about, first by a task, then louder. */
export const unpaidInvoiceReminder: Recipe = {
  id: 'unpaid_invoice_reminder',
  name: 'Unpaid invoice reminder',
  description: 'Gives a task when an invoice is overdue, and a second one with a notification where it stays unpaid.',
  values: Closed({
    owner: Type.Optional(Text(254, { description: 'E-mail of the teammate who asks; who made the workflow by default' })),
    patience_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 7, description: 'Days until the second task' })),
  }),
  definition: {
    triggers: [{ type: 'invoice.overdue' }],
    steps: [
      {
        id: 'remind',
        type: 'create_task',
        config: {
          title: 'Remind {{company.name | the customer}} of invoice {{event.number}}: {{event.amount}} {{event.currency}}',
          type: 'email',
          due_in_days: 0,
          owner: value('owner'),
        },
      },
      { id: 'wait', type: 'wait_for_event', config: { event_type: 'invoice.paid', timeout_days: value('patience_days') } },
      {
        id: 'paid',
        type: 'if_else',
        config: { conditions: [{ field: 'wait.result', op: 'eq', value: 'received' }] },
        branches: {
          yes: [],
          no: [
            {
              id: 'call',
              type: 'create_task',
              config: {
                title: 'Call {{company.name | the customer}}: invoice {{event.number}} is still unpaid',
                type: 'call',
                priority: 'high',
                due_in_days: 1,
                owner: value('owner'),
              },
            },
            { id: 'tell', type: 'notify', config: { title: 'Invoice {{event.number}} is still unpaid', recipient: value('owner') } },
          ],
        },
      },
    ],
  },
}
