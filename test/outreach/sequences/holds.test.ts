import { beforeAll, expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { SequenceLab } from './lab.ts'

const mail = (subject: string, more: object = {}) => ({ type: 'email', subject, body: '<p>Hello</p>', ...more })
const later = { delay: { amount: 1, unit: 'days' } }

describeStorages('e-mails of sequences that wait in the queue', (open) => {
  let lab: SequenceLab
  beforeAll(async () => {
    lab = await SequenceLab.open(open, { kept: true })
  })
  const sentTo = (domain: string) => lab.mailer.taken.flatMap(({ to }) => to).filter((each) => each.endsWith(domain))
  // A mailbox that has room for one message in an hour, and is not read.
  const slow = async (domain: string) => {
    const smtp = { host: 'mail.ours.example', user: domain, password: 'x' }
    await lab.api.mailboxes.create({ address: `ada@${domain}`, smtp, hourly_limit: 1 })
    return `ada@${domain}`
  }

  it('leave while the window of their sequence is open, however long their mailbox has held them up', async () => {
    const send_window = { days: [1, 2, 3, 4, 5], from: '08:00', to: '09:30', timezone: 'organization' }
    const id = await lab.sequence([mail('One')], { sender: await slow('one.example'), send_window })
    for (const each of ['a', 'b']) await lab.enrolled(id, `${each}@one.example`)
    await lab.work()
    await lab.after('61 minutes')
    expect(sentTo('one.example')).toHaveLength(1)
    const [waiting] = (await lab.api.emails.list({ sequence_id: id, status: 'queued' })).emails
    expect(waiting).toMatchObject({ waiting_for: 'window' })
    await lab.after('23 hours')
    expect(sentTo('one.example')).toHaveLength(2)
  })

  it('wait while their sequence or their enrollment is paused, and are cancelled with it', async () => {
    const id = await lab.sequence([mail('One'), mail('Two', later)], { sender: await slow('two.example') })
    const [, second, third, fourth] = [
      await lab.enrolled(id, 'a@two.example'),
      await lab.enrolled(id, 'b@two.example'),
      await lab.enrolled(id, 'c@two.example'),
      await lab.enrolled(id, 'd@two.example'),
    ]
    await lab.work()
    await lab.api.sequences.pauseEnrollment({ id, enrollmentId: second.enrollment })
    await lab.api.sequences.pause({ id })
    await lab.after('61 minutes')
    await lab.after('61 minutes')
    expect(sentTo('two.example')).toHaveLength(1)
    await lab.api.sequences.unenroll({ id, enrollmentId: third.enrollment })
    await lab.work()
    const { emails } = await lab.api.emails.list({ sequence_id: id })
    expect(emails.find(({ lead_id }) => lead_id === third.contact)).toMatchObject({ status: 'cancelled' })
    expect(emails.find(({ lead_id }) => lead_id === fourth.contact)).toMatchObject({ status: 'queued', waiting_for: 'sequence' })
    await lab.api.sequences.activate({ id })
    await lab.after('61 minutes')
    await lab.after('61 minutes')
    expect(sentTo('two.example').toSorted()).toEqual(['a@two.example', 'd@two.example'])
    await lab.api.sequences.resumeEnrollment({ id, enrollmentId: second.enrollment })
    await lab.after('61 minutes')
    expect(sentTo('two.example')).toContain('b@two.example')
    await lab.api.sequences.delete({ id })
  })

  it('end with a contact that another takes in, whose ids both enroll the same one', async () => {
    const id = await lab.sequence([mail('One'), mail('Two', later)])
    const kept = await lab.enrolled(id, 'a@three.example')
    const merged = await lab.enrolled(id, 'b@three.example')
    await lab.work()
    await lab.api.contacts.merge({ id: kept.contact, merge_ids: [merged.contact] })
    await lab.work()
    expect(await lab.states(id)).toEqual(['active', 'exited: contact_deleted'])
    expect(await lab.api.contacts.get({ id: kept.contact })).toMatchObject({ active_sequences: 1 })
    const other = await lab.sequence([mail('Other', later)])
    const { results } = await lab.api.sequences.enroll({ id: other, ids: [merged.contact, kept.contact] })
    expect(results).toMatchObject([{ enrolled: true }, { enrolled: false, reason: 'already_active' }])
  })

  it('count for their step also when it is gone; a held enrollment begins at the step to which it is taken', async () => {
    const id = await lab.sequence([mail('One'), { type: 'task', title: 'Call' }, mail('Two', later)])
    const { enrollment } = await lab.enrolled(id, 'a@four.example')
    await lab.work()
    const { steps } = await lab.api.sequences.get({ id })
    await lab.api.sequences.pauseEnrollment({ id, enrollmentId: enrollment })
    // As they were answered, without the first two.
    await lab.api.sequences.update({ id, steps: steps.slice(2) })
    await lab.api.sequences.migrate({ id })
    await lab.api.sequences.resumeEnrollment({ id, enrollmentId: enrollment })
    await lab.work()
    await lab.after('1 day')
    expect(await lab.states(id)).toEqual(['completed'])
    expect((await lab.api.sequences.stats({ id })).steps).toMatchObject([
      { position: 1, sent: 1 },
      { step_id: steps[0]?.id, position: null, type: 'email', sent: 1, waiting: 0 },
    ])
  })

  it('have no line ends in their subjects', async () => {
    const error = { details: { errors: [{ path: '/steps/0/subject', code: 'format' }] } }
    await expect(lab.sequence([mail('One\nBcc: x@y.example')])).rejects.toMatchObject(error)
    const template = { name: 'T', subject: 'One\nTwo', html: '<p>Hi</p>' }
    await expect(lab.api.emailTemplates.create(template)).rejects.toMatchObject({ details: { errors: [{ path: '/subject' }] } })
    const html = `<p>${'x'.repeat(100_000)}</p>`
    expect(await lab.api.emails.send({ to: ['a@five.example'], subject: 'Long', html })).toMatchObject({ status: 'queued', html })
  })
})
