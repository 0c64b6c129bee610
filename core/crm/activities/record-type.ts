import { one } from '../../records/record-type/related-records.ts'
import { recordType } from '../../records/record-type/record-type.ts'
import { partyRelations, relatedParties } from '../deals/parties.ts'
import { Task } from '../tasks/entity.ts'
import { presentTask, TaskRecord } from '../tasks/schema.ts'
import { Activity } from './entity.ts'
import { activityChanges } from './events.ts'
import { ActivityCreate, ActivityList, ActivityRecord, ActivityUpdate, presentActivity } from './schema.ts'
import { activitySearch } from './search.ts'
import { ActivityService } from './service.ts'

/** Activities, as everything that works on records knows them. */
export const activityType = recordType({
  entity: Activity,
  singular: 'activity',
  plural: 'activities',
  watch: activityChanges,
  record: ActivityRecord,
  create: ActivityCreate,
  update: ActivityUpdate,
  list: ActivityList,
  store: ActivityService,
  present: presentActivity,
  summary: { create: 'Log an activity' },
  concise: ['type', 'subject', 'at', 'outcome', 'owner_email', 'lead_id', 'company_id', 'deal_id'],
  mcp: { list: true, update: true },
  search: activitySearch,
  related: relatedParties,
  relations: {
    ...partyRelations,
    task: one('task_id', { entity: Task, title: 'The task that it is about', record: TaskRecord, present: presentTask }),
  },
  aboutPerson: {
    by: 'lead_id',
    erase: ({ subject, body }) => ((subject ?? body) === null ? {} : { body: null, subject: null, participants: [] }),
  },
  report: { date: 'at' },
  export: true,
  timelineEntry: {
    type: 'activity',
    at: { field: 'at' },
    title: ({ subject, type }) => subject ?? type,
    data: presentActivity,
    hides: [
      'contact.note_added',
      'contact.email_sent',
      'contact.email_received',
      'contact.message_sent',
      'contact.message_received',
      'contact.replied',
      'contact.meeting_booked',
    ],
  },
})
