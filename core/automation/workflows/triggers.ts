import { type TSchema, Type } from '@sinclair/typebox'
import { lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import { watchedFields as contactFields } from '../../crm/contacts/events.ts'
import { watchedFields as dealFields } from '../../crm/deals/events.ts'
import { Closed, Id, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { defineTrigger, type Trigger } from './trigger.ts'

/** Fields whose change is a `property_changed` event, by object. */
export const watchedFields = { contact: contactFields, deal: dealFields }

const ofCampaign = (type: string) =>
  defineTrigger({
    type,
    config: Closed({ campaign_id: Type.Optional(Id('Only emails of this campaign')) }),
    references: ({ campaign_id }) => [{ to: 'campaign', value: campaign_id, at: '/campaign_id' }],
  })
// Amounts are in the currency of the record.
const amount = (description: string) => Type.Optional(Type.Number({ description }))
const property = (fields: readonly string[], custom: string) =>
  Type.Optional(
    Type.Union([OneOf(fields), Type.String({ pattern: '^(custom|custom_properties)\\..{1,100}$' })], {
      description: `Only this property; \`${custom}.<name>\`: only this custom one`,
    }),
  )
const on = (type: string, config: Record<string, TSchema>): Trigger => ({ type, config: Closed(config) })

/** Triggers with a configuration; every other event type starts workflows without one. */
export const triggers: readonly Trigger[] = [
  ofCampaign('email.sent'),
  ofCampaign('email.opened'),
  ofCampaign('email.clicked'),
  defineTrigger({
    type: 'contact.stage_changed',
    config: Closed({ to: Type.Optional(Text(255, { description: 'New stage, by id or name' })) }),
    references: ({ to }) => [{ to: 'contact_stage', value: to, at: '/to' }],
  }),
  on('contact.score_changed', { above: amount('The score crosses above this') }),
  on('contact.lifecycle_changed', { to: Type.Optional(OneOf(lifecycleStages, { description: 'New lifecycle stage' })) }),
  on('contact.website_visit', { min_visits: Type.Optional(Type.Integer({ minimum: 1, description: 'Minimum total visits' })) }),
  on('contact.property_changed', { property: property(contactFields, 'custom_properties') }),
  on('deal.property_changed', { property: property(dealFields, 'custom') }),
  defineTrigger({
    type: 'deal.stage_changed',
    config: Closed({
      pipeline_id: Type.Optional(Id('Only deals of this pipeline')),
      to: Type.Optional(Text(255, { description: 'New stage, by id, or by its name in the pipeline' })),
    }),
    references: ({ pipeline_id, to }) => [
      { to: 'pipeline', value: pipeline_id, at: '/pipeline_id' },
      { to: 'deal_stage', value: to, at: '/to', within: pipeline_id },
    ],
  }),
  on('deal.amount_changed', { above: amount('The new amount is above this') }),
  on('deal.rotting', {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description: 'Days in stage instead of the threshold of the stage itself; includes deals that are there for longer already',
      }),
    ),
  }),
  {
    type: 'schedule',
    label: 'Schedule',
    config: Closed({
      frequency: OneOf(['daily', 'weekdays', 'weekly'], { description: 'How often' }),
      time: Text(5, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM', examples: ['09:00'] }),
      weekday: Type.Optional(Type.Integer({ minimum: 0, maximum: 7, description: 'For `weekly`: Monday = 1, Sunday = 0 or 7' })),
      timezone: Type.Optional(Text(64, { description: 'IANA zone; default: that of the organisation' })),
    }),
  },
]
