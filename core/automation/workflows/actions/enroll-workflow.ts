import { Closed, Id } from '../../../kernel/operation/schema/schema.ts'
import { WorkflowEnrollment } from '../enrollment/manual.ts'
import { defineAction } from './action.ts'

/** Enrolls the record in another workflow; only here a workflow is called `automation_id`. */
export const enrollWorkflow = defineAction({
  type: 'enroll_workflow',
  label: 'Enroll in workflow',
  summary: 'Hand the record to another workflow',
  config: Closed({ automation_id: Id('The other workflow') }),
  effect: 'db',
  needs: ['record'],
  uses: { enrollment: WorkflowEnrollment },
  references: ({ automation_id }) => [{ to: 'workflow', value: automation_id, at: '/automation_id' }],
  async run({ config: { automation_id }, subjects }, { enrollment }) {
    const [outcome] = await enrollment.enrollByWorkflow(automation_id, subjects.type ?? '', subjects.record ? [subjects.record.id] : [])
    if (!outcome) return { skipped: 'inactive' }
    return outcome.enrolled ? { done: { run_id: outcome.run_id } } : { skipped: outcome.reason }
  },
})
