import { liveSurvivors } from '../../kernel/storage/records/links.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Draft, SetRules } from '../record-type/set-rules.ts'

/**
 * By draft, the fields that name records that are not there: one look-up for each field, and one for those that were merged, in whose
 * place their survivors are put.
 */
export async function unknownLinks(
  records: Records,
  { links }: SetRules,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<Draft, readonly string[]>> {
  const found = new Map<Draft, string[]>()
  for (const [field, entity] of Object.entries(links)) {
    const naming = drafts.filter(({ values, refusal }) => !refusal && typeof values[field] === 'string')
    if (naming.length === 0) continue
    const ids = naming.map(({ values }) => values[field])
    await records.locks.keep(entity.table, ids)
    const named = records.byIds(entity, ids).select('id')
    const rows = await ('deleted_at' in entity.fields ? named.where('deleted_at', 'is', null) : named).execute()
    const known = new Set(rows.map(({ id }) => String(id)))
    const unknown = naming.filter(({ values }) => !known.has(String(values[field]).toLowerCase()))
    const survivors = await liveSurvivors(
      records,
      entity,
      unknown.map(({ values }) => String(values[field])),
    )
    for (const draft of unknown) {
      const id = String(draft.values[field])
      const survivor = survivors.get(id)
      if (survivor) draft.values = { ...draft.values, [field]: survivor.id }
      else found.set(draft, [...(found.get(draft) ?? []), field])
    }
  }
  return found
}
