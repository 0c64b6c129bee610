import { sql } from 'kysely'
import { CrmError } from '../../operation/errors.ts'
import type { Fields } from '../../operation/schema/fields.ts'
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
