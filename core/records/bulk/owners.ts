import { ownersSet, unknownOwner } from '../../kernel/storage/writing/owner-check.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import { foldOwner, ME } from '../../kernel/values/owner.ts'
import type { Judged } from './custom.ts'

/** Refuses the records of a set that name an owner who is nobody, and no other record with them; in one look-up. */
export async function judgeOwners(records: Records, { fields }: EntityTable, targets: readonly Judged[]): Promise<void> {
  const found = await mapInTurns(targets, ({ before, drafts }) =>
    drafts.flatMap((draft) =>
      draft.refusal ? [] : ownersSet(fields, { before, record: draft.values }).map((owner) => ({ draft, owner })),
    ),
  )
  const given = found.flat()
  const unknown = await records.unknownOwners(given.flatMap(({ owner: [, address] }) => (foldOwner(address) === ME ? [] : [address])))
  for (const {
    draft,
    owner: [field, address],
  } of given)
    if (unknown.has(foldOwner(address))) draft.refusal ??= { reason: unknownOwner(address), code: 'unknown_user', field }
}
