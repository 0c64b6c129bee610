import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, Id } from '../../../kernel/operation/schema/schema.ts'

/** Enrolls the record in another workflow; only here a workflow is called `automation_id`. */
export const enrollWorkflow: ActionType = {
  type: 'enroll_workflow',
  label: 'Enroll in workflow',
  summary: 'Hand the record to another workflow',
  config: Closed({ automation_id: Id('The other workflow') }),
}
