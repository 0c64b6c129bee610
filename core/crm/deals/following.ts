import { Hook } from '../../kernel/operation/hook.ts'
import type { CrmError } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Draft, SetSideEffects } from '../../records/record-type/set-rules.ts'
import { refusalOf } from '../../records/bulk/read.ts'
import type { Deal } from './entity.ts'
import type { DealValues } from './input.ts'

/** A change of a known deal that a caller asks for. */
export interface DealChange {
  readonly deal: Deal
  readonly values: DealValues
}

/** What follows from changes of deals. */
export interface DealFollowing {
  /** For each change, in their order: values that the deal gets besides, or why it cannot be changed so; undefined where nothing follows. */
  readonly results: readonly (DealValues | CrmError | undefined)[]
  /** Writes what else follows for these deals, as they are about to be written. */
  write(deals: readonly Deal[]): Promise<void>
}

/** Judges changes that callers make, one or a set, before they are written. Merges and records of other systems are none of them. */
export type DealFollower = (records: Records, changes: readonly DealChange[]) => Promise<DealFollowing>

/** Where other features let something follow from changes of deals, such as the prices of their lines. */
export const dealsFollowed = new Hook<DealFollower>('changes of deals')

/** Everything that follows from these changes; throws what keeps the only one from being made. */
export async function followOne(followers: readonly DealFollower[], records: Records, change: DealChange) {
  const following = await Promise.all(followers.map((follow) => follow(records, [change])))
  const values: DealValues = {}
  for (const { results } of following) {
    const [result] = results
    if (result instanceof Error) throw result
    Object.assign(values, result)
  }
  return {
    values,
    write: async (deal: Deal) => {
      for (const each of following) await each.write([deal])
    },
  }
}

/** The same for known deals of a set: completes their drafts, and refuses those that cannot be changed so. */
export async function followSet(
  followers: readonly DealFollower[],
  records: Records,
  changes: readonly { readonly before: Deal; readonly draft: Draft<typeof Deal.fields> }[],
): Promise<SetSideEffects<typeof Deal.fields>> {
  const live = changes.filter(({ draft }) => !draft.refusal)
  const asked = live.map(({ before, draft }) => ({ deal: before, values: draft.values }))
  const following: DealFollowing[] = []
  for (const follow of followers) following.push(await follow(records, asked))
  for (const { results } of following)
    live.forEach(({ draft }, at) => {
      const result = results[at]
      if (result instanceof Error) draft.refusal ??= refusalOf(result)
      else if (result) draft.values = { ...draft.values, ...result }
    })
  return {
    write: async (deals) => {
      for (const each of following) await each.write(deals)
    },
  }
}
