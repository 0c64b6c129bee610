import { CrmError } from '../../kernel/operation/errors.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { References } from '../../kernel/storage/records/references.ts'
import { ownersOf } from '../bulk/matching.ts'
import { mergedIdsOf } from '../record-type/merged-ids.ts'
import type { SetRules } from '../record-type/set-rules.ts'

/** All that finds the record, by key, by external id and by the ids of those that it has taken in. */
export async function relink(references: References, { keys }: SetRules, record: AnyRecord): Promise<void> {
  await references.unlink(record.id)
  await references.link(record, record.external_ids)
  for (const { provider, field, of } of keys)
    if (provider !== undefined)
      await references.replace(record, provider, [...new Set(of(record).filter((each) => each !== record[field]))])
  await references.replace(record, '#merged', mergedIdsOf(record))
}

/** Throws `already_exists` where another live record has taken a unique key of a merged one meanwhile. */
export async function refuseTaken(
  records: Records,
  references: References,
  rules: SetRules,
  survivor: AnyRecord,
  merged: readonly AnyRecord[],
): Promise<void> {
  const drafts = merged.map((values, index) => ({ index, values, id: null, refusal: null }))
  const owners = await ownersOf(records, references, rules, drafts)
  for (const { values } of drafts)
    for (const key of rules.keys)
      for (const value of key.shared ? [] : key.of(values)) {
        if (owners.isInherited(key, value)) continue
        const owner = key.of(survivor).includes(value) ? survivor.id : owners.of(key, value)
        if (owner === undefined || owner === values.id || (owner === survivor.id && !key.of(survivor).includes(value))) continue
        const message = `Another record of ${rules.object} has this ${key.field} by now`
        throw new CrmError('already_exists', message, { existing_id: owner, errors: [{ path: '', code: 'taken', message }] })
      }
}

/** What finds a merged record finds the survivor: its primary e-mail or domain is a secondary one there. */
export function withOwnKeys(rules: SetRules, record: AnyRecord): AnyRecord {
  return { ...record, ...rules.asSecondaryValues?.(record) }
}

/** Whether the survivor gets another primary address, number or domain, so that it keeps the former one as a secondary one. */
export function isReplaced({ keys }: SetRules, survivor: AnyRecord, chosen: Partial<AnyRecord>): boolean {
  const first = ['phone', ...keys.flatMap(({ provider, field }) => (provider === undefined ? [] : [field]))]
  return first.some((name) => chosen[name] !== undefined && chosen[name] !== survivor[name])
}

/**
 * The first values of keys that the survivor gives back with the records that had them: it has made one of theirs its first since, and its next
 * own one is the first again.
 */
export function givenBack({ keys }: SetRules, survivor: AnyRecord, merged: readonly AnyRecord[]): Row {
  return Object.fromEntries(
    keys.flatMap(({ provider, field, of }) => {
      const theirs = new Set(merged.flatMap((each) => of(each)))
      if (provider === undefined || !theirs.has(String(survivor[field]))) return []
      return [[field, of({ ...survivor, [field]: null }).find((value) => !theirs.has(value)) ?? null]]
    }),
  )
}
