import { Task } from '../../../crm/tasks/entity.ts'
import { TaskRecord } from '../../../crm/tasks/schema.ts'
import { makeFollowing } from '../../../crm/tasks/recurring.ts'
import { newRecord } from '../../../kernel/storage/records/new-record.ts'
import { isCallOutcome } from '../../../crm/tasks/outcome.ts'
import { fold } from '../../../kernel/values/fold.ts'
import type { ReadField } from '../normalize/values.ts'
import { choose, chooseOutcome, meaningOf } from './agenda-words.ts'
import { DraftBuilder } from './draft.ts'
import { ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'
import { Subjects } from './subjects.ts'

type TaskField = ReadField<'tasks'>
type TaskWriter = ObjectWriter<typeof Task.fields>

const own = { fields: Task.fields, shown: Object.keys(TaskRecord.properties) }

/** Tasks of a source: by external id, by their own id, else by what they say. */
export const tasks: TaskWriter = { ...writerWith(), bind: async (batch) => writerWith(await Subjects.of(batch)) }

function writerWith(known?: Subjects): TaskWriter {
  return {
    object: 'tasks',
    entity: Task,
    keys: [],
    custom: 'custom',
    owner: 'owner_email',
    own,
    draft(reading, source) {
      const said = ownFields(reading, own, source)
      const draft = new DraftBuilder<TaskField>(reading, Task.fields, source).custom('custom', said)
      known?.set(draft, reading)
      if (!said.ours) {
        draft.copy('title', 'title').copy('description', 'description')
        choose(draft, 'type', meaningOf.taskType)
        choose(draft, 'status', meaningOf.status)
        choose(draft, 'priority', meaningOf.priority)
        chooseOutcome(draft)
      }
      draft.setOwn(said.values)
      // A task without a time of day is overdue when its day has ended.
      known?.setMoment(draft, reading, 'due_at', true)
      known?.setMoment(draft, reading, 'remind_at')
      known?.setMoment(draft, reading, 'completed_at')
      if (draft.values.completed_at && draft.values.status === undefined) draft.set('status', 'completed')
      return draft.build()
    },
    link: (_party, { id }) => ({ values: { company_id: id } }),
    identity: (values) => (typeof values.title === 'string' ? fold(values.title) : null),
    lacks: ({ values }) =>
      values.title === undefined ? { code: 'required', field: 'title', reason: 'no title: a task that is new needs one' } : null,
    complete(task, given, before) {
      if (before === null) {
        task.source = 'import'
        task.owner_email ??= known?.user ?? null
      }
      const isDone = task.status === 'completed'
      if (task.status !== before?.status || given.has('completed_at')) {
        task.completed_at = isDone ? (task.completed_at ?? known?.now ?? null) : null
        task.completed_by = isDone ? (task.completed_by ?? known?.user ?? null) : null
      }
      if (task.recurrence && !task.due_at) task.recurrence = null
      if (!isCallOutcome(task)) task.outcome = before?.outcome ?? null
    },
    // The tasks that come next where one that comes again was completed.
    async follow({ records, ids }, written) {
      const changes = written.flatMap(({ before, record }) => (before ? [{ before, record }] : []))
      await makeFollowing({ records, made: (values) => newRecord(Task.fields, ids.next(), records.unit, values) }, changes)
    },
  }
}
