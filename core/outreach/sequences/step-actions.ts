import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { Writer } from '../../kernel/ports/writer.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Holidays } from '../../platform/access/holidays.ts'
import { delayUntil } from '../../automation/schedules/delay.ts'
import { type ZoneClock, zoneClock } from '../../automation/schedules/zone-clock.ts'
import { defineAction, type StepCall } from '../../automation/workflows/actions/action.ts'
import { TaskService } from '../../crm/tasks/service.ts'
import { Outbox } from '../emails/outbox.ts'
import { Letters } from '../templates/letters.ts'
import { Enrollment } from './entity.ts'
import { closeEnrollments, type ExitReason } from './exits.ts'
import { windowClock } from './holds.ts'
import { Sequence, SequenceDay } from './sequence-entity.ts'
import { historyWith, ownerOf, partsOf, textOf } from './step-parts.ts'
import type { SequenceStep } from './step-schema.ts'
import { localDay, nextDayAt, openingAt } from './window.ts'

const config = Closed({ step: Type.Unsafe<SequenceStep>(Type.Unknown()) })
type Call = StepCall<{ readonly step: SequenceStep }>

const DAY_MS = 86_400_000
const MOST_TASK_DAYS = 36_500
const automatic: readonly string[] = ['email', 'linkedin_invite', 'linkedin_message']
const taskTypes = { manual_email: 'email', call: 'call', task: 'todo' } as const

async function clockOf({ send_window }: Sequence, { subjects, workflow }: Call): Promise<ZoneClock> {
  const own = subjects.contact?.['timezone']
  return await windowClock(send_window, typeof own === 'string' ? own : null, workflow.timezone)
}

/** Waits until a step is due: its delay, then the next opening of the window, then the limit of the day. */
const wait = defineAction({
  type: 'sequence_wait',
  label: 'Wait for the step',
  summary: 'Until the step of a sequence is due',
  config,
  effect: 'db',
  uses: { records: Records, holidays: Holidays },
  async run(call: Call, { records, holidays }) {
    const { now, workflow } = call
    const { step } = call.config
    const found = await partsOf(records, call)
    if (!found) return { stop: true }
    const { enrollment, sequence } = found
    const isNew = enrollment.current_step !== step.id
    let due =
      isNew || !enrollment.next_run_at ? await dueAt(step, now, await zoneClock(workflow.timezone), holidays) : enrollment.next_run_at
    if (automatic.includes(step.type)) {
      const clock = await clockOf(sequence, call)
      due = openingAt(due < now ? now : due, sequence.send_window, clock)
      if (due <= now && step.type === 'email' && !(await hasRoom(records, sequence, now, await zoneClock(workflow.timezone))))
        due = nextDayAt(now, sequence.send_window, await zoneClock(workflow.timezone))
    }
    await records.update(Enrollment, [{ before: enrollment, changes: { current_step: step.id, next_run_at: due } }])
    return due > now ? { wait: { until: due, for: 'again' } } : { done: {} }
  },
})

async function dueAt({ delay }: SequenceStep, now: Date, clock: ZoneClock, holidays: Holidays): Promise<Date> {
  const free = delay.unit === 'business_days' ? await holidays.all() : undefined
  return delayUntil(now, delay.amount, delay.unit, clock, free)
}

/** Counts one e-mail of today; false where the limit of the day is reached. */
async function hasRoom(
  records: Records,
  { id: sequence_id, user_from, daily_limit }: Sequence,
  now: Date,
  clock: ZoneClock,
): Promise<boolean> {
  if (daily_limit === null) return true
  const day = localDay(now, clock)
  // Locked by the write: two processes never count past the limit.
  const row = await records.db
    .insertInto(SequenceDay.table)
    .values({ user_from, sequence_id, day, amount: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['sequence_id', 'day'])
        .doUpdateSet({ amount: sql`${sql.ref(`${SequenceDay.table}.amount`)} + 1` })
        .where(sql.ref(`${SequenceDay.table}.amount`), '<', daily_limit),
    )
    .returning('amount')
    .executeTakeFirst()
  return row !== undefined
}

/** Has the line of `{{ai.line}}` written, outside of any transaction, and keeps it before the e-mail is made. */
const line = defineAction({
  type: 'sequence_line',
  label: 'Personal line',
  summary: 'Writes the personal line of the next e-mail, where its text names it',
  config,
  effect: 'external',
  uses: { records: Records, letters: Letters, writer: Writer },
  prepare: async (call, { records, letters, writer }) => {
    const text = await textOf(call.config.step, letters)
    if (!text || !Letters.names(text, 'ai.line')) return { skipped: 'no_change' }
    if (!writer.isBound || !(await partsOf(records, call))) return { skipped: 'integration_missing' }
    const { contact, company } = call.subjects
    const facts = Object.fromEntries(
      ['first_name', 'title', 'company', 'city', 'country'].map((name) => [name, contact?.[name] ?? null] as const),
    )
    const language = typeof contact?.['language'] === 'string' ? contact['language'] : 'en'
    return { effect: { enrollment: call.run.id, language, facts: { ...facts, industry: company?.['industry'] ?? null } } }
  },
  run: async ({ prepared, signal }, { writer }) => {
    // As it was prepared above.
    const { facts, language } = prepared as { readonly facts: Readonly<Record<string, unknown>>; readonly language: string }
    const { text, warning } = await writer.write({ instructions: 'One line that opens an e-mail', facts, language, signal })
    return { done: { text, ...(warning && { warning }) } }
  },
  keep: async ({ prepared, done }, { records }) => {
    // As it was prepared above.
    const { enrollment } = prepared as { readonly enrollment: string }
    const [before] = await records.findBy(Enrollment, 'id', [enrollment])
    if (before) await records.update(Enrollment, [{ before, changes: { ai_line: String(done['text'] ?? '').slice(0, 2000) } }])
  },
})

