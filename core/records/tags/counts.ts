import { sql, type SqlBool } from 'kysely'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { tagKey } from '../../kernel/values/tags.ts'
import type { Tagged } from './objects.ts'

/** A tag as records have it: how it is spelled, and how many of each object. */
export interface UsedTag {
  readonly name: string
  readonly counts: Readonly<Record<string, number>>
}

/** All tags that live records have, by key; of several spellings the one that most have. */
export async function usedTags(records: Records, objects: readonly Tagged[]): Promise<Map<string, UsedTag>> {
  const used = new Map<string, { name: string; most: number; counts: Record<string, number> }>()
  for (const { object } of objects)
    for (const { name, number: counted } of await countsOf(records, object)) {
      const number = Number(counted)
      const known = used.get(tagKey(name)) ?? { name, most: 0, counts: {} }
      known.counts[object] = (known.counts[object] ?? 0) + number
      used.set(tagKey(name), number > known.most ? { ...known, name, most: number } : known)
    }
  return used
}

async function countsOf(records: Records, table: string): Promise<readonly { readonly name: string; readonly number: number }[]> {
  const tags = sql.ref(`${table}.tags`)
  const items =
    records.dialect === 'postgresql'
      ? sql<Row>`jsonb_array_elements_text(${tags})`.as<'item'>(sql`item(value)`)
      : sql<Row>`json_each(${tags})`.as<'item'>(sql`item`)
  const value = sql<string>`item.value`
  const from: string = table
  return await records.db
    .selectFrom(from)
    .innerJoin(items, (on) => on.onTrue())
    .select([value.as('name'), sql<number>`count(*)`.as('number')])
    .where(sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`)
    .groupBy(value)
    .orderBy(value)
    .execute()
}
