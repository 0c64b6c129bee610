import { sql, type SqlBool } from 'kysely'
import { User } from '../access/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { emails } from '../../crm/contacts/values.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { ChangeRecord } from '../../kernel/storage/change-record.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import { ExternalReference } from '../../kernel/storage/external-id.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { wordsOf } from '../../kernel/storage/text-entry.ts'
import { printedForms } from '../../kernel/values/phone.ts'

/** By what a person is known in the rows of all tables. */
export interface Person {
  /** Of the contact and of those that were merged into it. */
  readonly ids: readonly string[]
  readonly email: string | null
  /** What means nobody else wherever it stands: addresses, numbers, profiles. */
  readonly strong: readonly string[]
  /** Full names: they mean the person wherever nothing says that a namesake is meant. */
  readonly names: readonly string[]
  /** What means the person only in rows that tell of them: a first name, a street, a custom value. */
  readonly weak: readonly string[]
  /** Addresses by which the engine knows teammates, the person may be one: what a teammate made and owns stays theirs. */
  readonly teammate: readonly string[]
  /** By what other contacts of the same full name are known: addresses and numbers, their ids and those of the records that are theirs. */
  readonly namesakes: readonly string[]
}

// What these say is true of many, or is no word of the person.
const impersonal = new Set([
  'id',
  'user_from',
  'created_by',
  'created_via',
  'created_in',
  'assigned_to',
  'company_id',
  'sales_cycle_id',
  'merged_ids',
  'stage_history',
  'country',
  'language',
  'timezone',
  'lifecycle_stage',
  'lead_status',
  'pipeline_stage',
  'linkedin_connection_status',
  'tags',
  'company',
  'consents',
  'organization_industry',
  'primary_source',
  'last_source',
  'utm',
  'seniority',
  'title',
])
const strongFields = new Set(['primary_email', 'emails', 'phone', 'phone_raw', 'phones', 'linkedin_url'])
// A name that more contacts have than these says of nobody who is meant: it is taken like a first name.
const MOST_NAMESAKES = 1000
const MOST_RECORDS = 5000
// By what records name their contact.
const ofContact = ['lead_id', 'primary_lead_id', 'contact_id']

/** The person behind a contact, deleted or not, with all that they were ever called; throws `not_found`. */
export async function personOf({ whole }: Records, entities: readonly EntityTable[], id: string): Promise<Person> {
  const codec = whole.codec(Contact)
  const [first] = await whole.db.selectFrom(Contact.table).selectAll().where('id', '=', id).execute()
  if (!first) throw new CrmError('not_found', `No contacts with the id ${id}`)
  const contact = codec.fromRow(first)
  const ids = [contact.id, ...contact.merged_ids]
  const rows = await whole.db.selectFrom(Contact.table).selectAll().where('id', 'in', ids).execute()
  const told = await whole.db.selectFrom(ChangeRecord.table).selectAll().where('record_id', 'in', ids).execute()
  const changes = told.map((row) => whole.codec(ChangeRecord).fromRow(row)['changes'] as Row)
  const known = rows.map((row) => codec.fromRow(row))
  const all = [...known, ...changes]
  const [strong, named, weak] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const kindOf = (field: string) => (field === 'name' ? named : strongFields.has(field) ? strong : weak)
  for (const row of all)
    for (const [field, value] of Object.entries(row))
      if (!impersonal.has(field)) for (const each of stringsIn(value)) kindOf(field).add(each)
  for (const row of rows) named.add([row['first_name'], row['last_name']].filter(Boolean).join(' '))
  const full = [...named].filter(isTelling)
  const others = await namesakesOf(whole, entities, full, ids)
  const names = others ? full : []
  const users: readonly Row[] = await whole.db.selectFrom(User.table).select('email').execute()
  const had = new Set(known.flatMap(strongIn))
  const past = [...strong].filter((each) => !had.has(each) && isTelling(each))
  for (const each of await othersWith(whole, past, ids)) if (!had.has(each)) strong.delete(each)
  const telling = [...strong, ...[...strong].flatMap(printedForms)].filter(isTelling)
  const rest = [...strong, ...named, ...weak].filter((each) => !telling.includes(each) && !names.includes(each))
  return {
    ids,
    teammate: users.map(({ email }) => String(email).toLowerCase()),
    email: contact.primary_email,
    strong: variants(telling),
    names: variants(names),
    weak: variants(rest.filter((each) => each.trim().length >= 2)),
    namesakes: (others ?? []).filter((each) => !telling.includes(each)),
  }
}

