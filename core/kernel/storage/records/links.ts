import { invalid } from '../../operation/errors.ts'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import { valuesOf } from '../../values/objects.ts'
import { distinctInTurns } from '../../values/turns.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Records } from './records.ts'
import { survivorsOf } from './references.ts'
import { inParts } from '../writing/chunks.ts'

/**
 * The values with ids of live records of the organization in these fields: for a record that was merged that of its survivor, so that
 * whoever has kept the id can go on. What a `known` record has already may stay, though it was deleted meanwhile. Throws `invalid_input`
 * naming the first that means no record.
 */
export async function linked<V extends object>(
  records: Records,
  values: V,
  links: Readonly<Record<string, EntityTable>>,
  { known = {}, path = '' }: { readonly known?: object; readonly path?: string } = {},
): Promise<V> {
  const survivors: Row = {}
  for (const [field, entity] of Object.entries(links)) {
    const id = valuesOf(values)[field]
    if (id === undefined || id === null || id === valuesOf(known)[field]) continue
    await records.locks.keep(entity.table, [id])
    if (await records.has(entity, String(id))) continue
    const survivor = (await liveSurvivors(records, entity, [String(id)])).get(String(id))
    if (!survivor) throw invalid(`${path}/${field}`, 'unknown_record', `There is no record of ${entity.table} with the id ${String(id)}`)
    survivors[field] = survivor['id']
  }
  return { ...values, ...survivors }
}

/** The live records that have taken in those with these ids, by each as it was given. */
export async function liveSurvivors<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  ids: readonly string[],
): Promise<Map<string, RecordOf<F>>> {
  const survivors = await survivorsOf(records, entity, ids)
  const live = await records.findBy(entity, 'id', new Set(survivors.values()))
  const byId = new Map(live.map((each) => [String(each['id']), each]))
  return new Map(
    [...survivors].flatMap(([id, survivor]) => {
      const record = byId.get(survivor)
      return record ? [[id, record] as const] : []
    }),
  )
}

/**
 * Ids of the live records that have taken in one with such a value, by value: the number by which another system knows a merged record
 * goes on finding it. Looked up in the records that were merged, so that an undo needs no write.
 */
export async function survivorIdsByKey(
  records: Records,
  entity: EntityTable,
  column: string,
  values: Iterable<string>,
): Promise<Map<string, string>> {
  const distinct = [...(await distinctInTurns(values))]
  if (distinct.length === 0 || !('merged_ids' in entity.fields)) return new Map()
  const gone = records.db.selectFrom(entity.table).select(['id', column]).where('deleted_at', 'is not', null)
  const rows: readonly Row[] = await inParts(distinct, (part) =>
    gone
      .where(records.anyOf(entity, column, part))
      .orderBy('id', 'desc')
      .execute(),
  )
  const survivors = await liveSurvivors(
    records,
    entity,
    rows.map(({ id }) => String(id)),
  )
  return new Map(
    rows.flatMap(({ id, [column]: value }) => {
      const survivor = survivors.get(String(id))
      return survivor ? [[String(value), String(survivor['id'])] as const] : []
    }),
  )
}
