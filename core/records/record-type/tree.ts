import type { Records } from '../../kernel/storage/records/records.ts'
import { type AnyFields, type EntityTable } from '../../kernel/storage/schema/entity.ts'

/** The field by which records of one type belong to one another: of a company that of its parent. */
export interface Tree {
  readonly entity: EntityTable<AnyFields>
  readonly field: string
}

/** Parents by id, as far as they are known. */
export type Parents = Map<string, string | null>

/** The name under which a tree is changed (`NamedLocks`): by one unit of work at a time, because a circle has more than one link. */
export const treeName = ({ entity, field }: Tree) => `${entity.table}.${field}`

/**
 * The parents of these records and of all above them, in one look-up for each level. Deleted records and those that nobody sees are among
 * them: they may come back.
 */
export async function parentsAbove(records: Records, { entity, field }: Tree, ids: Iterable<string>): Promise<Parents> {
  const parents: Parents = new Map()
  let level = new Set(ids)
  while (level.size > 0) {
    const rows = await records.whole.columnsOf(entity, ['id', field], level)
    for (const id of level) parents.set(id, null)
    for (const row of rows) parents.set(String(row.id), idIn(row[field]))
    const above = rows.flatMap((row) => idIn(row[field]) ?? [])
    level = new Set(above.filter((id) => !parents.has(id)))
  }
  return parents
}

/** The ids on the way up from a record, which is the first; each once. */
export function wayUp(parents: Parents, id: string | null | undefined): readonly string[] {
  const passed = new Set<string>()
  for (let at = id ?? null; at !== null && !passed.has(at); at = parents.get(at) ?? null) passed.add(at)
  return [...passed]
}

/** Whether one of these records is above itself. */
export function isCircle(parents: Parents, ids: Iterable<string>): boolean {
  return [...ids].some((id) => wayUp(parents, parents.get(id)).includes(id))
}

const idIn = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)
