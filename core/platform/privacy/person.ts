import { User } from '../access/entity.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { allIdsOf } from '../../records/record-type/merged-ids.ts'
import { printedForms } from '../../kernel/values/phone.ts'
import type { PeopleType } from './people.ts'
import { namesakesOf, othersWith, strongIn } from './namesakes.ts'
import { isIdentifying, stringsIn, variants } from './terms.ts'

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

/** Locks the records of a person, so that whoever writes them has committed by now, or finds them as they are after this unit of work. */
export async function lockPerson({ whole }: Records, people: readonly PeopleType[], id: string): Promise<void> {
  if (whole.dialect === 'sqlite') return
  const found = await recordOf(whole, people, id)
  if (!found) return
  const { type, record } = found
  await whole.db.selectFrom(type.entity.table).select('id').where('id', 'in', allIdsOf(record)).orderBy('id').forUpdate().execute()
}

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
