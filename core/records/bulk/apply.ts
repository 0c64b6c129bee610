import { invalid } from '../../kernel/operation/errors.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Draft, SetRules } from '../record-type/set-rules.ts'
import { customRefusal } from './custom.ts'
import { judgeOwners } from './owners.ts'
import type { Selection } from './selection.ts'
import type { Applied } from './fitting.ts'
import type { BulkWriter } from './writer.ts'

/** A selection, and what is changed in it. */
export type SelectionChange = Selection & {
  readonly set?: Row
  readonly add_tags?: readonly string[]
  readonly remove_tags?: readonly string[]
}

/** Throws before anything is counted or started: a change of nothing, of a key, or to what no record could have. */
export async function checkChange(records: Records, rules: SetRules, { set = {}, add_tags, remove_tags }: SelectionChange): Promise<void> {
  if (Object.keys(set).length === 0 && !add_tags && !remove_tags) throw invalid('/set', 'required', 'Give set, add_tags or remove_tags')
  const values = await valuesOf(records, rules, set)
  const key = rules.keys.find(({ field, shared }) => !shared && (values[field] ?? null) !== null)
  if (key) throw invalid(`/set/${key.field}`, 'not_allowed', `${key.field} belongs to one record: change it there`)
}

// The values that are stored for an input; throws for what no record can have, such as a link to a record that does not exist.
async function valuesOf(records: Records, rules: SetRules, set: Row): Promise<Partial<AnyRecord>> {
  const values = await linked(records, await rules.normalize(set), rules.links, { path: '/set' })
  const draft: Draft = { index: 0, id: null, refusal: null, values }
  await rules.prepare?.([draft], new Set(), new Map())
  await judgeOwners(records, rules.entity, [{ id: '', before: null, drafts: [draft] }])
  const refusal = draft.refusal ?? (await customRefusal(records, rules.entity, draft.values))
  if (refusal) throw invalid(`/set/${(refusal.field ?? '').replaceAll('.', '/')}`, refusal.code, refusal.reason, refusal.allowed)
  return draft.values
}

/** Makes the same change to each of these records that may have it; answers how many it changed, and which it could not. */
export async function applyChange(
  records: Records,
  writer: BulkWriter,
  rules: SetRules,
  found: AnyRecord[],
  { set = {}, add_tags = [], remove_tags = [] }: SelectionChange,
): Promise<Applied> {
  const { tags, ...values } = await valuesOf(records, rules, set)
  const removed = new Set(remove_tags.map((each) => each.trim().toLowerCase()))
  return await writer.updateFitting(rules, found, (record) => {
    const known: unknown = tags ?? record.tags
    const kept = isTags(known) ? known.filter((each) => !removed.has(each.toLowerCase())) : undefined
    return { ...(rules.decide?.(record, values, null) ?? values), ...(kept && { tags: uniqueTags([...kept, ...add_tags]) }) }
  })
}

/** Deletes these records softly; their keys and external ids are free at once. */
export async function deleteRecords(
  records: Records,
  ids: Ids,
  { entity, object }: Pick<SetRules, 'entity' | 'object'>,
  found: AnyRecord[],
): Promise<Applied> {
  const references = new References(records, ids, object)
  await records.update(
    entity,
    found.map((before) => ({ before, changes: { deleted_at: records.unit.now } })),
  )
  for (const { id } of found) await references.release(id)
  return { changed: found.length, rejected: [] }
}

// Not every record type has tags.
function isTags(value: unknown): value is readonly string[] {
  return Array.isArray(value)
}
