import { type AnyWatch, type Change, type EventRule, silentFields } from '../../kernel/storage/schema/changes.ts'
import type { AnyEntityClass } from '../../kernel/storage/schema/entity.ts'
import { valuesOf } from '../../kernel/values/objects.ts'
import { isSame, shortened } from './told-values.ts'
import type { RecordType } from './record-type.ts'

// What every record keeps; of deletes and merges there are events of their own.
const kept: ReadonlySet<string> = new Set([...silentFields, 'deleted_at', 'merged_ids'])

/**
 * How the changes of a record type are watched: by the rules that it declares, and by the general events of whatever these do not tell. A type
 * without rules of its own is summed up by the fields that are shown of it concisely.
 */
export function watchOf(type: RecordType): AnyWatch {
  const declared = type.watch ?? plainWatch(type)
  const { eventsOnDemand: onDemand } = type
  return { ...declared, events: { ...declared.events, ...generalEvents(type, declared) }, ...(onDemand && { onDemand }) }
}

/** Types of general events that a timeline leaves out: its entries and the history of the record say the same. */
export function hiddenOnTimelines(type: RecordType): readonly string[] {
  const declared = type.watch ?? plainWatch(type)
  if (type.timelineEntry && !type.timeline) return Object.keys(generalEvents(type, declared))
  return [`${declared.entityType}.updated`]
}

function plainWatch({ entity, singular, concise = [], present }: RecordType): AnyWatch {
  return {
    entity,
    entityType: singular.replaceAll(' ', '_'),
    events: {},
    summary: (record) => picked(record, ['id', ...concise]),
    record: present,
  }
}

// The general events that the rules of a record type leave to be told, by type.
function generalEvents({ singular, merge, entity }: RecordType, declared: AnyWatch): Readonly<Record<string, EventRule<object>>> {
  const label = `${singular.charAt(0).toUpperCase()}${singular.slice(1)}`
  const rules: Readonly<Record<string, Omit<EventRule<object>, 'extension'>>> = {
    created: { label: `${label} created`, when: ({ kind }) => kind === 'create' },
    updated: { label: `${label} updated`, ...updated(declared, entity) },
    deleted: { label: `${label} deleted`, when: ({ kind }) => kind === 'delete' },
    restored: { label: `${label} restored`, when: ({ kind, changed }) => kind === 'update' && changed.has('deleted_at') },
    ...(merge && {
      merged: { label: `Other records merged into the ${singular}`, when: () => false },
      unmerged: { label: `Merge into the ${singular} undone`, when: () => false },
    }),
  }
  const { entityType, events } = declared
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const type = `${entityType}.${name}`
      return type in events ? [] : [[type, { ...rule, extension: true as const }]]
    }),
  )
}

// Of fields that no other event of the same change tells: so each stands in one general event.
function updated({ events, follows = [], answered }: AnyWatch, { fields }: AnyEntityClass): Pick<EventRule<object>, 'when' | 'data'> {
  const telling = Object.values(events).filter(({ tells }) => tells)
  const left = new Set([...kept, ...follows])
  const isShown = (name: string) => !left.has(name) && fields[name]?.access !== 'hidden'
  const untold = (change: Change<object>): string[] => {
    const names = [...change.changed].filter((name) => isShown(name) && !isSame(name, change))
    if (names.length === 0) return names
    const told = new Set(telling.flatMap((rule) => (rule.when(change) ? (rule.tells ?? []) : [])))
    return names.filter((name) => !told.has(name))
  }
  return {
    when: (change) => change.kind === 'update' && untold(change).length > 0,
    data: (change, today) => {
      const [before, now] = [{ ...change.record, ...change.before }, change.record].map((each) => ({ ...each, ...answered?.(each, today) }))
      const changed = untold(change)
      const values = changed.filter((name) => name in fields)
      const from = shortened(picked(before ?? {}, values))
      const to = shortened(picked(now ?? {}, values))
      const short = [...new Set([...from.short, ...to.short])]
      return { changed, from: from.values, to: to.values, ...(short.length > 0 && { shortened: short }) }
    },
  }
}

function picked(record: object, names: readonly string[]): Record<string, unknown> {
  const values = valuesOf(record)
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}
