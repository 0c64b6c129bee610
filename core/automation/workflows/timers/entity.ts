import { integer, optional, readOnly, text, timestamp, uuid } from '../../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../../kernel/storage/schema/entity.ts'

const timer = entity(
  'WorkflowTimer',
  'workflow_timers',
  {
    ...ownFields,
    workflow_id: readOnly(uuid()),
    /** Days in a stage after which a deal is enrolled. */
    days: readOnly(integer()),
    /** Deals that entered their stage until then have had their turn; at that moment, those up to `passed_id`. */
    passed_at: readOnly(optional(timestamp())),
    passed_id: readOnly(optional(text())),
    /** When to look next; null while the workflow is not active. */
    next_at: readOnly(optional(timestamp())),
  },
  { uniques: [['workflow_id']], privacy: 'kept' },
)

/**
 * How far a workflow has come that enrolls deals after days in their stage. Deals are taken in the order in which they entered their stages,
 * so one place in that order says for each entry whether it has had its turn: there is no row for each deal.
 */
export class WorkflowTimer extends timer.class {}
timer.setClass(WorkflowTimer)
