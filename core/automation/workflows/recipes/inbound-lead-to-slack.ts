import { Type } from '@sinclair/typebox'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** A channel hears of people who have come by themselves. */
export const inboundLeadToSlack: Recipe = {
  id: 'inbound_lead_to_slack',
  name: 'Inbound lead to Slack',
  description: 'Posts who has filled in a form, or came in by an inbound webhook, to a Slack channel, and gives the contact a tag.',
  values: Closed({
    webhook_url: Type.String({ format: 'uri', maxLength: 2048, description: 'Incoming webhook of the channel, https' }),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 100, default: 'inbound', description: 'Tag of such contacts' })),
  }),
  definition: {
    triggers: [{ type: 'form.submitted' }, { type: 'webhook.received' }],
    steps: [
      { id: 'tag', type: 'add_tag', config: { tag: value('tag') } },
      {
        id: 'post',
        type: 'send_slack',
        config: {
          webhook_url: value('webhook_url'),
          text: 'New inbound lead: {{contact.name | somebody}} ({{contact.email | no e-mail}}){{#if contact.company}}, {{contact.company}}{{/if}}',
        },
      },
    ],
  },
}
