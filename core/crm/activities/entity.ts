import { activityTypes } from '../../platform/catalog/lists.ts'
import {
  boolean,
  choice,
  defaulted,
  integer,
  longText,
  optional,
  owner,
  readOnly,
  text,
  texts,
  timestamp,
  url,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { customValues } from '../../kernel/operation/schema/values.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'

/** Seen from the organization: `in` comes from the contact. */
export const directions = ['in', 'out'] as const
/** By what means somebody was reached; follows from the type unless it is given. */
export const channels = ['email', 'linkedin', 'whatsapp', 'phone'] as const
/** Who made an activity; follows from the actor, never from the input. */
export const activitySources = ['manual', 'workflow', 'sequence', 'api', 'import'] as const

/** Fields of an activity. */
export const activityFields = {
  ...commonFields,
  type: choice(activityTypes, 'Kind of activity'),
  subject: optional(text({ max: 500, description: 'Heading, in a few words', example: 'First call' })),
  body: optional(longText({ description: 'What was said or done', example: 'Wants an offer by Friday' })),
  at: { ...timestamp({ description: 'When it happened, or will happen; now when left out' }), optional: true as const },
  direction: optional(choice(directions, { description: '`in`: from the contact' })),
  channel: optional(choice(channels, 'By what means')),
  duration_seconds: optional(integer({ minimum: 0, description: 'How long it took' })),
  outcome: optional(text({ description: 'How it went; of calls, one of the call outcomes' })),
  lead_id: optional(uuid('Contact')),
  company_id: optional(uuid('The company that it is about')),
  deal_id: optional(uuid('The deal that it is about')),
  quote_id: optional(uuid('The quote that it is about')),
  task_id: optional(uuid('The task that it is about')),
  email_id: optional(uuid('The e-mail that it tells of')),
  owner_email: optional(owner('Owner; `me` when left out')),
  participants: texts({ description: 'E-mail addresses or names of who took part' }),
  recording_url: optional(url('Where it can be heard or seen')),
  source: readOnly(defaulted(choice(activitySources, 'Who made it'), 'manual')),
  pinned: defaulted(boolean('Stands above the others'), false),
  custom: customValues(),
}

const schema = entity('Activity', 'activities', activityFields, {
  indexes: [
    ['at', 'id'],
    ['created_at', 'id'],
    ['updated_at', 'id'],
    ['lead_id', 'at', 'id'],
    ['company_id', 'at', 'id'],
    ['deal_id', 'at', 'id'],
    ['quote_id'],
    ['task_id'],
  ],
})

/** An activity: a note, a call, a meeting or a message on the timeline of its records; found by external ids alone. */
export class Activity extends schema.class {}
schema.setClass(Activity)
