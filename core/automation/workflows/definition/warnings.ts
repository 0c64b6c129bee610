import type { Definition, Step } from './schema.ts'

/** What a definition may not mean, though it can be run. */
export interface DefinitionWarning {
  readonly path: string
  readonly code: string
  readonly message: string
}

// By action, the event that it makes: a workflow that starts with it leads to itself.
const causes: Readonly<Record<string, readonly string[]>> = {
  update_contact: ['contact.property_changed', 'contact.stage_changed', 'contact.lifecycle_changed', 'contact.owner_changed'],
  adjust_score: ['contact.score_changed', 'contact.property_changed'],
  assign_owner: ['contact.owner_changed', 'contact.property_changed'],
  add_tag: ['contact.tags_changed', 'contact.property_changed'],
  remove_tag: ['contact.tags_changed', 'contact.property_changed'],
  add_note: ['contact.note_added'],
  move_cycle_stage: ['contact.stage_changed', 'contact.property_changed'],
  create_task: ['task.created'],
  create_deal: ['deal.created'],
  update_deal: ['deal.stage_changed', 'deal.amount_changed', 'deal.owner_changed', 'deal.property_changed', 'deal.won', 'deal.lost'],
  update_company: ['company.lifecycle_changed'],
  send_email: ['email.sent', 'contact.email_sent'],
}

/** Steps that are never reached, and changes that meet a trigger of the workflow itself. */
export function warningsOf({ triggers, steps, settings }: Definition): DefinitionWarning[] {
  const types = new Set(triggers.map(({ type }) => type))
  const loops = [...placesOf(steps, '/steps')].flatMap(({ step, at }): DefinitionWarning[] => {
    const met = (causes[step.type] ?? []).find((type) => types.has(type))
    if (met === undefined) return []
    const message = settings.allow_self_trigger
      ? `${step.type} makes ${met}, which starts the workflow again for the same record`
      : `${step.type} makes ${met}, a trigger of this workflow; its own changes enroll nobody`
    return [{ path: at, code: 'self_trigger', message }]
  })
  return [...unreachable(steps, '/steps'), ...loops]
}

function unreachable(steps: readonly Step[], at: string): DefinitionWarning[] {
  const end = steps.findIndex((step) => ends(step))
  const dead = end < 0 ? [] : steps.slice(end + 1).map((_step, index) => `${at}/${end + 1 + index}`)
  return [
    ...dead.map((path) => ({ path, code: 'unreachable', message: 'The workflow always ends before this step' })),
    ...steps.flatMap(({ branches = {} }, index) =>
      Object.entries(branches).flatMap(([name, inner]) => unreachable(inner, `${at}/${index}/branches/${name}`)),
    ),
  ]
}

// A step ends the run where each of its ways does.
function ends({ type, branches }: Step): boolean {
  if (type === 'stop') return true
  const ways = type === 'if_else' ? ['yes', 'no'] : type === 'ab_split' ? ['a', 'b'] : []
  return ways.length > 0 && ways.every((name) => (branches?.[name] ?? []).some(ends))
}

function* placesOf(steps: readonly Step[], at: string): Iterable<{ readonly step: Step; readonly at: string }> {
  for (const [index, step] of steps.entries()) {
    yield { step, at: `${at}/${index}` }
    for (const [name, inner] of Object.entries(step.branches ?? {})) yield* placesOf(inner, `${at}/${index}/branches/${name}`)
  }
}
