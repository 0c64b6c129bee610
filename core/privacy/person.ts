import { User } from '../access/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { CrmError } from '../kernel/errors.ts'
import { ChangeRecord } from '../storage/change-record.ts'
import type { Row } from '../storage/codec.ts'
import type { Records } from '../storage/records.ts'
import { wordsOf } from '../storage/text-entry.ts'

/** By what a person is known in the rows of all tables. */
export interface Person {
  /** Of the contact and of those that were merged into it. */
  readonly ids: readonly string[]
  readonly email: string | null
  /** What means nobody else wherever it stands: addresses, numbers, the full name. */
  readonly strong: readonly string[]
  /** What means the person only in rows that tell of them: a first name, a street, a custom value. */
  readonly weak: readonly string[]
  /** Addresses of theirs by which the engine knows a teammate: what a teammate made and owns stays theirs. */
  readonly teammate: readonly string[]
}

// What these say is true of many, or is no word of the person.
const impersonal = new Set([
  'id',
  'user_from',
  'created_by',
  'created_via',
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
const strongFields = new Set(['primary_email', 'emails', 'name', 'phone', 'phone_raw', 'phones', 'linkedin_url'])

/** The person behind a contact, deleted or not, with all that they were ever called; throws `not_found`. */
export async function personOf({ whole }: Records, id: string): Promise<Person> {
  const codec = whole.codec(Contact)
  const [first] = await whole.db.selectFrom(Contact.table).selectAll().where('id', '=', id).execute()
  if (!first) throw new CrmError('not_found', `No contacts with the id ${id}`)
  const contact = codec.fromRow(first) as unknown as Contact
  const ids = [contact.id, ...contact.merged_ids]
  const rows = await whole.db.selectFrom(Contact.table).selectAll().where('id', 'in', ids).execute()
  const told = await whole.db.selectFrom(ChangeRecord.table).selectAll().where('record_id', 'in', ids).execute()
  const changes = told.map((row) => whole.codec(ChangeRecord).fromRow(row)['changes'] as Row)
  const all = [...rows.map((row) => codec.fromRow(row) as Row), ...changes]
  const [strong, weak] = [new Set<string>(), new Set<string>()]
  for (const row of all)
    for (const [name, value] of Object.entries(row))
      if (!impersonal.has(name)) for (const each of stringsIn(value)) (strongFields.has(name) ? strong : weak).add(each)
  for (const each of rows.map((row) => [row['first_name'], row['last_name']].filter(Boolean).join(' ')))
    if (each.includes(' ')) strong.add(each)
  const users = await whole.findBy(
    User,
    'email',
    [...strong].map((each) => each.toLowerCase()),
  )
  return {
    ids,
    teammate: users.map(({ email }) => email.toLowerCase()),
    email: contact.primary_email,
    strong: variants([...strong].filter(isTelling)),
    weak: variants([...[...strong].filter((each) => !isTelling(each)), ...weak].filter((each) => each.trim().length >= 2)),
  }
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
