import { sql, type SqlBool } from 'kysely'
import { count, many } from '../../records/record-type/related-records.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { countOf, hasCome } from '../../records/search/grammar/computed.ts'
import { Task } from './entity.ts'
import { presentTask, TaskRecord } from './schema.ts'

const its = { entity: Task, title: 'Its tasks', record: TaskRecord, present: presentTask }

const isOpen = sql<SqlBool>`counted.status = 'open'`

/** What contacts show of their tasks. */
export const tasksOfContacts = contribution({
  to: 'contacts',
  relations: { tasks: many('lead_id', its) },
  counts: { open_tasks: count('lead_id', Task, { title: 'Tasks that are still to be done', where: sql<SqlBool>`status = 'open'` }) },
  fields: {
    open_tasks: countOf(Task, 'lead_id', () => isOpen),
    // Overdue is what should have been done by now, as of `task.overdue`.
    overdue_tasks: countOf(Task, 'lead_id', (of) => sql<SqlBool>`${isOpen} and ${hasCome('counted.due_at', of)}`),
  },
})

/** What deals show of their tasks. */
export const tasksOfDeals = contribution({ to: 'deals', relations: { tasks: many('deal_id', its) } })
