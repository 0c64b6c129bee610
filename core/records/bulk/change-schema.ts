import { Type } from '@sinclair/typebox'
import { Closed, Id, Nullable } from '../../kernel/operation/schema/schema.ts'
import { Filter } from '../search/grammar/condition.ts'

/** Input of whatever changes or deletes many records: which. */
export const selection = {
  ids: Type.Optional(Type.Array(Id(), { maxItems: 5000, description: 'Records, by id' })),
  filter: Type.Optional(Filter),
}

/** Where large work goes on. */
export const job = { job_id: Type.Optional(Id('Where the progress is read, when there are too many to be done at once')) }

const RejectedRecord = Closed({
  id: Id('The record'),
  reason: Type.String({ description: 'What is wrong, for people' }),
  code: Type.String({ description: 'What is wrong, for programs' }),
  field: Nullable(Type.String({ description: 'Field that is at fault' })),
  existing_id: Type.Optional(Id('The record that stands in the way')),
})

/** What became of the records that may not be changed or deleted. */
export const rejectedRecords = {
  rejected: Type.Optional(
    Type.Array(RejectedRecord, {
      description: 'Records that may not be changed so, where there are any; the result of a job has the first 500',
    }),
  ),
}
