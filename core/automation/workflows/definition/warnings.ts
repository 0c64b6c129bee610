import type { Definition, Step } from './schema.ts'

/** What a definition may not mean, though it can be run. */
export interface DefinitionWarning {
  readonly path: string
  readonly code: string
  readonly message: string
}

// By action, the events that it makes: a workflow that starts with one of them leads to itself.
const causes: Readonly<Record<string, readonly string[]>> = {
  adjust_score: ['contact.score_changed', 'contact.property_changed'],
  assign_owner: ['contact.owner_changed', 'contact.property_changed'],
  add_tag: ['contact.tags_changed', 'contact.property_changed'],
  remove_tag: ['contact.tags_changed', 'contact.property_changed'],
  add_note: ['contact.note_added'],
  move_cycle_stage: ['contact.stage_changed', 'contact.property_changed'],
  create_task: ['task.created'],
  create_deal: ['deal.created'],
  update_company: ['company.lifecycle_changed'],
  send_email: ['email.sent', 'contact.email_sent'],
}
type ByField = Readonly<Record<string, readonly string[]>>
const ofField: Readonly<Record<'contact' | 'deal', ByField>> = {
  contact: {
    pipeline_stage: ['contact.stage_changed'],
    lead_status: ['contact.status_changed'],
    lifecycle_stage: ['contact.lifecycle_changed'],
    lead_score: ['contact.score_changed'],
    assigned_to: ['contact.owner_changed'],
    tags: ['contact.tags_changed'],
  },
  deal: {
    stage_id: ['deal.stage_changed', 'deal.won', 'deal.lost', 'deal.reopened'],
    status: ['deal.stage_changed', 'deal.won', 'deal.lost', 'deal.reopened'],
    amount: ['deal.amount_changed'],
    owner_email: ['deal.owner_changed'],
  },
}

/** Steps that are never reached, and changes that meet a trigger of the workflow itself. */
export function warningsOf({ triggers, steps, settings }: Definition): DefinitionWarning[] {
  const types = new Set(triggers.map(({ type }) => type))
  const loops = [...placesOf(steps, '/steps')].flatMap(({ step, at }): DefinitionWarning[] => {
    const met = made(step).find((type) => types.has(type))
    if (met === undefined) return []
    const message = settings.allow_self_trigger
      ? `${step.type} makes ${met}, which starts the workflow again for the same record: add a condition that then no longer holds`
      : `${step.type} makes ${met}, a trigger of this workflow; its own changes enroll nobody`
    return [{ path: at, code: 'self_trigger', message }]
  })
  return [...unreachable(steps, '/steps'), ...loops]
}

function unreachable(steps: readonly Step[], at: string): DefinitionWarning[] {
  const end = steps.findIndex((step) => ends(step))
  const dead = end < 0 ? [] : steps.slice(end + 1).map((_step, index) => `${at}/${end + 1 + index}`)
  return [
    ...dead.map((path) => ({ path, code: 'unreachable', message: 'The workflow always ends before this step: move it up, or remove it' })),
    ...steps.flatMap((step, index) =>
      Object.entries(step.branches ?? {}).flatMap(([name, inner]) => {
        const own = `${at}/${index}/branches/${name}`
        if (inner.length === 0 || waysOf(step).includes(name)) return unreachable(inner, own)
        return [{ path: own, code: 'unreachable', message: `No record takes the way ${name}: ${whyNever(step)}` }]
      }),
    ),
  ]
}

// A step ends the run where each of its ways does.
function ends(step: Step): boolean {
  if (step.type === 'stop') return true
  const ways = waysOf(step)
  return ways.length > 0 && ways.every((name) => (step.branches?.[name] ?? []).some(ends))
}

// The ways that a record can take: without conditions only one, and of a split none that has no share.
function waysOf({ type, config, branches = {} }: Step): readonly string[] {
  if (type === 'if_else') return asksNothing(config) ? ['yes'] : ['yes', 'no']
  if (type !== 'ab_split') return Object.keys(branches)
  const { percent_a } = config
  if (percent_a === 0) return ['b']
  return percent_a === 100 ? ['a'] : ['a', 'b']
}

function whyNever({ type, config }: Step): string {
  return type === 'if_else'
    ? 'it has no conditions, so that all take yes; add a condition'
    : `percent_a is ${String(config['percent_a'])}; give both ways a share`
}

function asksNothing({ conditions }: Step['config']): boolean {
  return conditions === undefined || (Array.isArray(conditions) && conditions.length === 0)
}

// The events that a step makes: of a field those that tell its change.
function made({ type, config }: Step): readonly string[] {
  const { field } = config
  if (type === 'update_contact' && typeof field === 'string') return ['contact.property_changed', ...(ofField.contact[field] ?? [])]
  if (type === 'update_deal' && typeof field === 'string') return ['deal.property_changed', ...(ofField.deal[field] ?? [])]
  return causes[type] ?? []
}

function* placesOf(steps: readonly Step[], at: string): Iterable<{ readonly step: Step; readonly at: string }> {
  for (const [index, step] of steps.entries()) {
    yield { step, at: `${at}/${index}` }
    for (const [name, inner] of Object.entries(step.branches ?? {})) yield* placesOf(inner, `${at}/${index}/branches/${name}`)
  }
}
