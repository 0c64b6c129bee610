import { CrmError } from '../../kernel/operation/errors.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { isCircle, parentsAbove, type Tree, wayUp } from '../record-type/tree.ts'

/** The tree that records of this type form; undefined where they form none. */
export function treeOf({ entity, parent: field }: SetRules): Tree | undefined {
  return field === undefined ? undefined : { entity, field }
}

/**
 * What the survivor of a merge belongs to: its parent, unless one of those that it has become is above it. Then it takes the place of the
 * highest of them, so that it never belongs to itself.
 */
export async function parentAfter(records: Records, tree: Tree, survivor: Row, merged: readonly string[]): Promise<string | null> {
  const parent = survivor[tree.field]
  if (typeof parent !== 'string') return null
  const parents = await parentsAbove(records, tree, [parent])
  const highest = wayUp(parents, parent).findLast((id) => merged.includes(id))
  return highest === undefined ? parent : (parents.get(highest) ?? null)
}

/** Throws `conflict` where one of these records, as they are written by now, belongs to itself. */
export async function refuseCircle(records: Records, tree: Tree, ids: readonly string[]): Promise<void> {
  if (isCircle(await parentsAbove(records, tree, ids), ids))
    throw new CrmError(
      'conflict',
      `Records of ${tree.entity.table} would belong to each other in a circle: change ${tree.field} of one first`,
    )
}
