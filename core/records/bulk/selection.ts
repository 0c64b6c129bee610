import { Type } from '@sinclair/typebox'
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

/** The field that says how many records there are, and leaves them as they are. */
export const dryRun = Type.Optional(Type.Boolean({ description: 'Answer how many records are selected, and change none' }))

/** Which records a bulk change is about: these, or all that a filter finds. */
export interface Selection {
  /** The records with these ids. */
  readonly ids?: readonly string[] | undefined
  /** All records that it finds. */
  readonly filter?: Filter | undefined
}

/**
 * Throws `invalid_input` unless exactly one of ids and filter is given (`required` at `/ids`), and a filter without a condition (`required` at
 * `/filter`): to select nothing must not select all.
 */
export function checkSelection({ ids, filter }: { readonly ids?: readonly string[] | undefined; readonly filter?: unknown }): void {
  if ((ids === undefined) === (filter === undefined)) throw invalid('/ids', 'required', 'Give ids or a filter, and not both')
  if (filter !== undefined && !hasCondition(filter)) {
    const all = 'if all records are meant, {field: "id", op: "is_set"}'
    throw invalid('/filter', 'required', `This filter has no condition: name one such as {field, op, value}; ${all}`)
  }
}

/** The next of these ids after one, each once and in their order: what a job does with so many in parts. */
export function nextOfIds(ids: readonly string[], after: string | null, limit: number): string[] {
  const left = [...new Set(ids)].filter((id) => after === null || id > after)
  return left.toSorted().slice(0, limit)
}

// What is no filter at all is refused with its place when it is parsed.
function hasCondition(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return true
  // A part without a condition holds for all records or for none, and may turn the whole into that.
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : undefined
  if (Array.isArray(parts)) return parts.length > 0 && parts.every(hasCondition)
  if ('not' in filter) return hasCondition(filter.not)
  return Object.keys(filter).length > 0
}

/** Asks before a model changes more than this many records at once. */
const UNASKED = 20

/** What a person is asked before a model changes all of a selection; `what` says how, such as `Change`. */
export async function askOfMany(
  what: string,
  { ids, dry_run }: Readonly<Record<string, unknown>>,
  preview: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<string | undefined> {
  if ((dry_run !== undefined && dry_run !== false) || (Array.isArray(ids) && ids.length <= UNASKED)) return undefined
  const matched = Number((await preview()).matched)
  return matched > UNASKED ? `${what} ${matched} records?` : undefined
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

/** Ids of the next of the selected records, in their order. */
export async function nextIdsOfSelection(
  records: Records,
  of: Searchable,
  selection: Selection,
  after: string | null,
  limit: number,
): Promise<string[]> {
  let query = selecting(records, await withProperties(records, of, selection.filter), selection).select('id')
  if (after !== null) query = query.where('id', '>', after)
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => String(id))
}

/** Those of these records that are selected still, in the order of their ids, locked until the unit of work ends. */
export async function lockSelected<F extends AnyFields>(
  records: Records,
  of: Searchable & { readonly entity: EntityTable<F> },
  { filter }: Selection,
  ids: readonly string[],
): Promise<RecordOf<F>[]> {
  const found = await records.findBy(of.entity, 'id', ids, { lock: true })
  const rows = await records
    .byIds(of.entity, ids)
    .select('id')
    .where('deleted_at', 'is', null)
    .where(conditionOf(records, await withProperties(records, of, filter), { filter }))
    .execute()
  const selected = new Set(rows.map(({ id }) => id))
  return sorted(found.filter(({ id }) => selected.has(id)))
}

/** The next of the selected records in the order of their ids, locked until the unit of work ends. */
export async function nextOfSelection<F extends AnyFields>(
  records: Records,
  of: Searchable & { readonly entity: EntityTable<F> },
  selection: Selection,
  after: string | null,
  limit: number,
): Promise<RecordOf<F>[]> {
  const ids = await nextIdsOfSelection(records, of, selection, after, limit)
  return sorted(await records.findBy(of.entity, 'id', ids, { lock: true }))
}

const sorted = <T extends { readonly id: unknown }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))

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
