import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { SequenceLab } from './lab.ts'

const two = [
  { type: 'email', subject: 'One', body: '<p>One</p>' },
  { type: 'email', delay: { amount: 2, unit: 'days' }, subject: 'Two', body: '<p>Two</p>' },
]

describeStorages('sequences and their mailboxes', (open) => {
  it('send no follow-up to whom has answered, though the answer was not read when it fell due', async () => {
    const lab = await SequenceLab.open(open)
    const id = await lab.sequence(two)
    await lab.enrolled(id, 'ann@theirs.example')
    await lab.enrolled(id, 'ben@theirs.example')
    await lab.work()
    const [first] = await lab.emails()
    await lab.after('47 hours')
    lab.answer(first!, 'ann@theirs.example')
    // The mailbox is not read on the way, so that the answer lies there when the follow-up falls due.
    lab.inbox.isRefusing = true
    await lab.after('61 minutes')
    expect((await lab.emails()).slice(2)).toMatchObject([{ waiting_for: 'mailbox_sync' }, { waiting_for: 'mailbox_sync' }])
    await lab.after('3 hours')
    expect(lab.mailer.taken).toHaveLength(2)
    lab.inbox.isRefusing = false
    await lab.after('31 minutes')
    await lab.after('2 minutes')
    expect(lab.mailer.taken.map(({ to }) => to)).toEqual([['ann@theirs.example'], ['ben@theirs.example'], ['ben@theirs.example']])
    // The last step was done when its e-mail was queued, and the e-mail was held back all the same.
    expect((await lab.emails()).map(({ status, error }) => error?.code ?? status)).toEqual(['sent', 'sent', 'replied', 'sent'])
    expect(await lab.states(id)).toEqual(['completed', 'completed'])
  })

  it('end with an answer that lies unread when a follow-up falls due', async () => {
    const lab = await SequenceLab.open(open)
    const id = await lab.sequence([...two, { ...two[1]!, subject: 'Three' }])
    await lab.enrolled(id, 'ann@theirs.example')
    await lab.work()
    const [first] = await lab.emails()
    await lab.after('47 hours')
    lab.answer(first!, 'ann@theirs.example')
    // Between two readings.
    await lab.after('1 hour')
    await lab.after('1 minute')
    expect([lab.mailer.taken.length, await lab.states(id)]).toEqual([1, ['exited: replied']])
  })

  it('ask for their mailbox to be read, and are as quick as that', async () => {
    const lab = await SequenceLab.open(open)
    const id = await lab.sequence(two)
    await lab.enrolled(id, 'ann@theirs.example')
    await lab.work()
    await lab.after('48 hours')
    await lab.after('1 minute')
    expect(lab.mailer.taken).toHaveLength(2)
  })

  it('are held while their mailbox is disabled, and go on in the order in which they fell due', async () => {
    const lab = await SequenceLab.open(open)
    const { api } = lab
    const late = await lab.sequence([{ type: 'email', delay: { amount: 3, unit: 'hours' }, subject: 'Late', body: 'Late' }])
    const soon = await lab.sequence([{ type: 'email', delay: { amount: 1, unit: 'hours' }, subject: 'Soon', body: 'Soon' }])
    const ann = await lab.enrolled(late, 'ann@theirs.example')
    await lab.enrolled(soon, 'ben@theirs.example')
    const cy = await lab.enrolled(soon, 'cy@theirs.example')
    await lab.work()
    await api.sequences.pauseEnrollment({ id: soon, enrollmentId: cy.enrollment })
    await api.mailboxes.update({ id: lab.mailbox, status: 'disabled' })
    expect([await lab.states(late), await lab.states(soon)]).toEqual([['paused'], ['paused', 'paused']])
    await expect(api.sequences.resumeEnrollment({ id: late, enrollmentId: ann.enrollment })).rejects.toMatchObject({ code: 'conflict' })
    await lab.after('5 hours')
    expect(await lab.emails()).toEqual([])
    await api.mailboxes.update({ id: lab.mailbox, status: 'connected' })
    await lab.work()
    expect(lab.mailer.taken.map(({ to: [address] }) => address)).toEqual(['ben@theirs.example', 'ann@theirs.example'])
    // Whom a person has held stays so.
    expect([await lab.states(late), await lab.states(soon)]).toEqual([['completed'], ['completed', 'paused']])
  })

  it('go on after a pause in the order in which their steps fell due', async () => {
    const lab = await SequenceLab.open(open)
    const id = await lab.sequence([{ type: 'email', delay: { amount: 2, unit: 'hours' }, subject: 'Hello', body: 'Hello' }])
    await lab.enrolled(id, 'first@theirs.example')
    await lab.work()
    // It falls due before the first one.
    await lab.api.sequences.update({ id, steps: [{ type: 'email', delay: { amount: 1, unit: 'hours' }, subject: 'Hello', body: 'Hello' }] })
    await lab.enrolled(id, 'second@theirs.example')
    await lab.work()
    await lab.api.sequences.pause({ id })
    await lab.after('3 hours')
    expect(lab.mailer.taken).toEqual([])
    await lab.api.sequences.activate({ id })
    await lab.work()
    expect(lab.mailer.taken.map(({ to: [address] }) => address)).toEqual(['second@theirs.example', 'first@theirs.example'])
  })

  it('end in all sequences of the topic when somebody unsubscribes from it, and in no others', async () => {
    const lab = await SequenceLab.open(open)
    const { api } = lab
    const news = await lab.sequence(two, { topic: 'news' })
    const more = await lab.sequence(two, { topic: 'news' })
    const other = await lab.sequence(two, { topic: 'product' })
    const { contact } = await lab.enrolled(news, 'ann@theirs.example')
    for (const id of [more, other]) await api.sequences.enroll({ id, ids: [contact] })
    await lab.work()
    const email = (await lab.emails()).find(({ sequence_id }) => sequence_id === news)
    await lab.within(async ({ unsubscriber }) => await unsubscriber.withdraw(email?.id ?? '', 'topic', 'test'))
    // In the transaction itself, before any event is dispatched.
    expect([await lab.states(news), await lab.states(more), await lab.states(other)]).toEqual([
      ['exited: unsubscribed'],
      ['exited: unsubscribed'],
      ['active'],
    ])
    await lab.within(async ({ unsubscriber }) => await unsubscriber.withdraw(email?.id ?? '', 'all', 'test'))
    await lab.work()
    expect(await lab.states(other)).toEqual(['exited: unsubscribed'])
    const { events } = await api.events.list({ type: 'sequence.exited' })
    expect(events).toHaveLength(3)
  })
})
