import { Type } from '@sinclair/typebox'
import { choice, defaulted, hidden, integer, json, optional, readOnly, text, timestamp, uuid } from '../operation/fields.ts'
import { Closed } from '../operation/schema.ts'
import { entity, ownFields } from '../storage/entity.ts'

/** `queued` until the first step has ended, then `running`; the other three are final. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** What a job has come to; of its own words beside the counts. */
const Result = Type.Record(Type.String(), Type.Unknown(), { description: 'What it has come to so far; its keys depend on the kind' })

/** The fields of a job; those that are hidden are read by the worker and the steps only. */
export const jobFields = {
  ...ownFields,
  kind: readOnly(text({ description: 'What it does: `import`, `import_revert`, `bulk_update`, `export`, ...' })),
  state: readOnly(choice(jobStates, 'How far it has come')),
  /** The record that it works for, such as the import. */
  record_id: readOnly(optional(uuid('What it works for, such as the import'))),
  done: readOnly(defaulted(integer({ description: 'Records that are done with' }), 0)),
  total: readOnly(optional(integer({ description: 'Records in all, once that is known' }))),
  result: readOnly(optional(json(Result, 'What came of it, by kind of job'))),
  error: readOnly(
    optional(
      json(
        Closed({ code: Type.String({ description: 'Error code' }), message: Type.String({ description: 'What went wrong' }) }),
        'Why it failed',
      ),
    ),
  ),
  created_by: readOnly(text('E-mail address of the user who started it')),
  created_at: readOnly(timestamp('When it was asked for')),
  started_at: readOnly(optional(timestamp('When work on it began'))),
  finished_at: readOnly(optional(timestamp('When it ended'))),
  /** What it was started with, as JSON. */
  input: hidden(optional(json(Type.Unknown()))),
  /** Where the next step begins. */
  at: hidden(optional(json(Type.Unknown()))),
  /** Who started it, with the scopes of then. */
  actor: hidden(json(Type.Unknown())),
  /** When the next step may begin; while a step runs, when it is taken for dead. Null once the job has ended. */
  due_at: hidden(optional(timestamp())),
  /** Steps that have failed in a row since the last one that did not. */
  attempts: hidden(defaulted(integer(), 0)),
}

const job = entity('JobRecord', 'jobs', jobFields, {
  indexes: [['created_at', 'id'], ['record_id']],
  ownership: { owner: 'created_by' },
})

/**
 * A long piece of work with its progress: a bulk update, an import, an export. Written by `Jobs.start` and the worker; kept for 90 days,
 * longer where another record shows what came of it.
 */
export class JobRecord extends job.class {}
job.setClass(JobRecord)
