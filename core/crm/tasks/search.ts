import { sql } from 'kysely'
import { momentIn } from '../../records/search/grammar/computed.ts'
import { column } from '../../records/search/grammar/field.ts'
import { searchable } from '../../records/search/grammar/searchable.ts'
import { Task } from './entity.ts'
import { isOverdue } from './schema.ts'

/** What conditions can name of a task itself. */
export const taskSearch = searchable('task', Task, {
  types: { owner_email: 'owner' },
  aliases: { contact_id: 'lead_id', assigned_to: 'owner_email', owner: 'owner_email' },
  computed: {
    overdue: {
      type: 'boolean',
      sql: (of) => {
        const now = of.dialect === 'postgresql' ? of.now.toISOString() : of.now.getTime()
        return sql`(${column('status', of)} = 'open' and ${column('due_at', of)} is not null and ${column('due_at', of)} <= ${now})`
      },
      value: (record, now) => isOverdue(record, now),
      changesAt: momentIn('due_at'),
    },
  },
})
