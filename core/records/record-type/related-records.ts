import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import { naming, type Naming } from '../../kernel/storage/records/naming.ts'
import type { Figure, Relation } from './relation.ts'
import { Count, Nullable } from '../../kernel/operation/schema/schema.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { valuesOf } from '../../kernel/values/objects.ts'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'

/** So many records are shown beside one record at most, the newest: more are a list with a filter. */
const MOST = 50

interface Others<F extends Fields, S extends TSchema> {
  readonly entity: EntityTable<F>
  /** As what they are shown, in prose: `The company`. */
  readonly title: string
  readonly record: S
  /** Shows a record as `record` says. */
  readonly present: (record: RecordOf<F>, now: Date, today?: string) => Static<S>
}

const Shown = (description?: string) => Type.Object({}, { additionalProperties: true, ...(description && { description }) })

/** The record that the field `field` names. */
export function one<F extends Fields, S extends TSchema>(
  field: string,
  { entity, title, present }: Others<F, S>,
): Relation<Static<S> | null> {
  return {
    schema: Nullable(Shown(title)),
    async load(records, of) {
      const named = of.map((each) => valuesOf(each)[field])
      const found = await records.findBy(entity, 'id', named)
      const byId = new Map(found.map((each) => [valuesOf(each).id, present(each, records.unit.now, records.unit.today)]))
      return named.map((id) => byId.get(id) ?? null)
    },
  }
}

/** The records that name this one, by a field or by more than that, newest first. */
export function many<F extends Fields, S extends TSchema>(
  by: string | Naming,
  { entity, title, present }: Others<F, S>,
): Relation<Static<S>[]> {
  return {
    schema: Type.Array(Shown(), { description: `${title}, the newest ${MOST}` }),
    async load(records, of) {
      const ids = idsOf(of)
      const found = Map.groupBy(await newestOf(records, entity, by, ids), ({ of }) => of)
      return ids.map((id) => (found.get(id) ?? []).map(({ record }) => present(record, records.unit.now, records.unit.today)))
    },
  }
}

/** The number of records whose field `field` names this one. */
export function count(
  field: string,
  entity: EntityTable,
  { title, where }: { title: string; where?: Expression<SqlBool> },
): Figure<number> {
  return {
    none: 0,
    schema: Count(`${title}; not in lists and events`),
    async load(records, of) {
      const ids = idsOf(of)
      const counting = (query: RowQuery) => {
        const live = 'deleted_at' in entity.fields ? query.where('deleted_at', 'is', null) : query
        return (where ? live.where(where) : live).select(sql`count(*)`.as('number'))
      }
      // One record is the case of every single read, whose query is made once.
      if (ids.length === 1) {
        const name = `${title}: number of ${entity.table} by ${field}`
        const [found] = await records.rows<{ readonly number: unknown }>(name, ids, (db, id) =>
          counting(db.selectFrom(entity.table).where(field, '=', id)),
        )
        return [Number(found?.number ?? 0)]
      }
      const named = records.db.selectFrom(entity.table).where(records.anyOf(entity, field, ids))
      const rows = await counting(named.select(field)).groupBy(field).execute()
      const numbers = new Map(rows.map(({ number, ...row }: Row) => [row[field], Number(number)]))
      return ids.map((id) => numbers.get(id) ?? 0)
    },
  }
}

/** One look-up that several figures of the same records are read from: it is asked once. */
export function shared<T>(look: (records: Records, ids: readonly unknown[]) => Promise<T[]>): Relation<T>['load'] {
  const asked = new WeakMap<readonly object[], Promise<T[]>>()
  return (records, of) => {
    const found = asked.get(of) ?? look(records, idsOf(of))
    asked.set(of, found)
    return found
  }
}

const idsOf = (of: readonly object[]) => of.map((each) => valuesOf(each).id)

async function newestOf<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  by: string | Naming,
  ids: unknown[],
): Promise<{ readonly of: unknown; readonly record: RecordOf<F> }[]> {
  if (ids.length === 0) return []
  const rank = sql<number>`row_number() over (partition by ${sql.ref('naming.of')} order by created_at desc, id desc)`
  const ranked = naming(records, entity, by, ids).selectAll().select(rank.as('rank')).where('deleted_at', 'is', null)
  const rows = await records.db.selectFrom(ranked.as('ranked')).selectAll().where('rank', '<=', MOST).orderBy('rank').execute()
  const codec = records.codec(entity)
  return rows.map(({ of, ...row }) => ({ of, record: codec.fromRow(row) }))
}
