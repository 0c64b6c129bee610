import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { readingsOf } from '../../kernel/storage/schema/text-entry.ts'
import { matchingEntries, newestFirst } from '../../kernel/storage/records/text-match.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { toE164, typedForms } from '../../kernel/values/phone.ts'

/**
 * Identities that have no index of their own: the words of the records know them, telephone numbers in the forms in which people type them.
 */
export const written: Readonly<Record<string, { readonly column: string; isIn(record: Row, value: string): boolean }>> = {
  email: { column: 'email', isIn: ({ email }, value) => String(email ?? '').toLowerCase() === value },
  phone: {
    column: 'phone',
    isIn: ({ country, ...record }, value) => numbersOf(record).some((number) => isNumber(number, value, country)),
  },
}

/** Ids of the live records of one type in which this identity is written, the oldest first. */
export async function idsWritten(
  records: Records,
  { entity, object }: { readonly entity: EntityTable; readonly object: string },
  by: string,
  value: string,
  limit: number,
): Promise<string[]> {
  const identity = written[by]
  const readings = readingsOf(value)
  if (!identity || !(identity.column in entity.fields) || readings[0]?.length === 0) return []
  const query = { organization: records.unit.actor.organization, objects: [object], readings, prefix: false, titleOnly: false }
  const entries: readonly Row[] = await matchingEntries(records.db, records.dialect, query)
    .select('search_entries.record_id as id')
    .orderBy(newestFirst(records.dialect), 'desc')
    .limit(limit)
    .execute()
  const ids = entries.map(({ id }) => id)
  const found: readonly Row[] = await records.findBy(entity, 'id', ids)
  return found
    .filter((record) => identity.isIn(record, value))
    .map(({ id }) => String(id))
    .toSorted()
}

function numbersOf({ phone, phones }: Row): string[] {
  const others = Array.isArray(phones) ? phones.map((each) => String(membersOf(each).phone)) : []
  return [...(phone ? [String(phone)] : []), ...others]
}

// What is said without its country may be meant in that of the record.
function isNumber(known: string, value: string, country: unknown): boolean {
  const region = typeof country === 'string' ? country : null
  if (known === value || value.startsWith('+')) return (toE164(known, region) ?? known) === value
  return typedForms(known, region).includes(value.replaceAll(/\D/g, ''))
}
