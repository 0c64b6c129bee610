import { sql, type SqlBool } from 'kysely'
import { User } from '../access/entity.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { ChangeRecord } from '../../kernel/storage/change-record.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import { ExternalReference } from '../../kernel/storage/external-id.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { allIdsOf } from '../../records/record-type/merged-ids.ts'
import { wordsOf } from '../../kernel/storage/text-entry.ts'
import { printedForms } from '../../kernel/values/phone.ts'
import type { PeopleType } from './people.ts'

/** The ids and words by which a person is recognized in the rows of all tables. */
export interface Person {
  /** The record of the person and those that were merged into it. */
  readonly ids: readonly string[]
  /** Values that mean only this person wherever they stand: addresses, numbers, profiles. */
  readonly strong: readonly string[]
  /** Full names: they mean the person unless the row identifies a namesake. */
  readonly names: readonly string[]
  /** Words that mean the person only in rows about them: a first name, a street, a custom value. */
  readonly weak: readonly string[]
  /** Addresses of teammates, of whom the person may be one: what a teammate created and owns stays theirs. */
  readonly teammate: readonly string[]
  /** Addresses and numbers of other people with the same full name, their ids, and those of their records. */
  readonly namesakes: readonly string[]
}

// A name that more people have identifies nobody: it is treated like a first name.
const MOST_NAMESAKES = 1000
const MOST_RECORDS = 5000

/** The person with this id, deleted or not, with all values that their records ever had; throws `not_found`. */
export async function personOf(
  { whole }: Records,
  entities: readonly EntityTable[],
  people: readonly PeopleType[],
  id: string,
): Promise<Person> {
  const found = await recordOf(whole, people, id)
  if (!found) throw new CrmError('not_found', `No ${people[0]?.singular ?? 'person'} has the id ${id}`)
  const { type, record } = found
  const { impersonal, identifying: strongFields, name, nameParts } = type.person
  const codec = whole.codec(type.entity)
  const ids = allIdsOf(record)
  const rows = await whole.db.selectFrom(type.entity.table).selectAll().where('id', 'in', ids).execute()
  const changes = await whole.columns(ChangeRecord, ['changes'], (query) => query.where('record_id', 'in', ids))
  const known: readonly Row[] = rows.map((row) => codec.fromRow(row))
  const all: readonly Row[] = [...known, ...changes.map((each) => each.changes)]
  const [strong, named, weak] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const kindOf = (field: string) => (field === name ? named : strongFields.includes(field) ? strong : weak)
  for (const row of all)
    for (const [field, value] of Object.entries(row))
      if (!impersonal.includes(field)) for (const each of stringsIn(value)) kindOf(field).add(each)
  for (const row of rows)
    named.add(
      nameParts
        .map((part) => row[part])
        .filter(Boolean)
        .join(' '),
    )
  const full = [...named].filter(isIdentifying)
  const others = await namesakesOf(whole, entities, type, full, ids)
  const names = others ? full : []
  const users: readonly Row[] = await whole.db.selectFrom(User.table).select('email').execute()
  const had = new Set(known.flatMap((each) => strongIn(type, each)))
  const past = [...strong].filter((each) => !had.has(each) && isIdentifying(each))
  for (const each of await othersWith(whole, type, past, ids)) if (!had.has(each)) strong.delete(each)
  const identifying = [...strong, ...[...strong].flatMap(printedForms)].filter(isIdentifying)
  const rest = [...strong, ...named, ...weak].filter((each) => !identifying.includes(each) && !names.includes(each))
  return {
    ids,
    teammate: users.map(({ email }) => String(email).toLowerCase()),
    strong: variants(identifying),
    names: variants(names),
    weak: variants(rest.filter((each) => each.trim().length >= 2)),
    namesakes: (others ?? []).filter((each) => !identifying.includes(each)),
  }
}

// The record of this id, and its type.
async function recordOf(whole: Records, people: readonly PeopleType[], id: string): Promise<{ type: PeopleType; record: Row } | undefined> {
  for (const type of people) {
    const [row] = await whole.db.selectFrom(type.entity.table).selectAll().where('id', '=', id).execute()
    if (row) return { type, record: whole.codec(type.entity).fromRow(row) }
  }
  return undefined
}

/** Addresses and numbers of other people that have one of these now, such as a record that was merged with the person and separated again. */
async function othersWith(whole: Records, type: PeopleType, words: readonly string[], ids: readonly string[]): Promise<string[]> {
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

function strongIn({ person }: PeopleType, record: Row): string[] {
  return person.identifying.flatMap((field) => stringsIn(record[field]))
}

/** What identifies other contacts with these names, including deleted ones; undefined if there are too many. */
async function namesakesOf(
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

// Labels and providers identify nobody, and neither do times and booleans.
function stringsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return key === 'label' || key === 'provider' || /^\d{4}-\d\d-\d\dT|^true$|^false$/.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each, key))
  if (value === null || typeof value !== 'object' || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, each]) => stringsIn(each, name))
}

// As texts contain them: literally, inside of JSON, and as words of the full-text index. The longest first, so that no part of a longer one
// remains.
function variants(texts: readonly string[]): string[] {
  const all = texts.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), wordsOf(each).join(' ')])
  return [...new Set(all.filter(Boolean))].toSorted((a, b) => b.length - a.length)
}

// A single word is the name of many people, or a word of the engine; a short number is part of other numbers.
const isIdentifying = (each: string) =>
  (each.trim().length >= 5 && /[@/]|\S\s+\S/.test(each.trim())) || (each.match(/\d/g)?.length ?? 0) >= 7
