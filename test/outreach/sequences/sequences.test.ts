import { CrmError, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Email } from '../../../core/outreach/emails/entity.ts'
import { EmailChanges } from '../../../core/outreach/emails/changes.ts'
import { followEmails } from '../../../core/outreach/sequences/follower.ts'
import { Services } from '../../../core/kernel/operation/services.ts'
import { describeStorages, type Opened } from '../../support/storages.ts'
import { inUnit } from '../in-unit.ts'

const unit = inUnit({ records: Records, services: Services, changes: EmailChanges })
const two = [
  { type: 'email' as const, subject: 'Hello {{contact.first_name | there}}', body: '<p>One</p>' },
  { type: 'email' as const, delay: { amount: 2, unit: 'days' as const }, body: '<p>Two</p>', reply_in_thread: true },
]

async function withMailbox({ api }: Opened) {
  await api.mailboxes.create({
    address: 'ada@acme.test',
    smtp: { host: 'smtp.acme.test', user: 'ada', password: 'secret' },
    is_default: true,
  })
}
async function started(opened: Opened, steps: object[] = two, more: object = {}) {
  await withMailbox(opened)
  const { api } = opened
  const { id } = await api.sequences.create({ name: 'Outreach', steps: steps as typeof two, ...more })
  await api.sequences.activate({ id })
  const contact = await api.contacts.create({ email: 'ann@one.example', first_name: 'Ann' })
  const { results } = await api.sequences.enroll({ id, ids: [contact.id] })
  return { id, contact: contact.id, results, enrollmentId: results[0]?.enrollment_id ?? '' }
}
const work = async ({ engine }: Opened, times = 4) => {
  for (let round = 0; round < times; round += 1) await engine.tick()
}
const emailsOf = async ({ engine }: Opened, sequence_id: string) =>
  (await unit.run(engine, ({ records }) => records.findBy(Email, 'sequence_id', [sequence_id]))).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
const eventsOf = async ({ api }: Opened) => {
  const { events } = await api.events.list({ limit: 100 })
  return events
    .toReversed()
    .filter(({ type }) => type.startsWith('sequence.'))
    .map(({ type, payload }) => ({ type, data: payload }))
}

