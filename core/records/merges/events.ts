import type { Registry } from '../../kernel/feature/registry.ts'
import type { AnyRecord, EntityTable } from '../../kernel/storage/schema/entity.ts'
import { draftOf, type EventDraft } from '../../kernel/storage/schema/event-draft.ts'
import type { Unit } from '../../kernel/storage/schema/unit.ts'
import type { Merge } from './entity.ts'

/** The event of the survivor that a merge has been made or undone, with the ids of the records that it took in. */
export function mergeEvent(
  { watches }: Registry,
  { table }: EntityTable,
  name: 'merged' | 'unmerged',
  { merge, record, unit }: { readonly merge: Merge; readonly record: AnyRecord; readonly unit: Unit },
): EventDraft[] {
  const watch = watches.find(({ entity }) => entity.table === table)
  const type = `${watch?.entityType}.${name}`
  if (!watch?.events[type]) return []
  const data = { ...watch.summary(record), merge_id: merge.id, merged_ids: merge.merged_ids }
  return [draftOf(type, { type: watch.entityType, id: record.id }, data, JSON.stringify(watch.record(record, unit.now)), unit)]
}
