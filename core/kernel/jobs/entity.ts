import { Type } from '@sinclair/typebox'
import type { Actor, Scope } from '../operation/actor.ts'
import { choice, defaulted, hidden, integer, json, optional, readOnly, text, timestamp, uuid } from '../operation/schema/fields.ts'
import { Closed } from '../operation/schema/schema.ts'
import { entity, ownFields } from '../storage/schema/entity.ts'

/** States of a job: `queued` until the first step has ended, then `running`; the other three are final. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Who started a job, as it is stored. */
type StartedBy = Omit<Actor, 'organization' | 'scopes'> & { readonly scopes: readonly Scope[] }

const Result = Type.Record(Type.String(), Type.Unknown(), { description: 'Result so far; its keys depend on the kind' })

/** Fields of a job; only the worker and the steps read hidden ones. */
export const jobFields = {
  ...ownFields,
  kind: readOnly(text({ description: 'What it does: `import`, `import_revert`, `bulk_update`, `export`, ...' })),
  state: readOnly(choice(jobStates, 'State of the job')),
  record_id: readOnly(optional(uuid('What it works for, such as the import'))),
  done: readOnly(defaulted(integer({ description: 'Records that are finished' }), 0)),
  total: readOnly(optional(integer({ description: 'All records, once their number is known' }))),
  result: readOnly(optional(json(Result, 'Result, by kind of job'))),
  error: readOnly(
    optional(
      json(
        Closed({ code: Type.String({ description: 'Error code' }), message: Type.String({ description: 'What went wrong' }) }),
        'Why it failed',
      ),
    ),
  ),
  created_by: readOnly(text('E-mail address of the user who started it')),
  created_at: readOnly(timestamp('When it was requested')),
  started_at: readOnly(optional(timestamp('When work on it began'))),
  finished_at: readOnly(optional(timestamp('When it ended'))),
  /** Input of the job, as JSON. */
  input: hidden(optional(json(Type.Unknown()))),
  /** Where the next step continues. */
  at: hidden(optional(json(Type.Unknown()))),
  /** Who started it, with their scopes at that time. */
  actor: hidden(json(Type.Unsafe<StartedBy>(Type.Unknown()))),
  /** When the next step may start; while a step runs, when its lease ends. Null once the job has ended. */
  due_at: hidden(optional(timestamp())),
  /** Consecutive failed steps. */
  attempts: hidden(defaulted(integer(), 0)),
}

const job = entity('JobRecord', 'jobs', jobFields, {
  indexes: [['created_at', 'id'], ['record_id']],
  ownership: { owner: 'created_by' },
  privacy: 'copies',
})

/**
 * A long piece of work with its progress: a bulk update, an import, an export. Written by `Jobs.start` and the worker; kept for 90 days,
 * longer where another record shows what came of it.
 */
export class JobRecord extends job.class {}
job.setClass(JobRecord)
