import { type Static, Type } from '@sinclair/typebox'
import { Closed, OneOf, Text } from '../../../kernel/operation/schema/schema.ts'

/** Steps of one workflow, those in branches included. */
export const MAX_STEPS = 200
/** Branches inside branches. */
export const MAX_DEPTH = 8
/** Bytes of a definition as JSON. */
export const MAX_BYTES = 65_536
const MAX_TRIGGERS = 20

/** What a workflow does when a record that it has enrolled before meets its trigger again. */
export const reenrollments = ['when_not_active', 'once', 'parallel'] as const
/** What a run does after a step that failed for good. */
export const errorRules = ['stop', 'continue'] as const

const Config = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 100,
  description: 'Configuration; its keys follow from the type, see `GET /catalog`',
})

/** What starts a workflow. */
export const Trigger = Closed(
  {
    type: Text(100, { minLength: 1, description: 'An event type, or `schedule`' }),
    config: Type.Optional(Config),
  },
  { description: 'What starts it' },
)

/** A condition or a group of them, in the grammar of all conditions; their fields are checked with the workflow. */
export const Condition = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 20,
  description: '`{field, op, value}`, or a group: `{and: []}`, `{or: []}`, `{not: {}}`',
})
const Conditions = Type.Array(Condition, { maxItems: 50, description: 'All must hold' })

/** One step: what is done, with its configuration; `if_else` has the branches `yes` and `no`, `ab_split` `a` and `b`. */
export interface Step {
  readonly id: string
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  readonly branches?: Readonly<Record<string, readonly Step[]>>
  /** Instead of what the settings say. */
  readonly on_error?: (typeof errorRules)[number]
}

const Nested = Type.Unsafe<GivenStep>({ ...Type.Any(), type: 'object', description: 'A step: the same form again' })

/** A step as it is given: without an id it gets one. */
export const GivenStep = Closed({
  id: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'Stays the same across edits; the engine gives one unless it is told' }),
  ),
  type: Text(100, { minLength: 1, description: 'Type of the action, see `GET /catalog`' }),
  config: Type.Optional(Config),
  branches: Type.Optional(
    Type.Record(Type.String(), Type.Array(Nested, { maxItems: MAX_STEPS }), {
      maxProperties: 10,
      description: 'Steps of each way on, which join again at the next step',
    }),
  ),
  on_error: Type.Optional(OneOf(errorRules, { description: 'What the run does when this step fails; default: as the settings say' })),
})
/** A step as it is given. */
export interface GivenStep {
  id?: string
  type: string
  config?: Record<string, unknown>
  branches?: Record<string, GivenStep[]>
  on_error?: (typeof errorRules)[number]
}

/** How a workflow enrolls and runs. */
export const Settings = Closed(
  {
    reenroll: Type.Optional(
      OneOf(reenrollments, { default: 'when_not_active', description: 'What a record does that meets the trigger again' }),
    ),
    allow_self_trigger: Type.Optional(Type.Boolean({ default: false, description: 'Its own changes may enroll records in it again' })),
    record_type: Type.Optional(
      Text(40, { description: 'Type of the enrolled records where the trigger does not say it: contact (default), deal, company, ...' }),
    ),
    exit_conditions: Type.Optional(Type.Array(Condition, { maxItems: 50, description: 'A run ends when all of these hold' })),
    on_error: Type.Optional(
      OneOf(errorRules, {
        default: 'stop',
        description: 'A step that failed ends the run, which can be tried again; or the run goes on after it',
      }),
    ),
    timezone: Type.Optional(Text(64, { description: 'IANA zone of delays; that of the organization by default' })),
  },
  { description: 'How it enrolls and runs' },
)

/** The parts of a workflow that are published together. */
export const definitionParts = {
  triggers: Type.Array(Trigger, { maxItems: MAX_TRIGGERS, description: 'What starts it; any of them' }),
  conditions: Conditions,
  steps: Type.Array(GivenStep, { maxItems: MAX_STEPS, description: 'What is done, in this order' }),
  settings: Settings,
}

/** A whole definition in its canonical form: what a published version holds. */
export interface Definition {
  readonly triggers: readonly { readonly type: string; readonly config: Readonly<Record<string, unknown>> }[]
  readonly conditions: readonly Static<typeof Condition>[]
  readonly steps: readonly Step[]
  readonly settings: Static<typeof Settings>
}

/** A definition of which nothing is told yet. */
export const emptyDefinition: Definition = { triggers: [], conditions: [], steps: [], settings: {} }
