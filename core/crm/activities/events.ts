import { watch } from '../../kernel/storage/schema/changes.ts'
import { Activity } from './entity.ts'
import { presentActivity } from './schema.ts'

/** Changes of an activity have a history and make no events; its contact has the events (see consequences.ts). */
export const activityChanges = watch(Activity, 'activity', {
  summary: ({ id, type, subject, at, owner_email, lead_id, company_id, deal_id }) => ({
    id,
    type,
    subject,
    at: at.toISOString(),
    owner: owner_email,
    lead_id,
    company_id,
    deal_id,
  }),
  record: presentActivity,
  events: () => ({}),
})