/** Addresses and numbers of other contacts that have one of these now, such as one that was merged with the person and is apart again. */
async function othersWith(whole: Records, words: readonly string[], ids: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const held = whole.db
    .selectFrom(ExternalReference.table)
    .select('record_id')
    .where('object', '=', 'contacts')
    .where('provider', '=', emails.provider)
    .where('external_id', 'in', words)
  const rows: readonly Row[] = await whole.db
    .selectFrom(Contact.table)
    .selectAll()
    .where('id', 'not in', ids)
    .where((eb) => eb.or([eb('primary_email', 'in', words), eb('phone', 'in', words), eb('id', 'in', held)]))
    .execute()
  return rows.flatMap((row) => strongIn(whole.codec(Contact).fromRow(row)))
}

function strongIn(contact: Row): string[] {
  return [...strongFields].flatMap((field) => stringsIn(contact[field]))
}

/** By what other contacts of these names are known, deleted ones too; undefined when they are too many to tell apart. */
async function namesakesOf(
  whole: Records,
  entities: readonly EntityTable[],
  names: readonly string[],
  ids: readonly string[],
): Promise<string[] | undefined> {
  if (names.length === 0) return []
  const folded = sql.join(names.flatMap((each) => [each, each.toLowerCase()]))
  const both = sql`trim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`
  const alike = [sql`name`, sql`lower(name)`, both, sql`lower(${both})`].map((each) => sql`${each} in (${folded})`)
  const rows: readonly Row[] = await whole.db
    .selectFrom(Contact.table)
    .selectAll()
    .where('id', 'not in', ids)
    .where(sql<SqlBool>`(${sql.join(alike, sql` or `)})`)
    .limit(MOST_NAMESAKES + 1)
    .execute()
  if (rows.length > MOST_NAMESAKES) return undefined
  const known = rows.map((row) => whole.codec(Contact).fromRow(row))
  const own = known.flatMap(({ id, merged_ids }) => [String(id), ...((merged_ids as readonly string[] | null) ?? [])])
  const said = known.flatMap(strongIn)
  return [...new Set([...own, ...(await recordsOf(whole, entities, own)), ...said.filter(isTelling).map((each) => each.toLowerCase())])]
}

/** Ids of the records that belong to these contacts: their deals, tasks, quotes, of plugins too. */
async function recordsOf(whole: Records, entities: readonly EntityTable[], contacts: readonly string[]): Promise<string[]> {
  if (contacts.length === 0) return []
  const found: string[] = []
  for (const { table, fields } of entities) {
    const links = ofContact.filter((name) => fields[name]?.kind === 'uuid')
    if (links.length === 0 || fields['id']?.kind !== 'uuid') continue
    const rows = await whole.db
      .selectFrom(table)
      .select('id')
      .where((eb) => eb.or(links.map((name) => eb(name, 'in', contacts))))
      .limit(MOST_RECORDS)
      .execute()
    found.push(...rows.map((row) => String(row['id'])))
  }
  return found.slice(0, MOST_RECORDS)
}

// Labels of addresses and numbers are nobody's, and times and ids are no words.
function stringsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return key === 'label' || key === 'provider' || /^\d{4}-\d\d-\d\dT|^true$|^false$/.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each, key))
  if (value === null || typeof value !== 'object' || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, each]) => stringsIn(each, name))
}

// As texts hold them: as they are, inside of JSON, and as the words of the index. The longest go first, so that none leaves a rest of
// another.
function variants(texts: readonly string[]): string[] {
  const all = texts.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), wordsOf(each).join(' ')])
  return [...new Set(all.filter(Boolean))].toSorted((a, b) => b.length - a.length)
}

// A single word is a name of many, or a word of the engine; a short number stands in other numbers.
const isTelling = (each: string) => (each.trim().length >= 5 && /[@/]|\S\s+\S/.test(each.trim())) || (each.match(/\d/g)?.length ?? 0) >= 7
