import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { ExternalReference } from '../../kernel/storage/schema/external-id.ts'
import { survivorIdsByKey } from '../../kernel/storage/records/links.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { registrableDomain } from '../../kernel/values/company-domain.ts'
import { toE164 } from '../../kernel/values/phone.ts'
import { idsWritten, written } from './written.ts'

/** Something by which another system or a caller knows a record; several are alternatives. `provider` narrows `external_id`. */
export interface Identity {
  readonly email?: string | undefined
  readonly domain?: string | undefined
  readonly phone?: string | undefined
  readonly external_id?: string | undefined
  readonly provider?: string | undefined
  readonly code?: string | undefined
  readonly number?: string | undefined
}

interface Type {
  readonly entity: EntityTable
  readonly object: string
}
interface Found {
  readonly object: string
  readonly id: string
  readonly by: string
}

// The fields that hold an identity, whatever record they are of.
const columns: Readonly<Record<string, readonly string[]>> = {
  email: ['primary_email'],
  domain: ['domain'],
  code: ['code', 'sku'],
  number: ['number'],
}
const further: Readonly<Record<string, string>> = { email: '#email', domain: '#domain' }
// Of one identity in one place: more is no identity.
const MOST = 20

/** The live records of these types that an identity means: external id first, then the others as they are given. */
export async function idsOf(records: Records, types: readonly Type[], { external_id, provider, ...identity }: Identity): Promise<Found[]> {
  const found: Found[] = []
  const objects = new Map(types.map(({ object }) => [object, object]))
  if (external_id !== undefined) found.push(...(await referenced(records, objects, 'external_id', provider, external_id)))
  for (const [by, given] of Object.entries(identity)) {
    if (given === undefined) continue
    const value = asStored(by, given)
    for (const { entity, object } of types)
      for (const column of columns[by] ?? [])
        if (column in entity.fields) found.push(...(await stored(records, entity, object, by, column, value)))
    if (by in written)
      for (const type of types)
        found.push(...(await idsWritten(records, type, by, value, MOST)).map((id) => ({ object: type.object, id, by })))
    const kept = further[by]
    if (kept !== undefined) found.push(...(await referenced(records, objects, by, kept, value)))
  }
  return [...new Map(found.toReversed().map((each) => [each.id, each])).values()].toReversed()
}

async function stored(records: Records, entity: EntityTable, object: string, by: string, column: string, value: string): Promise<Found[]> {
  const { table } = entity
  const query = records.db.selectFrom(table).select('id').where(column, '=', value).where('deleted_at', 'is', null)
  const rows = await query.orderBy('id').limit(MOST).execute()
  const merged = rows.length === 0 && by === 'code' ? [...(await survivorIdsByKey(records, entity, column, [value])).values()] : []
  return [...rows.map(({ id }) => String(id)), ...merged].map((id) => ({ object, id, by }))
}

async function referenced(
  records: Records,
  objects: ReadonlyMap<string, string>,
  by: string,
  provider: string | undefined,
  id: string,
): Promise<Found[]> {
  let query = records.from(ExternalReference).select(['object', 'record_id']).where('external_id', '=', id)
  query = provider === undefined ? query.where('provider', 'not like', '#%') : query.where('provider', '=', provider)
  const rows = await query
    .where('object', 'in', [...objects.keys()])
    .orderBy('object')
    .limit(MOST)
    .execute()
  return rows.map(({ object, record_id }) => ({ object, id: record_id, by }))
}

// As it is stored.
function asStored(by: string, value: string): string {
  const text = value.trim()
  if (by === 'email') return text.toLowerCase()
  if (by === 'domain') return registrableDomain(text) ?? text.toLowerCase()
  return by === 'phone' ? (toE164(text, null) ?? text) : text
}
