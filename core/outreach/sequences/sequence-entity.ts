import { Type } from '@sinclair/typebox'
import {
  choice,
  defaulted,
  hidden,
  integer,
  json,
  longText,
  optional,
  owner,
  readOnly,
  text,
  texts,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { type SequenceStep, StepRecord } from './step-schema.ts'

/** States of a sequence; only an active one enrolls and does its steps. */
export const sequenceStates = ['draft', 'active', 'paused', 'archived'] as const

const time = (description: string) => Text(5, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, examples: ['09:00'] })
/** When a sequence may send. */
export const Window = Closed(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, description: 'Days of the week, 1 = Monday' }),
    from: time('First time of the day'),
    to: time('First time at which it is closed again, later than from'),
    timezone: Type.Optional(OneOf(['contact', 'organization'], { default: 'contact', description: 'By whose clock' })),
  },
  { description: 'Steps that run by themselves wait until it is open' },
)
/** What ends an enrollment besides what always does. */
export const ExitRules = Closed(
  {
    reply: Type.Optional(Type.Boolean({ default: true, description: 'The contact answers' })),
    meeting_booked: Type.Optional(Type.Boolean({ default: true, description: 'A meeting with the contact is booked' })),
    unsubscribed: Type.Optional(Type.Boolean({ default: true, description: 'The contact unsubscribes; nothing is sent then in any case' })),
    deal_created: Type.Optional(Type.Boolean({ default: false, description: 'A deal of the contact is created' })),
    lifecycle_stage: Type.Optional(
      Type.Array(OneOf(lifecycleStages), { maxItems: 20, description: 'The contact comes into one of these lifecycle stages' }),
    ),
  },
  { description: 'What ends an enrollment' },
)

/** Fields of a sequence. */
export const sequenceFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the sequence', example: 'Cold outreach' }),
  description: optional(longText('What it is for')),
  status: readOnly(choice(sequenceStates, { description: 'Only an active sequence enrolls; a paused one holds its enrollments' })),
  owner_email: optional(owner()),
  steps: readOnly(defaulted(json(Type.Unsafe<SequenceStep[]>(Type.Array(StepRecord, { description: 'In their order' }))), [])),
  send_window: optional(json(Window)),
  exit_on: defaulted(json(ExitRules), {}),
  daily_limit: optional(integer({ minimum: 1, maximum: 1_000_000, description: 'E-mails on a day of the organization' })),
  sender: defaulted(
    text({ max: 254, description: '`owner`: the owner of the contact, else of the sequence; or the e-mail of a teammate or a mailbox' }),
    'owner',
  ),
  topic: defaulted(text({ max: 100, min: 1, description: 'What its contacts can unsubscribe from' }), 'marketing'),
  unsubscribe_link: defaulted(
    choice(['yes', 'no', 'header'], { description: 'yes: a visible link; header: only where clients show one' }),
    'header',
  ),
  tags: texts({ description: 'Tags' }),
  /** Version of the steps that new enrollments follow; 0 before the first activation. */
  steps_version: hidden(defaulted(integer(), 0)),
}
const sequence = entity('Sequence', 'sequences', sequenceFields, {
  indexes: [['created_at', 'id'], ['status']],
  shared: true,
  privacy: 'kept',
})

/** Steps by which contacts are approached one after the other, until they answer. */
export class Sequence extends sequence.class {}
sequence.setClass(Sequence)

const day = entity(
  'SequenceDay',
  'sequence_days',
  { user_from: readOnly(text()), sequence_id: readOnly(text()), day: readOnly(text()), amount: readOnly(integer()) },
  { key: ['sequence_id', 'day'], privacy: 'kept' },
)

/** How many e-mails a sequence has sent on a day, for its limit. */
export class SequenceDay extends day.class {}
day.setClass(SequenceDay)