// What consent says, as exits say it.
const exitFor: Readonly<Record<string, ExitReason>> = {
  unsubscribed: 'unsubscribed',
  do_not_contact: 'do_not_contact',
  bounced: 'bounced',
  archived: 'contact_deleted',
}

/** Queues an e-mail: rendered now, sent by the mailbox that the enrollment has. */
const email = defineAction({
  type: 'sequence_email',
  label: 'Email',
  summary: 'Queues an e-mail of a sequence',
  config,
  effect: 'db',
  needs: ['contact'],
  uses: { records: Records, letters: Letters, outbox: Outbox },
  async run(call: Call, { records, letters, outbox }) {
    const { step } = call.config
    const found = await partsOf(records, call)
    const { contact, company } = call.subjects
    if (!found || !contact) return { stop: true }
    const { enrollment, sequence } = found
    const history = (result: string, email_id?: string) => historyWith(enrollment, call, { result, ...(email_id && { email_id }) })
    const skip = async (reason: string) => {
      await records.update(Enrollment, [{ before: enrollment, changes: { ...history(reason), ai_line: null } }])
      return { skipped: reason }
    }
    const text = await textOf(step, letters)
    if (!text) return await skip('template_missing')
    const owner = ownerOf(sequence, contact)
    const [letter] = await letters.write(text, [{ contact, company, owner, aiLine: enrollment.ai_line }])
    if (!letter) return await skip('no_text')
    const isReply = step.reply_in_thread && enrollment.last_email_id !== null
    const [queued] = await outbox.queue([
      {
        key: call.key,
        purpose: 'marketing',
        contact_id: contact.id,
        to: [String(contact['primary_email'] ?? '')],
        subject: isReply && text.subject === '' ? '' : letter.subject,
        html: letter.html,
        text: letter.text,
        mailbox_id: enrollment.mailbox_id,
        owner,
        topic: sequence.topic,
        track: step.track,
        unsubscribe_link: sequence.unsubscribe_link,
        due: call.now,
        ...(isReply && { reply_to_email_id: enrollment.last_email_id ?? undefined }),
        template_id: text.template_id ?? null,
        template_version: text.template_version ?? null,
        sequence_id: sequence.id,
        enrollment_id: enrollment.id,
        step_id: step.id,
        variant: step.variant,
      },
    ])
    if (queued && 'email_id' in queued) {
      const { email_id } = queued
      await records.update(Enrollment, [
        { before: enrollment, changes: { ...history('queued', email_id), last_email_id: email_id, ai_line: null } },
      ])
      return { done: { email_id } }
    }
    const blocked = queued && 'blocked' in queued ? queued.blocked : 'no_mailbox'
    const reason = exitFor[blocked]
    if (!reason) return await skip(blocked)
    await closeEnrollments(records, [enrollment], () => reason)
    return { stop: true }
  },
})

/** Makes a task with the rendered text; the next step waits until it is completed. */
const task = defineAction({
  type: 'sequence_task',
  label: 'Task',
  summary: 'Makes a task of a sequence',
  config,
  effect: 'db',
  needs: ['contact'],
  uses: { records: Records, letters: Letters, tasks: TaskService },
  async run(call: Call, { records, letters, tasks }) {
    const { step } = call.config
    const found = await partsOf(records, call)
    const { contact, company } = call.subjects
    if (!found || !contact) return { stop: true }
    const { enrollment, sequence } = found
    const owner = ownerOf(sequence, contact)
    const title = step.title ?? step.subject
    const { subject, text } = (await textOf({ ...step, subject: title }, letters)) ?? { subject: title ?? '', text: null }
    const [letter] = await letters.write({ subject, html: null, text: step.body ?? text }, [{ contact, company, owner }])
    const gone = await records.unknownOwners([owner])
    const input = {
      title: letter?.subject.trim() || `${labels[step.type] ?? 'Task'}: ${sequence.name}`.slice(0, 255),
      description: letter?.text ?? null,
      type: step.type in taskTypes ? taskTypes[step.type as keyof typeof taskTypes] : 'todo',
      priority: step.priority,
      lead_id: contact.id,
      owner_email: gone.size > 0 ? sequence.created_by : owner,
      due_at: call.now.toISOString(),
    }
    const { id: task_id } = await tasks.create(input, new Reply(), 'sequence')
    const waits = step.wait_for_task
    const history = waits ? {} : historyWith(enrollment, call, { result: 'task_created', task_id })
    await records.update(Enrollment, [{ before: enrollment, changes: { ...history, task_id: waits ? task_id : null, next_run_at: null } }])
    return waits ? { wait: { until: new Date(call.now.getTime() + MOST_TASK_DAYS * DAY_MS), for: 'task' } } : { done: { task_id } }
  },
})

const labels: Readonly<Record<string, string>> = { manual_email: 'E-mail', call: 'Call', task: 'Task' }

/** Ends an enrollment that has done all its steps. */
const end = defineAction({
  type: 'sequence_end',
  label: 'End',
  summary: 'The last step of a sequence is done',
  config: Closed({}),
  effect: 'db',
  uses: { records: Records },
  async run(call, { records }) {
    const found = await partsOf(records, call)
    if (found) await closeEnrollments(records, [found.enrollment], () => 'completed')
    return { stop: true }
  },
})

/** What the steps of sequences do. */
export const sequenceSteps = [wait, line, email, task, end]
