import { ActivityService } from '../../../crm/activities/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { aboutRecord } from './subject-fields.ts'

/** Adds a note to the enrolled record, as `POST /activities/notes` does. */
export const addNote = defineAction({
  type: 'add_note',
  label: 'Add note',
  summary: 'Write a note on the record',
  config: Closed({ note: Rendered(20_000) }),
  effect: 'db',
  needs: ['record'],
  uses: { activities: ActivityService },
  run: async ({ config, subjects }, { activities }) => {
    const about = aboutRecord(subjects)
    if (!about) return { skipped: 'no_record' }
    if (config.note.trim() === '') return { skipped: 'no_text' }
    const { id } = await activities.create({ ...about, type: 'note', body: config.note }, new Reply())
    return { done: { activity_id: id } }
  },
  dryRun: ({ config }) => ({ note: config.note }),
})
