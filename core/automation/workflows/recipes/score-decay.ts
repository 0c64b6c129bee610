import { Type } from '@sinclair/typebox'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { type Recipe, value } from './recipe.ts'

/** Scores of contacts with whom nothing happens become smaller, week by week. */
export const scoreDecay: Recipe = {
  id: 'score_decay',
  name: 'Score decay',
  description: 'Lowers every week the lead score of contacts with whom nobody has been in touch for a while.',
  values: Closed({
    quiet_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650, default: 30, description: 'Days since the last contact' })),
    points: Type.Optional(Type.Integer({ minimum: -1000, maximum: -1, default: -5, description: 'What the score changes by, below 0' })),
    above: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 10, description: 'Scores up to this stay as they are' })),
  }),
  definition: {
    triggers: [{ type: 'schedule', config: { frequency: 'weekly', weekday: 1, time: '06:00' } }],
    conditions: [
      { field: 'contact.lead_score', op: 'gt', value: value('above') },
      {
        or: [
          { field: 'contact.days_since_last_contact', op: 'gte', value: value('quiet_days') },
          {
            and: [
              { field: 'contact.days_since_last_contact', op: 'is_not_set' },
              { field: 'contact.days_since_created', op: 'gte', value: value('quiet_days') },
            ],
          },
        ],
      },
    ],
    steps: [{ id: 'lower', type: 'adjust_score', config: { points: value('points') } }],
  },
}
