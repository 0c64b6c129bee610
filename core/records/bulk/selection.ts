import { sql } from 'kysely'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Filter } from '../search/grammar/condition.ts'
import { withProperties } from '../search/grammar/defined.ts'
import { conditionOf } from '../search/page.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import type { AnyFields, EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { survivorsOf } from '../../kernel/storage/records/references.ts'

/** Which records a bulk change is about: these, or all that a filter finds. */
export interface Selection {
  readonly ids?: readonly string[] | undefined
  readonly filter?: Filter | undefined
}

/** Throws `invalid_input` (`required` at `/ids`) unless exactly one of ids and filter is given: to select nothing must not select all. */
export function checkSelection({ ids, filter }: Selection): void {
  if ((ids === undefined) === (filter === undefined)) throw invalid('/ids', 'required', 'Give ids or a filter, and not both')
}

/** The selection with survivors in the place of merged records, as a change of one record means them; a delete of one does not. */
export async function meaningSurvivors<S extends Selection>(records: Records, { entity }: Searchable, selection: S): Promise<S> {
  if (!selection.ids) return selection
  const survivors = await survivorsOf(records, entity, selection.ids)
  return { ...selection, ids: selection.ids.map((id) => survivors.get(id) ?? id) }
}

/** How many live records are selected. */
export async function countOfSelection(records: Records, of: Searchable, selection: Selection): Promise<number> {
  const row = await selecting(records, await withProperties(records, of, selection.filter), selection)
    .select(sql<number>`count(*)`.as('number'))
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}

/** The next of the selected records in the order of their ids, locked until the unit of work ends. */
export async function nextOfSelection<F extends AnyFields>(
  records: Records,
  of: Searchable & { readonly entity: EntityTable<F> },
  selection: Selection,
  after: string | null,
  limit: number,
): Promise<RecordOf<F>[]> {
  let query = selecting(records, await withProperties(records, of, selection.filter), selection).select('id')
  if (after !== null) query = query.where('id', '>', after)
  const ids = (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
  const found = await records.findBy(of.entity, 'id', ids, { lock: true })
  return found.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
}

function selecting(records: Records, of: Searchable, { ids, filter }: Selection) {
  if (ids)
    return records
      .byIds(
        of.entity,
        ids.map((each) => each.toLowerCase()),
      )
      .where('deleted_at', 'is', null)
  return records.db
    .selectFrom(of.entity.table)
    .where('deleted_at', 'is', null)
    .where(conditionOf(records, of, { filter }))
}
