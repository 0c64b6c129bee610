import { ExternalReference } from '../schema/external-id.ts'
import { amongGiven } from './any-of.ts'
import { givenTo } from '../schema/given-to.ts'
import type { Records } from './records.ts'

/** An id of an external system, and the record that it means. */
type Found = Pick<ExternalReference, 'external_id' | 'record_id'>

/** The references of records of one type by which one system names them with these ids. */
export async function referencesAmong(records: Records, object: string, provider: string, ids: readonly string[]): Promise<Found[]> {
  const { dialect } = records
  const values = [provider, object, givenTo(dialect, ids)]
  return await records.rows<Found>('external references of one system', values, (db, system, type, among) =>
    db
      .selectFrom(ExternalReference.table)
      .select(['external_id', 'record_id'])
      .where('provider', '=', system)
      .where('object', '=', type)
      .where(amongGiven('external_id', 'text', among, dialect))
      // These columns are texts, which both drivers answer as they are.
      .$castTo<Found>(),
  )
}
