import { ActivityCreate } from '../../../crm/activities/schema.ts'
import { ActivityService } from '../../../crm/activities/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { makeEach, setTools } from './sets.ts'
import { aboutRecord } from './subject-fields.ts'

/** Adds a note to the enrolled record, as `POST /activities/notes` does. */
export const addNote = defineAction({
  type: 'add_note',
  label: 'Add note',
  summary: 'Write a note on the record',
  config: Closed({ note: Rendered(20_000) }),
  effect: 'db',
  needs: ['record'],
  uses: { ...setTools, activities: ActivityService },
  run: async ({ config, subjects }, { activities }) => {
    const about = aboutRecord(subjects)
    if (!about) return { skipped: 'no_record' }
    if (config.note.trim() === '') return { skipped: 'no_text' }
    const { id } = await activities.create({ ...about, type: 'note', body: config.note }, new Reply())
    return { done: { activity_id: id } }
  },
  runMany: async (calls, services, steps) => {
    const inputs = calls.map(({ config, subjects }) => ({ ...aboutRecord(subjects), type: 'note', body: config.note }))
    if (calls.some(({ config, subjects }) => !aboutRecord(subjects) || config.note.trim() === '')) return undefined
    const ids = await makeEach(services, services.activities.sets(false), ActivityCreate, inputs, steps)
    return ids.map((activity_id) => ({ done: { activity_id } }))
  },
  dryRun: ({ config }) => ({ note: config.note }),
})
