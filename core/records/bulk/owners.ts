import { ownersSet, unknownOwner } from '../../kernel/storage/writing/owner-check.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { eachInTurns, mapInTurns } from '../../kernel/values/turns.ts'
import { foldOwner, ME } from '../../kernel/values/owner.ts'
import { type TeammateFinder, teammateFinder } from '../../kernel/values/teammates.ts'
import type { Draft } from '../record-type/set-rules.ts'
import type { Judged } from './custom.ts'

type Owner = [field: string, address: string]

/** Resolves owners that are named as people do. Refuses the records of a set that name an owner who is nobody, and no other record with them; in one look-up. */
export async function judgeOwners(records: Records, { fields }: EntityTable, targets: readonly Judged[]): Promise<void> {
  const found = await mapInTurns(targets, ({ before, drafts }) =>
    drafts.flatMap((draft) =>
      draft.refusal
        ? []
        : ownersSet(fields, { before, record: draft.values }).map((owner): { draft: Draft; owner: Owner } => ({ draft, owner })),
    ),
  )
  const given = found.flat()
  const named = given.some(({ owner: [, address] }) => !address.includes('@') && foldOwner(address) !== ME)
  const teammates = named ? await records.teammates() : []
  // An organization that stores no teammates may name any.
  let finder = teammateFinder(teammates)
  if (teammates.length > 0) await eachInTurns(given, (each) => void (each.owner = [each.owner[0], meantBy(each, finder)]))
  const unknown = await records.unknownOwners(given.flatMap(({ owner: [, address] }) => (foldOwner(address) === ME ? [] : [address])))
  if (unknown.size > 0 && !named) finder = teammateFinder(await records.teammates())
  for (const {
    draft,
    owner: [field, address],
  } of given)
    if (unknown.has(foldOwner(address))) draft.refusal ??= { ...unknownOwner(address, finder, records.unit.actor), field }
}

// The address of the only teammate who is called so, which the draft has from then on; else what was given.
function meantBy({ draft, owner: [field, word] }: { readonly draft: Draft; readonly owner: Owner }, finder: TeammateFinder): string {
  const [address, ...others] = word.includes('@') ? [] : finder.meant(word)
  if (address === undefined || others.length > 0) return word
  draft.values = { ...draft.values, [field]: address }
  return address
}
