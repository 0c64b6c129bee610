import type { Definition } from './schema.ts'

// Events of other families are about the contact that they name.
const families: ReadonlySet<string> = new Set(['contact', 'deal', 'company', 'task', 'quote', 'order', 'invoice', 'payment', 'product'])

/** Type of the records that an event of this type enrolls. */
export function recordTypeOfEvent(type: string): string {
  const [family = ''] = type.split('.')
  return families.has(family) ? family : 'contact'
}

/** Type of the records that a workflow enrolls: its setting, else what its triggers say; undefined where they say different things. */
export function recordTypeOf({ triggers, settings }: Definition): string | undefined {
  const named = settings.record_type
  const types = new Set(triggers.flatMap(({ type }) => (type === 'schedule' || type === 'workflow.enrolled' ? [] : [recordTypeOfEvent(type)])))
  if (types.size > 1) return undefined
  const [only] = types
  return only ?? named ?? 'contact'
}
