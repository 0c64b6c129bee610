import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { CrmError } from '../../operation/errors.ts'
import type { Fields } from '../../operation/schema/fields.ts'
import type { Ids } from '../../ports/ids.ts'
import type { CommonFields, EntityTable } from '../schema/entity.ts'
import { ExternalReference, type ExternalIds } from '../schema/external-id.ts'
import type { Records } from './records.ts'

/** One value of a key that a record claims. */
export interface KeyClaim {
  /** The field under which a clash is named. */
  readonly field: string
  readonly value: string
  /** The column of the record that holds it; absent where only the references do. */
  readonly column?: string
  /** Under which the references keep it; absent where only the column does. */
  readonly provider?: string
}

/** The claims that external ids make. */
export function externalClaims(external: ExternalIds): KeyClaim[] {
  return external.map(({ provider, id }) => ({ field: 'external_ids', value: id, provider }))
}

/**
 * Those of the claims that a live record has which the caller does not see; none for a caller who sees all records. Asked in the same
 * look-ups whether there is such a record or not, so that the time of an answer tells nothing.
 */
export async function heldUnseen<F extends CommonFields & Fields>(
  records: Records,
  { entity, object }: { readonly entity: EntityTable<F>; readonly object: string },
  claims: readonly KeyClaim[],
  self?: string,
): Promise<KeyClaim[]> {
  const { whole } = records
  if (whole === records) return []
  const held = await Promise.all(claims.map((claim) => holdersOf(whole, entity, object, claim)))
  const others = new Set(held.flat().filter((id) => id !== self))
  const seen = new Set(
    (await records.columns<CommonFields, 'id'>(entity, ['id'], (rows) => rows.where(records.anyOf(entity, 'id', others)))).map(
      ({ id }) => id,
    ),
  )
  return claims.filter((_, at) => held[at]?.some((id) => id !== self && !seen.has(id)))
}

/** A key of which a value may belong to several records, each in a scope of its own. */
interface ScopedKey {
  /** The column of the value. */
  readonly key: string
  /** The hidden column of its scope. */
  readonly scope: string
}

/**
 * The scope in which a record gets each of these values. All who see every record share the empty one. The others have one for all who see
 * the same records: whatever somebody whose records they do not see does with the value at the same time, their own write neither waits
 * for it nor fails by it. A value that they had in their scope, and do not see there anymore, gets a scope of its own.
 */
export async function scopesOf<F extends CommonFields & Fields>(
  records: Records,
  entity: EntityTable<F>,
  { key, scope }: ScopedKey,
  { values, ids }: { readonly values: Iterable<string>; readonly ids: Ids },
): Promise<ReadonlyMap<string, string>> {
  const own = ownScope(records)
  const distinct = new Set(values)
  if (own === '' || distinct.size === 0) return new Map([...distinct].map((value) => [value, own]))
  const held = async (among: Records) => {
    const rows = among.from<CommonFields & Fields>(entity).select(['id', key]).where('deleted_at', 'is', null)
    return await rows
      .where(sql.ref(scope), '=', own)
      .where(among.anyOf(entity, key, distinct))
      .execute()
  }
  const [all, seen] = await Promise.all([held(records.whole), held(records)])
  const known = new Set(seen.map(({ id }) => id))
  const lost = new Set(all.filter(({ id }) => !known.has(id)).map((row) => String(row[key])))
  return new Map([...distinct].map((value) => [value, lost.has(value) ? ids.next() : own]))
}

function ownScope({ unit: { actor } }: Records): string {
  if (actor.sees === undefined) return ''
  return createHash('sha256').update(actor.sees.toSorted().join('\n')).digest('hex').slice(0, 32)
}

/** The refusal of a key that another live record has; `existing_id` only where the caller sees that record. */
export function keyTaken(object: string, field: string, existing_id?: string): CrmError {
  const message = `Another record of ${object} has this ${field}`
  const errors = [{ path: `/${field}`, code: 'taken', message }]
  return new CrmError('already_exists', message, { ...(existing_id !== undefined && { existing_id }), errors })
}

async function holdersOf(
  records: Records,
  entity: EntityTable<CommonFields>,
  object: string,
  { value, column, provider }: KeyClaim,
): Promise<string[]> {
  const ids: string[] = []
  if (column !== undefined) {
    const rows = records.from(entity).select('id')
    const live = rows.where(sql.ref(column), '=', value).where('deleted_at', 'is', null)
    ids.push(...(await live.execute()).map(({ id }) => id))
  }
  if (provider !== undefined) {
    const rows = records.from(ExternalReference).select('record_id').where('object', '=', object)
    const meant = await rows.where('provider', '=', provider).where('external_id', '=', value).execute()
    ids.push(...meant.map(({ record_id }) => record_id))
  }
  return ids
}
