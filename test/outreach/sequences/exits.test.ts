import { Writer, type LineRequest } from 'rapport-crm'
import { expect, it } from 'vitest'
import { rateOf } from '../../../core/outreach/sequences/sequence-stats.ts'
import { Email } from '../../../core/outreach/emails/entity.ts'
import { describeStorages } from '../../support/storages.ts'
import { SequenceLab } from './lab.ts'

const step = { type: 'email', subject: 'Hello', body: '<p>Hello</p>' }
const later = { ...step, delay: { amount: 2, unit: 'days' } }

class Lines extends Writer {
  readonly asked: LineRequest[] = []
  override get isBound() {
    return true
  }
  override write(request: LineRequest) {
    this.asked.push(request)
    return Promise.resolve({ text: `Line ${this.asked.length}`, warning: null })
  }
}

it('a rate has the interval of Wilson', () => {
  expect(rateOf(0, 0)).toEqual({ count: 0, rate: 0, low: 0, high: 1 })
  expect(rateOf(10, 100)).toEqual({ count: 10, rate: 0.1, low: 0.0552, high: 0.1744 })
  expect(rateOf(0, 10)).toMatchObject({ low: 0, high: 0.2775 })
  expect(rateOf(10, 10)).toMatchObject({ low: 0.7225, high: 1 })
})

describeStorages('enrollments', (open) => {
  it('end for each reason, once, with its event', async () => {
    const lab = await SequenceLab.open(open)
    const { api } = lab
    const exit_on = { deal_created: true, lifecycle_stage: ['customer'] }
    const id = await lab.sequence([step, later], { exit_on })
    const reasons: Readonly<Record<string, (contact: string, enrollment: string) => Promise<unknown>>> = {
      replied: async (contact) =>
        lab.answer(
          (await lab.emails()).find(({ lead_id }) => lead_id === contact)!,
          `replied@x.example`,
        ),
      meeting_booked: (lead_id) => api.activities.logMeeting({ lead_id, subject: 'Demo' }),
      deal_created: (primary_lead_id) => api.deals.create({ name: 'Deal', primary_lead_id }),
      lifecycle_stage: (contact) => api.contacts.update({ id: contact, lifecycle_stage: 'customer' }),
      unsubscribed: (contact) => api.contacts.unsubscribe({ id: contact }),
      bounced: async (contact) => {
        const email = (await lab.emails()).find(({ lead_id }) => lead_id === contact)
        await api.emails.recordFeedback({ email_id: email?.id ?? '', kind: 'hard', code: '5.1.1' })
      },
      do_not_contact: (contact) => api.contacts.update({ id: contact, do_not_contact: true }),
      contact_deleted: (contact) => api.contacts.delete({ id: contact }),
      manual: (_contact, enrollmentId) => api.sequences.unenroll({ id, enrollmentId }),
    }
    const all = []
    for (const reason of Object.keys(reasons)) all.push({ reason, ...(await lab.enrolled(id, `${reason}@x.example`)) })
    await lab.work()
    expect(lab.mailer.taken).toHaveLength(all.length)
    for (const { reason, contact, enrollment } of all) await reasons[reason]?.(contact, enrollment)
    // What is older than the first reading of the mailbox is no news; this is.
    await lab.after('11 minutes')
    await lab.after('11 minutes')
    const { events } = await api.events.list({ type: 'sequence.exited', limit: 100 })
    const told = events.map(({ payload }) => payload as { readonly enrollment_id: string; readonly reason: string })
    expect(told.map(({ enrollment_id, reason }) => [enrollment_id, reason]).toSorted()).toEqual(
      all.map(({ enrollment, reason }) => [enrollment, reason]).toSorted(),
    )
    await lab.after('3 days')
    expect(lab.mailer.taken).toHaveLength(all.length)
    const stats = await api.sequences.stats({ id })
    expect(stats.reasons).toEqual(Object.fromEntries(all.map(({ reason }) => [reason, 1])))
    expect(stats.steps.map(({ meetings }) => meetings.count)).toEqual([1, 0])
  })

  it('split into two variants that are counted apart', async () => {
    const lab = await SequenceLab.open(open)
    const { api } = lab
    await api.mailboxes.update({ id: lab.mailbox, hourly_limit: 1000, max_connections: 50 })
    const variants = [
      { ...step, subject: 'A', variant: 'a' },
      { ...step, subject: 'B', variant: 'b' },
    ]
    const id = await lab.sequence(variants)
    const people = Array.from({ length: 40 }, (_, at) => ({ email: `split.${at}@x.example` }))
    await api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records: people })
    await api.sequences.enroll({ id, filter: { field: 'email', op: 'contains', value: 'split.' } })
    await lab.work(6)
    const emails = await lab.emails()
    expect(emails).toHaveLength(40)
    const [a, b] = ['A', 'B'].map((subject) => emails.filter((each) => each.subject === subject))
    expect([a!.length > 5, b!.length > 5]).toEqual([true, true])
    const opened_at = lab.opened.clock.now()
    await lab.within(async ({ records }) =>
      records.update(
        Email,
        a!.slice(0, 3).map((before) => ({ before, changes: { opened_at } })),
      ),
    )
    const { steps } = await api.sequences.stats({ id })
    expect(steps).toMatchObject([
      { variant: 'a', sent: a!.length, opened: rateOf(3, a!.length), replied: rateOf(0, a!.length) },
      { variant: 'b', sent: b!.length, opened: rateOf(0, b!.length) },
    ])
  })

  it('send in the order in which they fell due when the limit of a day has held them', async () => {
    const lab = await SequenceLab.open(open)
    const id = await lab.sequence([step], { daily_limit: 2 })
    for (const name of ['one', 'two', 'three', 'four', 'five']) await lab.enrolled(id, `${name}@x.example`)
    await lab.work()
    for (let day = 0; day < 2; day += 1) await lab.after('1 day')
    expect(lab.mailer.taken.map(({ to: [address] }) => address?.split('@')[0])).toEqual(['one', 'two', 'three', 'four', 'five'])
    expect((await lab.emails()).map(({ scheduled_at }) => scheduled_at?.toISOString().slice(8, 10))).toEqual(['15', '15', '16', '16', '17'])
  })

  it('have their line written once, in the language of the person', async () => {
    const lines = new Lines()
    const lab = await SequenceLab.open(open, { ports: [lines] })
    const id = await lab.sequence([{ ...step, body: '{{ai.line}}' }])
    await lab.enrolled(id, 'ann@x.example', { language: 'fr' })
    await lab.enrolled(id, 'ben@x.example')
    await lab.work(6)
    expect(lines.asked.map(({ language }) => language).toSorted()).toEqual(['en', 'fr'])
    expect((await lab.emails()).map(({ text }) => text).toSorted()).toEqual(['Line 1', 'Line 2'])
  })
})
