import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { bounce, letter } from '../reading/letters.ts'
import { PostOffice } from './post-office.ts'

describeStorages('what arrives when something else has happened meanwhile', (open) => {
  it('changes nothing of a contact that was deleted, and is there when it is restored', async () => {
    const office = await PostOffice.open(open)
    const { api } = office.opened
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const before = await api.contacts.get({ id: kim })
    await api.contacts.delete({ id: kim })
    office.put(office.answer(ours, { From: 'assistant@theirs.example' }))
    office.put(office.answer(ours, { From: 'kim@theirs.example' }))
    await office.read()
    expect((await office.emails()).map(({ direction, lead_id }) => [direction, lead_id])).toEqual([
      ['out', kim],
      ['in', kim],
      ['in', kim],
    ])
    expect(await office.told(kim)).toEqual([])
    const { last_contacted_at, last_activity_at, total_email_replies } = before
    expect(await api.contacts.restore({ id: kim })).toMatchObject({ last_contacted_at, last_activity_at, total_email_replies })
  })

  it('is an answer in a conversation in which one of ours went to its writer, though its headers do not name that', async () => {
    const office = await PostOffice.open(open)
    const [kim, lee] = [await office.contact('kim@theirs.example'), await office.contact('lee@theirs.example')]
    const headers = (id: string, more: Readonly<Record<string, string>>) => ({
      'Message-ID': `<${id}@theirs.example>`,
      Date: office.opened.clock.now().toUTCString(),
      ...more,
    })
    office.put(letter('Have you a price?', headers('first', { From: 'kim@theirs.example' })))
    await office.read()
    const [first] = await office.emails()
    const ours = await office.sent(kim, ['kim@theirs.example'], {
      thread_id: first?.thread_id ?? null,
      reply_to_email_id: first?.id ?? null,
    })
    // They answer what Kim wrote, Lee as well, to whom nothing of ours went.
    office.put(letter('And by when?', headers('second', { From: 'kim@theirs.example', 'In-Reply-To': '<first@theirs.example>' })))
    office.put(letter('Me too', headers('third', { From: 'lee@theirs.example', 'In-Reply-To': '<first@theirs.example>' })))
    await office.read()
    const replies = (await office.emails()).slice(2)
    expect(replies.map(({ thread_id, reply_to_email_id }) => [thread_id, reply_to_email_id])).toEqual([
      [first?.thread_id, ours.id],
      [first?.thread_id, null],
    ])
    expect((await office.email(ours.id))?.replied_at).not.toBeNull()
    expect(await office.told(kim)).toEqual(['contact.email_received', 'contact.email_received', 'contact.replied'])
    expect(await office.told(lee)).toEqual(['contact.email_received'])
  })

  it('is another message where somebody else uses the Message-ID of one of ours, and that one where a relay has changed it', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const [id, at] = [ours.message_id ?? '', ours.scheduled_at?.toUTCString() ?? '']
    office.put(letter('Mine', { From: 'kim@theirs.example', 'Message-ID': id, Date: 'Tue, 24 Nov 2026 10:00:00 +0000' }))
    office.put(letter('Hello', { From: 'bounces@relay.example', To: 'kim@theirs.example', 'Message-ID': id, Date: at }), 'Sent')
    office.put(letter('Hello', { From: 'ada@ours.example', To: 'kim@theirs.example', 'Message-ID': id }), 'Sent')
    await office.read()
    expect((await office.emails()).map(({ direction, text }) => [direction, text])).toEqual([
      ['out', 'Hello'],
      ['in', 'Mine'],
    ])
  })

  it('is listed once where it is a report on nothing, and is never tied to what was sent after it', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const said = {
      'Final-Recipient': 'rfc822; kim@theirs.example',
      Action: 'failed',
      Status: '5.1.1',
      'Diagnostic-Code': 'smtp; 550 5.1.1 x',
    }
    office.put(bounce([said]))
    await office.read()
    expect((await office.leftovers()).map(({ uid }) => uid)).toEqual(['1'])
    office.opened.clock.advance('10 days')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const folder = office.inbox.folder('ada@ours.example', 'INBOX')
    folder.uidValidity += 1
    const [[uid, mail] = []] = folder.mails
    folder.mails.clear()
    folder.mails.set(9, { ...mail!, uid: 9 })
    folder.next = 10
    expect(uid).toBe(1)
    await office.read()
    expect((await office.leftovers()).map(({ uid }) => uid)).toEqual(['9'])
    expect((await office.email(ours.id))?.bounce).toBeNull()
  })

  it('is no message as long as it is a draft, which a folder of all messages holds as well', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const at = office.opened.clock.now()
    const headers = { From: 'ada@ours.example', To: 'kim@theirs.example', Date: at.toUTCString() }
    const put = (isDraft: boolean) =>
      office.inbox.put('ada@ours.example', 'All', letter('Hello', { ...headers, 'Message-ID': '<one@ours.example>' }), at, isDraft)
    put(true)
    await office.read()
    expect([await office.emails(), await office.told(kim)]).toEqual([[], []])
    put(false)
    await office.read()
    expect((await office.emails()).map(({ direction }) => direction)).toEqual(['out'])
    expect(await office.told(kim)).toEqual(['contact.email_sent'])
  })

  it('is read at once where somebody has asked for it while the mailbox was being read', async () => {
    const office = await PostOffice.open(open)
    const { clock, engine } = office.opened
    await office.contact('kim@theirs.example')
    for (let at = 0; at < 45; at += 1) office.put(letter('Hello', { From: 'kim@theirs.example', 'Message-ID': `<${at}@theirs.example>` }))
    office.inbox.connected.length = 0
    let asking: Promise<unknown> | undefined
    // The first call for messages asks; other parts are stored after it.
    office.inbox.onFetch = () => {
      clock.advance('1 second')
      asking ??= engine.as(ada).mailboxes.sync({ id: office.mailbox })
    }
    clock.advance('11 minutes')
    for (let times = 0; times < 3; times += 1) await engine.tick()
    await asking
    expect(await office.emails()).toHaveLength(45)
    // Once because it was due, and once more because of that.
    expect(office.inbox.connected).toHaveLength(2)
  })
})
