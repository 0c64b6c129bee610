import type { Registry } from '../../../kernel/feature/registry.ts'
import type { AnyRecord } from '../../../kernel/storage/schema/entity.ts'
import type { Definition } from '../definition/schema.ts'
import { watchedFields } from '../triggers.ts'

/** What starts a run, as texts and conditions read it. */
export interface StartingEvent {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

type Trigger = Definition['triggers'][number]

/** An event that meets the first trigger of a workflow: what the record says of itself, with the values that the trigger asks for. */
export function sampleEvent(
  registry: Registry,
  { triggers }: Definition,
  { type: recordType, record, workflow, now }: { type: string; record: AnyRecord | null; workflow: string; now: Date },
): StartingEvent {
  const [trigger] = triggers
  if (!trigger || trigger.type === 'workflow.enrolled') return { type: 'workflow.enrolled', payload: { automation_id: workflow } }
  if (trigger.type === 'schedule') return { type: 'schedule', payload: { date: now.toISOString().slice(0, 10), at: now.toISOString() } }
  const family = trigger.type.slice(0, trigger.type.indexOf('.'))
  const watch = registry.watches.find(({ entityType }) => entityType === family)
  const own = record && watch && family === recordType ? watch.summary(record) : {}
  const named = record && family !== recordType ? { [`${recordType}_id`]: record.id } : {}
  return { type: trigger.type, payload: { ...own, ...named, ...asked(trigger) } }
}

function changes(property: string): Record<string, unknown> {
  const [field = '', ...name] = property.split('.')
  return { changed: [field], ...(name.length > 0 && { changed_custom: [name.join('.')] }) }
}

// By the configuration of a trigger, what its event says.
function asked({ type, config }: Trigger): Record<string, unknown> {
  const { above, property, min_visits, ...same } = config
  const fields: readonly string[] = type.startsWith('deal.') ? watchedFields.deal : watchedFields.contact
  return {
    ...same,
    ...(typeof above === 'number' && { from: above, to: above + 1 }),
    ...(type.endsWith('.property_changed') && changes(String(property ?? fields[0]))),
    ...(min_visits !== undefined && { visits: min_visits }),
  }
}
