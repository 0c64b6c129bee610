import { v5 } from 'uuid'
import { newRecord } from '../../kernel/storage/new-record.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { Pipeline } from './entity.ts'
import { defaultPipeline } from './templates.ts'

// Of the UUIDs (version 5) that follow from the id of an organisation; it must never change, since stored ids came of it.
const NAMESPACE = 'a1f4e0d2-6c3b-5d8e-9f70-3b2c1d4e5f60'

/** The id of the pipeline that an organisation begins with: the same wherever it is made first. */
export function beginningId(organization: string): string {
  return v5(organization, NAMESPACE)
}

/** All live pipelines of the caller's organisation in their order; few enough to be read whole. */
export async function pipelinesOf(records: Records): Promise<Pipeline[]> {
  const beginning = beginningId(records.unit.actor.organization)
  const known = await rowsOf(records)
  const rows = known.some(({ id }) => id === beginning) ? known : (await beginWithDefault(records), await rowsOf(records))
  return rows.filter(({ deleted_at }) => deleted_at === null)
}

/**
 * Makes the pipeline that every organisation begins with (contract 2.13) unless it is or was there. Organisations need no set-up,
 * so it is made when somebody looks first; two who do so at once write the same row.
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

// With those that are deleted: the first pipeline is not made anew once somebody has deleted it.
async function rowsOf(records: Records): Promise<Pipeline[]> {
  const codec = records.codec(Pipeline)
  const rows = await records.db.selectFrom(Pipeline.table).selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => codec.fromRow(row))
}
