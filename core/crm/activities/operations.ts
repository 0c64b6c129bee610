import { bulkDeleteOperation, deleteJob } from '../../records/bulk/deletes.ts'
import { type Static, Type } from '@sinclair/typebox'
import { BulkResult, bulkInput, partial } from '../../records/bulk/schema.ts'
import { BulkWriter } from '../../records/bulk/writer.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { standard } from '../../records/record-type/standard.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import type { activityType } from './record-type.ts'
import { ActivityCreate, ActivityRecord, Call, Meeting, Note, presentActivity } from './schema.ts'
import { ActivityService } from './service.ts'

const uses = { activities: ActivityService }

/** Answered after the flush, with the version and times that are stored. */
async function logged(activities: ActivityService, input: Static<typeof ActivityCreate>, reply: Reply) {
  const made = await activities.create(input, reply)
  return afterFlush(() => presentActivity(made, activities.now))
}

// What happened years ago must not start a workflow today.
const backfill = Type.Optional(Type.Boolean({ description: 'History: makes no events, so that no workflow or webhook acts on it' }))

/** The job that deletes more than 500 activities. */
export const activityJobs = { delete: deleteJob({ plural: 'activities' }) }

/** Operations on activities. Each must be about something: a contact, company, deal, quote or task. */
export const activityOperations = (type: Composed<typeof activityType>) => {
  const { list, get, update, delete: remove, restore } = standard(type)
  // After `standard`, which notes what the engine keeps in the schema of the input.
  const bulk = bulkInput(ActivityCreate, ['external_id'])
  const bulkRecord = partial(ActivityCreate)
  return group('Activities', {
    list,
    log: operation({
      id: 'logActivity',
      summary: 'Write a timeline entry: note, call, meeting, e-mail, LinkedIn or WhatsApp message; messages in and out are events',
      scope: 'write',
      route: 'POST /activities',
      mcp: true,
      creates: true,
      input: ActivityCreate,
      output: ActivityRecord,
      uses,
      handle: (input, { activities, reply }) => logged(activities, input, reply),
    }),
    get,
    update,
    delete: remove,
    restore,
    bulkUpsert: operation({
      id: 'bulkUpsertActivities',
      summary: 'Load up to 5,000 activities by external id, as history with `backfill`',
      scope: 'write',
      route: 'POST /activities/bulk',
      batch: true,
      enters: 'activities',
      foreign: ['records'],
      input: Closed({ ...bulk.properties, backfill }),
      output: BulkResult,
      uses: { ...uses, writer: BulkWriter },
      async handle({ records, backfill = false, ...options }, { activities, writer }) {
        return await writer.upsert(activities.sets(backfill), bulkRecord, records, options)
      },
    }),
    ...bulkDeleteOperation(type, activityJobs),
    addNote: operation({
      id: 'addNote',
      summary: 'Add a note to a contact, company, deal or quote',
      scope: 'write',
      route: 'POST /activities/notes',
      mcp: 'default',
      creates: true,
      input: Note,
      output: ActivityRecord,
      uses,
      handle: (input, { activities, reply }) => logged(activities, { ...input, type: 'note' }, reply),
    }),
    logCall: operation({
      id: 'logCall',
      summary: 'Log a call with its outcome, direction, duration and recording',
      scope: 'write',
      route: 'POST /activities/calls',
      mcp: 'default',
      creates: true,
      input: Call,
      output: ActivityRecord,
      uses,
      handle: ({ direction = 'out', ...input }, { activities, reply }) => logged(activities, { ...input, direction, type: 'call' }, reply),
    }),
    logMeeting: operation({
      id: 'logMeeting',
      summary: 'Log or book a meeting with its participants',
      scope: 'write',
      route: 'POST /activities/meetings',
      mcp: true,
      creates: true,
      input: Meeting,
      output: ActivityRecord,
      uses,
      handle: (input, { activities, reply }) => logged(activities, { ...input, type: 'meeting' }, reply),
    }),
  })
}

/** The typed methods of the group. */
export interface Activities extends Methods<ReturnType<typeof activityOperations>> {}
