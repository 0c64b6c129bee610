import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { pipelinesOf } from '../../crm/pipelines/default.ts'
import { placeIn } from '../../crm/pipelines/places.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Form } from './entity.ts'

/**
 * Throws `invalid_input` where the pipeline or stage of the deals of a form is not there: visitors, who can do nothing about it, would be the
 * first to learn it.
 */
export async function checkDeal({ pipeline_id, stage_id }: NonNullable<Form['create_deal']>, records: Records): Promise<void> {
  if (!pipeline_id && !stage_id) return
  try {
    placeIn(await pipelinesOf(records), pipeline_id ?? undefined, stage_id ?? undefined)
  } catch (error) {
    const [fault] = error instanceof CrmError ? (error.details.errors ?? []) : []
    throw fault ? invalid(`/create_deal${fault.path}`, fault.code, fault.message, fault.allowed) : error
  }
}
