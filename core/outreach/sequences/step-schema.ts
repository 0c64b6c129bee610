import { type Static, Type } from '@sinclair/typebox'
import { priorities } from '../../platform/catalog/lists.ts'
import { Closed, Id, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { MAX_BODY } from '../templates/entity.ts'

/** Steps of one sequence. */
export const MAX_STEPS = 50
/** Types of steps, as the contract names them. */
export const stepNames = ['email', 'manual_email', 'linkedin_invite', 'linkedin_message', 'call', 'task'] as const

const Delay = Closed(
  {
    amount: Type.Number({ minimum: 0, maximum: 527_040, description: 'How long; 0 is at once' }),
    unit: Type.Optional(OneOf(['minutes', 'hours', 'days', 'business_days'], { default: 'business_days', description: 'Of which length' })),
  },
  { description: 'From the step before, or from the enrollment' },
)
const said = {
  type: OneOf(stepNames, { description: 'email and linkedin run by themselves, the others are tasks' }),
  delay: Type.Optional(Delay),
  template_id: Type.Optional(Nullable(Id('Template of the e-mail; what is written here comes before what it says'))),
  subject: Type.Optional(Nullable(Text(500, { description: 'Subject, with merge tags; empty in a reply: that of the message before' }))),
  body: Type.Optional(Nullable(Text(MAX_BODY, { description: 'HTML of an e-mail or text of a message or task, with merge tags' }))),
  track: Type.Optional(Type.Boolean({ default: true, description: 'Count opens and clicks' })),
  title: Type.Optional(Nullable(Text(500, { description: 'Title of the task, with merge tags' }))),
  priority: Type.Optional(OneOf(priorities, { default: 'medium', description: 'Priority of the task' })),
  variant: Type.Optional(
    Nullable(OneOf(['a', 'b'], { description: 'A step a with a step b right behind it: each contact gets one of them' })),
  ),
  reply_in_thread: Type.Optional(Type.Boolean({ default: false, description: 'As a reply to the last e-mail of the enrollment' })),
  wait_for_task: Type.Optional(Type.Boolean({ default: true, description: 'The next step waits until the task is completed' })),
}

/** A step as it is given: without an id it is a new one. */
export const GivenStep = Closed({
  id: Type.Optional(Id('Stays the same across edits; the engine gives one')),
  position: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_STEPS, description: 'As it is answered; their order counts' })),
  ...said,
  track: Type.Optional(Type.Union([said.track, OneOf(['yes', 'no'])], { description: 'Count opens and clicks; true unless given' })),
})
/** A step as it is answered. */
export const StepRecord = Closed({
  id: Id('The step'),
  position: Type.Integer({ minimum: 1, description: 'Place in the sequence; both variants of a step have the same' }),
  ...Type.Required(Closed(said)).properties,
})
/** A step in its canonical form. */
export type SequenceStep = Static<typeof StepRecord> & { readonly delay: { readonly unit: NonNullable<Static<typeof Delay>['unit']> } }
/** All steps as they are given. */
export const GivenSteps = Type.Array(GivenStep, { maxItems: MAX_STEPS, description: 'In their order' })

/** The canonical form of steps: each with an id, a place and everything that may be left out. */
export function canonicalSteps(given: Static<typeof GivenSteps>, nextId: () => string): SequenceStep[] {
  let position = 0
  return given.map((step, at) => {
    if (!(step.variant === 'b' && given[at - 1]?.variant === 'a')) position += 1
    const { delay } = step
    return {
      id: step.id ?? nextId(),
      position,
      type: step.type,
      delay: { amount: delay?.amount ?? 0, unit: delay?.unit ?? 'business_days' },
      template_id: step.template_id ?? null,
      subject: step.subject ?? null,
      body: step.body ?? null,
      track: step.track !== false && step.track !== 'no',
      title: step.title ?? null,
      priority: step.priority ?? 'medium',
      variant: step.variant ?? null,
      reply_in_thread: step.reply_in_thread ?? false,
      wait_for_task: step.wait_for_task ?? true,
    }
  })
}
