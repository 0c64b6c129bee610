import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { letter } from '../reading/letters.ts'
import { SequenceLab } from '../sequences/lab.ts'

const sentOf = (lab: SequenceLab) =>
  [...lab.inbox.folder('ada@ours.example', 'Sent').mails.values()].map(({ raw }) => Buffer.from(raw).toString())

describeStorages('a mailbox that sends and is read', (open) => {
  it('keeps a copy of what it has sent, once, without what counts its readers', async () => {
    const lab = await SequenceLab.open(open, { publicUrl: 'https://crm.ours.example' })
    await lab.work(1)
    await lab.after('1 minute')
    const html = '<p>Hello <a href="https://one.example/">you</a></p>'
    const email = await lab.api.emails.send({ to: ['kim@theirs.example'], subject: 'Hello', html, track: true })
    await lab.work(2)
    expect(lab.mailer.taken[0]?.message).toContain('/t/o/')
    const other = await lab.api.emails.send({ to: ['lee@theirs.example'], subject: 'Kept by the server', html })
    await lab.work(2)
    lab.inbox.put('ada@ours.example', 'Sent', Buffer.from(lab.mailer.taken[1]?.message ?? ''), lab.opened.clock.now())
    expect(sentOf(lab)).toHaveLength(1)
    await lab.after('11 minutes')
    const copies = sentOf(lab)
    expect(copies).toHaveLength(2)
    expect(copies[1]).toContain('Subject: Hello')
    expect(copies[1]).not.toContain('/t/')
    await lab.after('11 minutes')
    await lab.after('11 minutes')
    expect(sentOf(lab)).toHaveLength(2)
    expect((await lab.emails()).map(({ id, status }) => [id, status])).toEqual([
      [email.id, 'sent'],
      [other.id, 'sent'],
    ])
  })

  it('looks a minute after sending whether its server has kept the message', async () => {
    const lab = await SequenceLab.open(open)
    await lab.work(1)
    await lab.after('2 minutes')
    await lab.api.emails.send({ to: ['kim@theirs.example'], subject: 'Hello', text: 'Hello' })
    await lab.work(2)
    await lab.after('59 seconds')
    expect(sentOf(lab)).toEqual([])
    await lab.after('1 second')
    expect(sentOf(lab)).toHaveLength(1)
  })

  it('leaves the folder alone where it is told so', async () => {
    const lab = await SequenceLab.open(open)
    await lab.api.mailboxes.update({ id: lab.mailbox, save_sent: 'no' })
    await lab.work(1)
    await lab.api.emails.send({ to: ['kim@theirs.example'], subject: 'Hello', text: 'Hello' })
    await lab.work(2)
    await lab.after('11 minutes')
    expect(sentOf(lab)).toEqual([])
  })

  it('offers to unsubscribe by a message, which does it', async () => {
    const lab = await SequenceLab.open(open, { publicUrl: 'https://crm.ours.example' })
    await lab.work(1)
    const id = await lab.sequence([{ type: 'email', subject: 'News', body: '<p>News</p>' }], { topic: 'news' })
    const { contact } = await lab.enrolled(id, 'kim@theirs.example')
    await lab.work()
    const header = /^List-Unsubscribe: <(https:[^>]+)>, <mailto:([^?]+)\?subject=([^>]+)>$/m.exec(lab.mailer.taken[0]?.message ?? '')
    expect(header?.[2]).toBe('ada@ours.example')
    const put = (subject: string) =>
      lab.inbox.put('ada@ours.example', 'INBOX', letter('', { From: 'relay@elsewhere.example', Subject: subject }), lab.opened.clock.now())
    put('unsubscribe AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    await lab.after('11 minutes')
    expect((await lab.api.suppressions.list({})).suppressions).toEqual([])
    put(decodeURIComponent(header?.[3] ?? ''))
    await lab.after('11 minutes')
    expect((await lab.api.suppressions.list({})).suppressions).toMatchObject([
      { value: 'kim@theirs.example', kind: 'unsubscribed', topic: 'news', source: 'unsubscribe mail' },
    ])
    const { events } = await lab.api.events.list({ type: 'contact.unsubscribed' })
    expect(events.map(({ entity_id }) => entity_id)).toEqual([contact])
    // Who has subscribed again stays so when the server renews its numbers, and all is read once more.
    await lab.api.privacy.setConsent({ id: contact, topic: 'news', state: 'subscribed' })
    lab.inbox.folder('ada@ours.example', 'INBOX').uidValidity += 1
    await lab.after('11 minutes')
    expect((await lab.api.suppressions.list({})).suppressions).toEqual([])
    expect(await lab.api.contacts.get({ id: contact })).toMatchObject({ consents: { news: { state: 'subscribed' } } })
  })

  it('fails when its sign-in is refused, tells its owner once, and works again by itself', async () => {
    const lab = await SequenceLab.open(open)
    await lab.work(1)
    lab.inbox.isRefusing = true
    for (let round = 0; round < 3; round += 1) await lab.after('31 minutes')
    expect(await lab.api.mailboxes.get({ id: lab.mailbox })).toMatchObject({ status: 'failing', last_error: 'The sign-in was refused' })
    const { notifications } = await lab.api.notifications.list({})
    expect(notifications.filter(({ type }) => type === 'mailbox.failing')).toHaveLength(1)
    // It sends all the same.
    await lab.api.emails.send({ to: ['kim@theirs.example'], subject: 'Hello', text: 'Hello' })
    await lab.work(2)
    expect(lab.mailer.taken).toHaveLength(1)
    lab.inbox.isRefusing = false
    await lab.after('31 minutes')
    expect(await lab.api.mailboxes.get({ id: lab.mailbox })).toMatchObject({ status: 'connected', last_error: null })
  })
})
