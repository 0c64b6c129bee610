import { Jobs } from '../../kernel/jobs/service.ts'
import { group, type Methods, operation, sharedReadGroup } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { askOfMany } from '../../records/bulk/selection.ts'
import { pageOf } from '../../records/record-type/resource.ts'
import { EnrollContactsJob } from './enroll-job.ts'
import { SequenceEnrolling } from './enrolling.ts'
import { EnrollmentControl } from './enrollment-control.ts'
import type { Sequence } from './sequence-entity.ts'
import {
  EnrollContacts,
  EnrolledContacts,
  EnrollmentRecord,
  EnrollmentsOf,
  Migrated,
  OneEnrollment,
  presentEnrollment,
  presentSequence,
  SequenceCreate,
  SequenceList,
  SequenceRecord,
  SequenceStats,
  SequenceUpdate,
} from './sequence-schema.ts'
import { SequenceService } from './sequence-service.ts'
import { sequenceFigures, statsOf } from './sequence-stats.ts'

const uses = { sequences: SequenceService }
const steering = { sequences: SequenceService, control: EnrollmentControl }

async function answered(sequence: Sequence, sequences: SequenceService) {
  const figures = await sequenceFigures(sequences.records, [sequence.id])
  return afterFlush(() => presentSequence(sequence, figures(sequence.id), sequences.now))
}

/** Sequences, which are for everybody; who changes them changes what contacts of all owners get. */
const sequencesThemselves = sharedReadGroup('Sequences', {
  list: operation({
    id: 'listSequences',
    summary: 'List sequences with what is counted of their enrollments, page by page',
    scope: 'read',
    mcp: true,
    route: 'GET /sequences',
    input: SequenceList,
    output: pageOf('sequences', SequenceRecord),
    uses,
    async handle(query, { sequences }) {
      const { items, next_cursor } = await sequences.list(query)
      const figures = await sequenceFigures(
        sequences.records,
        items.map(({ id }) => id),
      )
      return { sequences: items.map((each) => presentSequence(each, figures(each.id), sequences.now)), next_cursor }
    },
  }),
  get: operation({
    id: 'getSequence',
    summary: 'Read one sequence with its steps',
    scope: 'read',
    mcp: true,
    route: 'GET /sequences/{id}',
    input: ById,
    output: SequenceRecord,
    uses,
    async handle({ id }, { sequences }) {
      const sequence = await sequences.get(id)
      const figures = await sequenceFigures(sequences.records, [sequence.id])
      return presentSequence(sequence, figures(sequence.id), sequences.now)
    },
  }),
  create: operation({
    id: 'createSequence',
    summary: 'Create a sequence with its steps, as a draft',
    scope: 'write',
    mcp: true,
    creates: true,
    longTexts: ['steps'],
    route: 'POST /sequences',
    input: SequenceCreate,
    output: SequenceRecord,
    uses,
    handle: async (input, { sequences, reply }) => await answered(await sequences.create(input, reply), sequences),
  }),
  update: operation({
    id: 'updateSequence',
    summary: 'Change a sequence or replace its steps; running enrollments keep their version',
    scope: 'write',
    mcp: true,
    longTexts: ['steps'],
    route: 'PATCH /sequences/{id}',
    input: SequenceUpdate,
    output: SequenceRecord,
    uses,
    handle: async ({ id, ...changes }, { sequences, reply }) => await answered(await sequences.update(id, changes, reply), sequences),
  }),
  delete: operation({
    id: 'deleteSequence',
    summary: 'Delete a sequence and end its enrollments',
    scope: 'delete',
    route: 'DELETE /sequences/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { sequences, reply }) {
      await sequences.remove(id, reply)
      return { deleted: true as const }
    },
  }),
  activate: operation({
    id: 'activateSequence',
    summary: 'Start to enroll contacts, or go on after a pause: what fell due meanwhile is done in order',
    scope: 'write',
    mcp: true,
    route: 'POST /sequences/{id}/activate',
    input: ById,
    output: SequenceRecord,
    uses,
    handle: async ({ id }, { sequences, reply }) => await answered(await sequences.activate(id, reply), sequences),
  }),
  pause: operation({
    id: 'pauseSequence',
    summary: 'Hold all steps of a sequence, and enroll nobody',
    scope: 'write',
    mcp: true,
    route: 'POST /sequences/{id}/pause',
    input: ById,
    output: SequenceRecord,
    uses,
    handle: async ({ id }, { sequences, reply }) => await answered(await sequences.pause(id, reply), sequences),
  }),
  migrate: operation({
    id: 'migrateSequenceEnrollments',
    summary: 'Take running enrollments to the newest steps, each to the step that it stands at',
    scope: 'write',
    route: 'POST /sequences/{id}/enrollments/migrate',
    input: ById,
    output: Migrated,
    uses,
    handle: ({ id }, { sequences, reply }) => sequences.migrate(id, reply),
  }),
})

