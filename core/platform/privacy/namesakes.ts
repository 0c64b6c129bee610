import type { Row } from '../../kernel/storage/codec.ts'
import { ExternalReference } from '../../kernel/storage/external-id.ts'
import { sql, type SqlBool } from 'kysely'
import { isIdentifying, stringsIn } from './terms.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { PeopleType } from './people.ts'
import { allIdsOf } from '../../records/record-type/merged-ids.ts'

// A name that more people have identifies nobody: it is treated like a first name.
const MOST_NAMESAKES = 1000
const MOST_RECORDS = 5000

/** Addresses and numbers of other people that have one of these now, such as a record that was merged with the person and separated again. */
export async function othersWith(whole: Records, type: PeopleType, words: readonly string[], ids: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const held = whole.db
    .selectFrom(ExternalReference.table)
    .select('record_id')
    .where('object', '=', type.plural)
    .where('provider', '=', type.person.emailKey)
    .where('external_id', 'in', words)
  const rows: readonly Row[] = await whole.db
    .selectFrom(type.entity.table)
    .selectAll()
    .where('id', 'not in', ids)
    .where((eb) => eb.or([...type.person.identifyingColumns.map((name) => eb(name, 'in', words)), eb('id', 'in', held)]))
    .execute()
  return rows.flatMap((row) => strongIn(type, whole.codec(type.entity).fromRow(row)))
}

/** The values by which a record identifies a person. */
export function strongIn({ person }: PeopleType, record: Row): string[] {
  return person.identifying.flatMap((field) => stringsIn(record[field]))
}

/** What identifies other contacts with these names, including deleted ones; undefined if there are too many. */
export async function namesakesOf(
  whole: Records,
  entities: readonly EntityTable[],
  type: PeopleType,
  names: readonly string[],
  ids: readonly string[],
): Promise<string[] | undefined> {
  if (names.length === 0) return []
  const folded = sql.join(names.flatMap((each) => [each, each.toLowerCase()]))
  const parts = type.person.nameParts.map((part) => sql`coalesce(${sql.ref(part)}, '')`)
  const both = sql`trim(${sql.join(parts, sql` || ' ' || `)})`
  const name = sql.ref(type.person.name)
  const alike = [name, sql`lower(${name})`, both, sql`lower(${both})`].map((each) => sql`${each} in (${folded})`)
  const rows: readonly Row[] = await whole.db
    .selectFrom(type.entity.table)
    .selectAll()
    .where('id', 'not in', ids)
    .where(sql<SqlBool>`(${sql.join(alike, sql` or `)})`)
    .limit(MOST_NAMESAKES + 1)
    .execute()
  if (rows.length > MOST_NAMESAKES) return undefined
  const known: readonly Row[] = rows.map((row) => whole.codec(type.entity).fromRow(row))
  const own = known.flatMap(allIdsOf)
  const texts = known.flatMap((each) => strongIn(type, each))
  return [
    ...new Set([
      ...own,
      ...(await recordsOf(whole, entities, type, own)),
      ...texts.filter(isIdentifying).map((each) => each.toLowerCase()),
    ]),
  ]
}

/** Ids of the records that belong to these people: their deals, tasks, quotes, and records of plugins. */
async function recordsOf(
  whole: Records,
  entities: readonly EntityTable[],
  { person }: PeopleType,
  people: readonly string[],
): Promise<string[]> {
  if (people.length === 0) return []
  const found: string[] = []
  for (const { table, fields } of entities) {
    const links = person.namedBy.filter((name) => fields[name]?.kind === 'uuid')
    if (links.length === 0 || fields['id']?.kind !== 'uuid') continue
    const rows = await whole.db
      .selectFrom(table)
      .select('id')
      .where((eb) => eb.or(links.map((name) => eb(name, 'in', people))))
      .limit(MOST_RECORDS)
      .execute()
    found.push(...rows.map(({ id }) => String(id)))
  }
  return found.slice(0, MOST_RECORDS)
}