describeStorages('sequences', (open) => {
  it('send their e-mails one after the other, and are completed', async () => {
    const opened = await open(unit.options)
    const { id, contact, enrollmentId, results } = await started(opened)
    expect(results).toEqual([{ lead_id: contact, enrolled: true, enrollment_id: enrollmentId }])
    await work(opened)
    const [first] = await emailsOf(opened, id)
    expect(first).toMatchObject({ subject: 'Hello Ann', html: '<p>One</p>', enrollment_id: enrollmentId, lead_id: contact })
    const { enrollments } = await opened.api.sequences.enrollments({ id })
    expect(enrollments).toMatchObject([{ id: enrollmentId, status: 'active', history: [{ email_id: first?.id, result: 'queued' }] }])
    expect(enrollments[0]?.next_run_at).not.toBeNull()
    opened.clock.advance('2 days')
    await work(opened)
    expect(await emailsOf(opened, id)).toMatchObject([
      {},
      { html: '<p>Two</p>', reply_to_email_id: first?.id, thread_id: first?.thread_id },
    ])
    expect((await opened.api.sequences.enrollments({ id })).enrollments).toMatchObject([{ status: 'completed', reason: 'completed' }])
    const data = { enrollment_id: enrollmentId, sequence_id: id, lead_id: contact }
    expect(await eventsOf(opened)).toEqual([
      { type: 'sequence.enrolled', data },
      { type: 'sequence.completed', data },
    ])
    expect((await opened.api.sequences.get({ id })).stats).toMatchObject({ enrolled: 1, completed: 1, active: 0 })
    expect((await opened.api.workflows.list({})).workflows).toEqual([])
    expect((await opened.api.workflowRuns.list({})).workflow_runs).toEqual([])
  })

  it('end with an event of the contact, once, and hold back what is queued', async () => {
    const opened = await open(unit.options)
    const { id, contact, enrollmentId } = await started(opened)
    await work(opened)
    await opened.api.activities.logMeeting({ lead_id: contact, subject: 'Demo' })
    // Committed and not dispatched yet: what is about to leave stays.
    const queued = await emailsOf(opened, id)
    const held = await unit.run(opened.engine, async ({ services }) => await followEmails(services).held?.(queued))
    expect([...(held ?? [])]).toEqual([[queued[0]?.id, 'meeting_booked']])
    await work(opened)
    expect((await opened.api.sequences.enrollments({ id })).enrollments).toMatchObject([{ status: 'exited', reason: 'meeting_booked' }])
    const exits = (await eventsOf(opened)).filter(({ type }) => type === 'sequence.exited')
    expect(exits).toMatchObject([{ data: { reason: 'meeting_booked', enrollment_id: enrollmentId, sequence_id: id } }])
    opened.clock.advance('5 days')
    await work(opened)
    expect(await emailsOf(opened, id)).toHaveLength(1)
    // Whoever was in it may come again.
    expect((await opened.api.sequences.enroll({ id, ids: [contact] })).results).toMatchObject([{ enrolled: true }])
  })

  it('hold back the last e-mail, too, while it waits and they are completed already', async () => {
    const opened = await open(unit.options)
    const { id, contact } = await started(opened, two.slice(0, 1))
    await work(opened)
    expect((await opened.api.sequences.enrollments({ id })).enrollments).toMatchObject([{ status: 'completed' }])
    const queued = await emailsOf(opened, id)
    const held = async () => await unit.run(opened.engine, async ({ services }) => await followEmails(services).held?.(queued))
    expect([...((await held()) ?? [])]).toEqual([])
    await opened.api.activities.logMeeting({ lead_id: contact, subject: 'Demo' })
    await work(opened)
    expect([...((await held()) ?? [])]).toEqual([[queued[0]?.id, 'meeting_booked']])
  })

  it('end when an e-mail of theirs is answered, in the same transaction', async () => {
    const opened = await open(unit.options)
    const { id } = await started(opened)
    await work(opened)
    const [email] = await emailsOf(opened, id)
    await unit.run(opened.engine, async ({ changes }) => await changes.tell([{ email: email!, to: 'replied' }]))
    expect((await opened.api.sequences.enrollments({ id })).enrollments).toMatchObject([{ status: 'exited', reason: 'replied' }])
    expect((await opened.api.sequences.stats({ id })).reasons).toEqual({ replied: 1 })
  })

  it('enroll nobody twice or against his will, and say why', async () => {
    const opened = await open(unit.options)
    const { id, contact } = await started(opened)
    const { api } = opened
    const silent = await api.contacts.create({ email: 'no@one.example', do_not_contact: true })
    const nameless = await api.contacts.create({ first_name: 'Bo' })
    const blocked = await api.contacts.create({ email: 'cy@one.example' })
    await api.suppressions.add({ value: 'cy@one.example', kind: 'bounced' })
    const gone = await api.contacts.create({ email: 'gone@one.example' })
    await api.contacts.delete({ id: gone.id })
    const unknown = '019bc0e2-1280-7000-8000-03874c3fa8e7'
    const ids = [contact, silent.id, nameless.id, blocked.id, gone.id, unknown]
    const { results } = await api.sequences.enroll({ id, ids })
    expect(results.map(({ reason }) => reason)).toEqual([
      'already_active',
      'do_not_contact',
      'no_email',
      'suppressed',
      'archived',
      'not_found',
    ])
    const job = await api.sequences.enroll({
      id,
      ids: [...ids, ...Array.from({ length: 5000 }, (_, at) => `${unknown.slice(0, -5)}${10_000 + at}`)],
    })
    expect(job).toEqual({ results: [], job_id: expect.any(String) })
    await expect(api.sequences.enroll({ id, filter: { and: [] } })).rejects.toMatchObject({ details: { errors: [{ path: '/filter' }] } })
    await api.sequences.pause({ id })
    await expect(api.sequences.enroll({ id, ids })).rejects.toBeInstanceOf(CrmError)
  })

  it('write by the mailbox or teammate that is named, who must be there', async () => {
    const opened = await open(unit.options)
    const { api } = opened
    const { id: mailbox_id } = await api.mailboxes.create({
      address: 'sales@acme.test',
      smtp: { host: 'smtp.acme.test', user: 'sales', password: 'secret' },
    })
    const refused = { details: { errors: [{ path: '/sender', code: 'unknown_user' }] } }
    await api.users.invite({ email: 'grace@acme.test' })
    await expect(api.sequences.create({ name: 'S', sender: 'nobody@acme.test' })).rejects.toMatchObject(refused)
    await expect(api.sequences.create({ name: 'S', exit_on: { lifecycle_stage: ['king' as 'lead'] } })).rejects.toMatchObject({
      details: { errors: [{ path: '/exit_on/lifecycle_stage/0' }] },
    })
    const { id, contact } = await started(opened, two, { sender: 'Sales@acme.test' })
    await work(opened)
    expect(await emailsOf(opened, id)).toMatchObject([{ lead_id: contact, mailbox_id }])
  })

  it('wait for their tasks, are held and go on', async () => {
    const opened = await open(unit.options)
    const { api } = opened
    const { id, contact, enrollmentId } = await started(opened, [{ type: 'call', title: 'Call {{contact.first_name}}' }, two[0]!])
    await work(opened)
    const { tasks } = await api.tasks.list({})
    expect(tasks).toMatchObject([{ title: 'Call Ann', type: 'call', source: 'sequence', lead_id: contact }])
    opened.clock.advance('30 days')
    await work(opened)
    expect(await emailsOf(opened, id)).toEqual([])
    await api.sequences.pauseEnrollment({ id, enrollmentId })
    await api.tasks.complete({ id: tasks[0]!.id })
    await work(opened)
    expect(await emailsOf(opened, id)).toEqual([])
    await api.sequences.resumeEnrollment({ id, enrollmentId })
    await work(opened)
    expect(await emailsOf(opened, id)).toHaveLength(1)
    expect((await api.sequences.enrollments({ id })).enrollments).toMatchObject([
      { status: 'completed', history: [{ result: 'completed', task_id: tasks[0]!.id }, { result: 'queued' }] },
    ])
  })

  it('are paused and go on where they stood', async () => {
    const opened = await open(unit.options)
    const { id } = await started(opened)
    await opened.api.sequences.pause({ id })
    await work(opened)
    expect(await emailsOf(opened, id)).toEqual([])
    await opened.api.sequences.activate({ id })
    await work(opened)
    expect(await emailsOf(opened, id)).toHaveLength(1)
  })

  it('send no more on a day than their limit, and only while their window is open', async () => {
    const opened = await open(unit.options)
    const send_window = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '17:00', timezone: 'organization' as const }
    const { id } = await started(opened, [two[0]!], { daily_limit: 1, send_window })
    const second = await opened.api.contacts.create({ email: 'ben@two.example' })
    await opened.api.sequences.enroll({ id, ids: [second.id] })
    await work(opened)
    expect(await emailsOf(opened, id)).toHaveLength(1)
    opened.clock.advance('23 hours')
    await work(opened)
    expect((await emailsOf(opened, id)).map(({ scheduled_at }) => scheduled_at?.toISOString().slice(0, 10))).toEqual([
      '2026-01-15',
      '2026-01-16',
    ])
  })

  it('keep their versions, and are taken to the newest one by step', async () => {
    const opened = await open(unit.options)
    const { id } = await started(opened)
    await work(opened)
    const { steps } = await opened.api.sequences.get({ id })
    const changed = two.map((step, at) => ({ ...step, id: steps[at]!.id, ...(at === 1 && { body: '<p>New</p>' }) }))
    await opened.api.sequences.update({ id, steps: changed })
    expect(await opened.api.sequences.migrate({ id })).toEqual({ version: 2, migrated: 1 })
    opened.clock.advance('2 days')
    await work(opened)
    expect(await emailsOf(opened, id)).toMatchObject([{ html: '<p>One</p>' }, { html: '<p>New</p>' }])
  })

  it('are steps of workflows, too', async () => {
    const opened = await open(unit.options)
    const { api } = opened
    const { id } = await started(opened)
    const steps = [{ type: 'enroll_sequence', config: { sequence_id: id } }]
    const workflow = await api.workflows.create({ name: 'New', trigger: { type: 'contact.created' }, steps })
    await api.workflows.activate({ id: workflow.id })
    await api.contacts.create({ email: 'ben@two.example' })
    await work(opened)
    const { enrollments } = await api.sequences.enrollments({ id })
    expect(enrollments.map(({ enrolled_via }) => enrolled_via.replace(/:.*/, ''))).toEqual(['workflow', 'user'])
    await api.sequences.delete({ id })
    expect((await eventsOf(opened)).filter(({ type }) => type === 'sequence.exited')).toHaveLength(2)
  })
})
