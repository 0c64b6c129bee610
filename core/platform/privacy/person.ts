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

/** What identifies a person in the rows of all tables. */
export interface Person {
  /** Ids of the contact and of those that were merged into it. */
  readonly ids: readonly string[]
  /** Primary e-mail of the contact. */
  readonly email: string | null
  /** Texts that mean only this person: addresses, numbers, profiles. */
  readonly strong: readonly string[]
  /** Full names: they mean the person unless the row identifies a namesake. */
  readonly names: readonly string[]
  /** Texts that mean the person only in rows about them: a first name, a street, a custom value. */
  readonly weak: readonly string[]
  /** E-mails of teammates; the person may be one, and stays creator and owner of records. */
  readonly teammate: readonly string[]
  /** What identifies other contacts with the same full name: addresses, numbers, their ids and those of their records. */
  readonly namesakes: readonly string[]
}

// Fields whose values many contacts share, or that hold no data of the person.
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
// A full name that more contacts than these have identifies nobody, and is treated like a first name.
const MOST_NAMESAKES = 1000
const MOST_RECORDS = 5000
// Fields by which records refer to their contact.
const ofContact = ['lead_id', 'primary_lead_id', 'contact_id']

/** The person of a contact, also of a deleted one, with all current and former names, addresses and numbers; throws `not_found`. */
export async function personOf({ whole }: Records, entities: readonly EntityTable[], id: string): Promise<Person> {
  const codec = whole.codec(Contact)
  const [first] = await whole.db.selectFrom(Contact.table).selectAll().where('id', '=', id).execute()
  if (!first) throw new CrmError('not_found', `No contact has the id ${id}`)
  const contact = codec.fromRow(first)
  const ids = [contact.id, ...contact.merged_ids]
  const rows = await whole.db.selectFrom(Contact.table).selectAll().where('id', 'in', ids).execute()
  const history = await whole.db.selectFrom(ChangeRecord.table).selectAll().where('record_id', 'in', ids).execute()
  const changes = history.map((row) => whole.codec(ChangeRecord).fromRow(row)['changes'] as Row)
  const known = rows.map((row) => codec.fromRow(row))
  const all = [...known, ...changes]
  const [strong, named, weak] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const kindOf = (field: string) => (field === 'name' ? named : strongFields.has(field) ? strong : weak)
  for (const row of all)
    for (const [field, value] of Object.entries(row))
      if (!impersonal.has(field)) for (const each of stringsIn(value)) kindOf(field).add(each)
  for (const row of rows) named.add([row['first_name'], row['last_name']].filter(Boolean).join(' '))
  const full = [...named].filter(isIdentifying)
  const others = await namesakesOf(whole, entities, full, ids)
  const names = others ? full : []
  const users: readonly Row[] = await whole.db.selectFrom(User.table).select('email').execute()
  const had = new Set(known.flatMap(strongIn))
  const past = [...strong].filter((each) => !had.has(each) && isIdentifying(each))
  for (const each of await othersWith(whole, past, ids)) if (!had.has(each)) strong.delete(each)
  const identifying = [...strong, ...[...strong].flatMap(printedForms)].filter(isIdentifying)
  const rest = [...strong, ...named, ...weak].filter((each) => !identifying.includes(each) && !names.includes(each))
  return {
    ids,
    teammate: users.map(({ email }) => String(email).toLowerCase()),
    email: contact.primary_email,
    strong: variants(identifying),
    names: variants(names),
    weak: variants(rest.filter((each) => each.trim().length >= 2)),
    namesakes: (others ?? []).filter((each) => !identifying.includes(each)),
  }
}

/** Addresses and numbers of other contacts that now have one of these, for example after the undo of a merge. */
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

/** What identifies other contacts with these names, including deleted ones; undefined if there are too many. */
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
  const texts = known.flatMap(strongIn)
  return [
    ...new Set([...own, ...(await recordsOf(whole, entities, own)), ...texts.filter(isIdentifying).map((each) => each.toLowerCase())]),
  ]
}

/** Ids of the records of these contacts: deals, tasks, quotes, also those of plugins. */
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

// Whether a text identifies one person: many people share a single word, and other numbers contain a short one.
const isIdentifying = (each: string) =>
  (each.trim().length >= 5 && /[@/]|\S\s+\S/.test(each.trim())) || (each.match(/\d/g)?.length ?? 0) >= 7
