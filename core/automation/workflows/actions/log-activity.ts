import { Type } from '@sinclair/typebox'
import { ActivityService } from '../../../crm/activities/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, OneOf } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { aboutRecord } from './subject-fields.ts'

/** Adds an activity of now; workflows may use only these types. Only a note is an event: a meeting that is logged was not booked by it. */
export const logActivity = defineAction({
  type: 'log_activity',
  label: 'Log activity',
  summary: 'Write a timeline entry',
  config: Closed({
    type: OneOf(['note', 'call', 'meeting', 'email', 'system']),
    subject: Type.Optional(Rendered(500)),
    body: Type.Optional(Rendered(20_000)),
  }),
  effect: 'db',
  needs: ['record'],
  uses: { activities: ActivityService },
  run: async ({ config: { type, subject, body }, subjects }, { activities }) => {
    const about = aboutRecord(subjects)
    if (!about) return { skipped: 'no_record' }
    if (type === 'note' && !body?.trim() && !subject?.trim()) return { skipped: 'no_text' }
    const said = { ...(subject?.trim() && { subject }), ...(body?.trim() && { body }) }
    const { id } = await activities.create({ ...about, ...said, type }, new Reply(), { silent: type !== 'note' })
    return { done: { activity_id: id } }
  },
  dryRun: ({ config: { type, subject } }) => ({ type, subject: subject ?? null }),
})
