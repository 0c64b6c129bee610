import { partyRelations } from '../../commerce/documents/relations.ts'
import { quoteOf } from '../../commerce/quotes/relations.ts'
import { one } from '../../records/record-type/related-records.ts'
import { Task } from '../tasks/entity.ts'
import { presentTask, TaskRecord } from '../tasks/schema.ts'

/** What `include` shows beside an activity. */
export const activityRelations = {
  ...partyRelations,
  quote: quoteOf('quote_id', 'The quote'),
  task: one('task_id', { entity: Task, title: 'The task that it completed', record: TaskRecord, present: presentTask }),
}
