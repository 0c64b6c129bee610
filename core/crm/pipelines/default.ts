import { v5 } from 'uuid'
import { newRecord } from '../../kernel/storage/records/new-record.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Pipeline } from './entity.ts'
import { defaultPipeline } from './templates.ts'

// Namespace of the UUIDs (version 5) that follow from the id of an organization. It must never change: stored ids depend on it.
const NAMESPACE = 'a1f4e0d2-6c3b-5d8e-9f70-3b2c1d4e5f60'

/** The name under which pipelines are relied on and changed (`NamedLocks`). */
export const pipelinesName = 'pipelines'

/** The id of the first pipeline of an organization: the same whichever process makes it. */
export function beginningId(organization: string): string {
  return v5(organization, NAMESPACE)
}

/** All live pipelines of the caller's organization in their order; few enough to be read at once. */
export async function pipelinesOf(records: Records): Promise<Pipeline[]> {
  await records.locks.share(pipelinesName)
  const beginning = beginningId(records.unit.actor.organization)
  const known = await rowsOf(records)
  const rows = known.some(({ id }) => id === beginning) ? known : (await beginWithDefault(records), await rowsOf(records))
  return rows.filter(({ deleted_at }) => deleted_at === null)
}

/**
 * Makes the first pipeline of the organization unless it exists or was deleted. Organizations need no set-up, so it is made with the first
 * look-up; two that look at the same time write the same row.
 */
async function beginWithDefault(records: Records): Promise<void> {
  const { organization } = records.unit.actor
  const { name, stages } = defaultPipeline
  const values = { name, stages: stages.map((stage) => ({ ...stage, required_fields: [] })), is_default: true }
  const record = {
    ...newRecord(Pipeline.fields, beginningId(organization), records.unit, values),
    created_by: 'system',
    created_via: 'system:default',
    created_in: null,
  }
  await records.db
    .insertInto(Pipeline.table)
    .values(records.codec(Pipeline).toRow(record))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

// Deleted ones too, so that a first pipeline that was deleted is not made again.
async function rowsOf(records: Records): Promise<Pipeline[]> {
  const codec = records.codec(Pipeline)
  const rows = await records.db.selectFrom(Pipeline.table).selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => codec.fromRow(row))
}
