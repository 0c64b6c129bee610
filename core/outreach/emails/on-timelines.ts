import type { TimelineSource } from '../../records/timeline/sources.ts'
import { Email, emailFields } from './entity.ts'
import { EmailSummary, summarizeEmail } from './schema.ts'

const reads = Object.keys(EmailSummary.properties).filter((name) => name in emailFields)

/** How e-mails that were sent or received stand on timelines, those that no person has written included: they make no event. */
export const emailsOnTimelines: TimelineSource = {
  type: 'email',
  entity: Email,
  at: { field: 'sent_at' },
  reads,
  by: ['lead_id', 'deal_id'],
  title: ({ subject, automatic }) => (automatic === true ? `Automatic: ${String(subject ?? '')}` : subject),
  data: summarizeEmail,
}
