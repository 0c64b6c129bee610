import { refuseTooMany } from '../../kernel/storage/records/most-items.ts'
import { storedValues } from '../../kernel/storage/records/stored.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import type { Draft, Refusal, SetRules } from '../record-type/set-rules.ts'
import { judgeCustom } from './custom.ts'
import { refusalOf } from './read.ts'

/** What became of records that are all changed alike. */
export interface Applied {
  readonly changed: number
  /** Those that may not be changed so, each with its reason; nothing is written of them. */
  readonly rejected: readonly (Omit<Refusal, 'allowed'> & { readonly id: string })[]
}

/** The refusal of a record; what would be accepted is the same for all records, and a change of one tells it. */
export function rejectionOf(id: string, { reason, code, field, existing_id }: Refusal): Applied['rejected'][number] {
  return { id, reason, code, field, ...(existing_id !== undefined && { existing_id }) }
}

/** The changes of each record, those that it may not have with their refusals. */
export async function fittingChanges(
  records: Records,
  { entity }: SetRules,
  found: readonly AnyRecord[],
  changes: (record: AnyRecord) => Partial<AnyRecord>,
): Promise<readonly { readonly before: AnyRecord; readonly draft: Draft }[]> {
  const { actor } = records.unit
  const judged = await mapInTurns(found, (before, index) => {
    const draft: Draft = { index, id: before.id, values: {}, refusal: null }
    try {
      draft.values = storedValues(entity, changes(before), actor, before)
      refuseTooMany(entity.fields, draft.values, before)
    } catch (error) {
      draft.refusal = refusalOf(error)
    }
    return { before, draft }
  })
  const targets = judged.map(({ before, draft }) => ({ id: before.id, before, drafts: [draft] }))
  await judgeCustom(records, entity, targets, true)
  return judged
}