/** Their enrollments: everybody sees and changes those of the contacts that they see. */
const enrollmentsOfSequences = group('Sequences', {
  enrollments: operation({
    id: 'listSequenceEnrollments',
    summary: 'List who is where in a sequence, what comes next, or why it ended',
    scope: 'read',
    mcp: true,
    route: 'GET /sequences/{id}/enrollments',
    input: EnrollmentsOf,
    output: pageOf('enrollments', EnrollmentRecord),
    uses: steering,
    async handle({ id, ...query }, { sequences, control }) {
      const sequence = await sequences.get(id)
      const { items, next_cursor } = await control.list(sequence.id, query)
      return { enrollments: items.map((each) => presentEnrollment(each, control.now)), next_cursor }
    },
  }),
  enroll: operation({
    id: 'enrollInSequence',
    summary: 'Enroll contacts by id, list or filter; says of each why not; more than 5,000 are a job',
    scope: 'write',
    readsMany: true,
    mcp: true,
    route: 'POST /sequences/{id}/enrollments',
    input: EnrollContacts,
    output: EnrolledContacts,
    uses: { sequences: SequenceService, enrolling: SequenceEnrolling, jobs: Jobs },
    asks: async (given, preview) => await askOfMany('Enroll in the sequence', given, preview),
    async handle({ dry_run, ...input }, { sequences, enrolling, jobs }) {
      const sequence = await sequences.get(input.id)
      if (dry_run) return { results: [], matched: await enrolling.count(sequence, input) }
      const results = await enrolling.enroll(sequence, input)
      if (results) return { results: [...results] }
      return { results: [], job_id: (await jobs.start(EnrollContactsJob, { input })).id }
    },
  }),
  pauseEnrollment: operation({
    id: 'pauseEnrollment',
    summary: 'Hold the enrollment of one contact',
    scope: 'write',
    route: 'POST /sequences/{id}/enrollments/{enrollmentId}/pause',
    input: OneEnrollment,
    output: EnrollmentRecord,
    uses: steering,
    handle: async ({ id, enrollmentId }, { control }) => presentEnrollment(await control.pause(id, enrollmentId), control.now),
  }),
  resumeEnrollment: operation({
    id: 'resumeEnrollment',
    summary: 'Let the enrollment of one contact go on',
    scope: 'write',
    route: 'POST /sequences/{id}/enrollments/{enrollmentId}/resume',
    input: OneEnrollment,
    output: EnrollmentRecord,
    uses: steering,
    handle: async ({ id, enrollmentId }, { control }) => presentEnrollment(await control.resume(id, enrollmentId), control.now),
  }),
  unenroll: operation({
    id: 'unenrollFromSequence',
    summary: 'End the enrollment of one contact; what is queued is not sent',
    scope: 'write',
    mcp: true,
    route: 'DELETE /sequences/{id}/enrollments/{enrollmentId}',
    input: OneEnrollment,
    output: Deleted,
    uses: steering,
    handle: async ({ id, enrollmentId }, { control }) => {
      await control.end(id, enrollmentId)
      return { deleted: true as const }
    },
  }),
  stats: operation({
    id: 'getSequenceStats',
    summary: 'Count per step and variant what was sent, opened, clicked, answered and bounced, and why enrollments ended',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /sequences/{id}/stats',
    input: ById,
    output: SequenceStats,
    uses,
    handle: async ({ id }, { sequences }) => await statsOf(sequences.records, await sequences.get(id)),
  }),
})

/** Sequences and their enrollments. */
export const sequenceOperations = { ...sequencesThemselves, ...enrollmentsOfSequences }

/** `api.sequences` in process. */
export interface SequenceMethods extends Methods<typeof sequenceOperations> {}
