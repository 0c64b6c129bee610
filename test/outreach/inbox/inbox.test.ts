import { expect, it, vi } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { bounce, letter, parts } from '../reading/letters.ts'
import { PostOffice } from './post-office.ts'

const failed = (address: string, status: string, text: string) => ({
  'Final-Recipient': `rfc822; ${address}`,
  Action: 'failed',
  Status: status,
  'Diagnostic-Code': `smtp; ${text}`,
})

describeStorages('the inbox', (open) => {
  it('stores an answer once, with its contact, thread and text, and tells of it', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const answer = office.answer(ours, { From: 'kim@theirs.example' })
    office.put(answer)
    await office.read()
    // The same message lies in two more folders.
    await PostOffice.connect(office.opened, 'bob@ours.example')
    office.put(answer, 'INBOX', 'bob@ours.example')
    office.put(answer, 'Sent')
    await office.read()
    const all = await office.emails()
    expect(all).toHaveLength(2)
    expect(all.find(({ direction }) => direction === 'in')).toMatchObject({
      status: 'received',
      lead_id: kim,
      thread_id: ours.id,
      reply_to_email_id: ours.id,
      snippet: 'Yes.',
      automatic: false,
      from: 'kim@theirs.example',
      mailbox: 'ada@ours.example',
    })
    expect((await office.email(ours.id))?.replied_at).not.toBeNull()
    expect(await office.told(kim)).toEqual(['contact.email_received', 'contact.replied'])
    expect(await office.opened.api.contacts.get({ id: kim })).toMatchObject({ total_email_replies: 1 })
    // Reading it changes nothing that a person has set: `If-Match` goes on.
    expect(await office.opened.api.mailboxes.get({ id: office.mailbox })).toMatchObject({
      status: 'connected',
      last_sync_at: office.opened.clock.now().toISOString(),
      version: 1,
    })
  })

  it('keeps messages of contacts, and leaves out what concerns nobody', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    office.put(letter('A question', { From: 'kim@theirs.example', Subject: 'New', 'Message-ID': '<new@theirs.example>' }))
    office.put(letter('Buy this', { From: 'news@strangers.example', 'Message-ID': '<news@strangers.example>' }))
    await office.read()
    expect((await office.emails()).map(({ message_id }) => message_id)).toEqual(['<new@theirs.example>'])
    expect(await office.told(kim)).toEqual(['contact.email_received'])
  })

  it('counts no absence as an answer, and an answer of somebody else as theirs', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const lee = await office.contact('lee@theirs.example')
    const [one, two, three] = [
      await office.sent(kim, ['kim@theirs.example']),
      await office.sent(kim, ['kim@theirs.example']),
      await office.sent(kim, ['kim@theirs.example']),
    ]
    office.put(office.answer(one, { From: 'kim@theirs.example', 'Auto-Submitted': 'auto-replied' }))
    office.put(office.answer(two, { From: 'lee@theirs.example' }))
    office.put(office.answer(three, { From: 'assistant@theirs.example' }))
    await office.read()
    const received = (await office.emails()).filter(({ direction }) => direction === 'in')
    expect(received.map(({ lead_id, automatic }) => [lead_id, automatic])).toEqual([
      [kim, true],
      [lee, false],
      [kim, false],
    ])
    expect((await office.email(one.id))?.replied_at).toBeNull()
    expect(await office.told(lee)).toEqual(['contact.email_received', 'contact.replied'])
    expect(await office.told(kim)).toEqual(['contact.email_received', 'contact.replied'])
    // The timeline has them all, those that no person wrote included.
    const { timeline } = await office.opened.api.contacts.timeline({ id: kim })
    const mails = timeline.filter(({ type }) => type === 'email')
    expect(mails.map(({ title }) => title).toSorted()).toEqual(['Automatic: Re: Tuesday', 'Re: Tuesday', 'Tuesday', 'Tuesday', 'Tuesday'])
    expect(mails.every(({ data }) => !('html' in data || 'text' in data))).toBe(true)
  })

  it('settles an uncertain message by an answer to it: it has left, and its events are told once', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const unclear = { status: 'uncertain', sent_at: null, error: { code: 'no_answer', text: 'No answer' } } as const
    const ours = await office.sent(kim, ['kim@theirs.example'], unclear)
    expect(await office.told(kim)).toEqual([])
    office.put(office.answer(ours, { From: 'kim@theirs.example' }))
    office.put(office.answer(ours, { From: 'kim@theirs.example' }))
    await office.read()
    const settled = await office.email(ours.id)
    expect(settled).toMatchObject({ status: 'sent', sent_at: ours.begun_at, replied_at: expect.any(Date) })
    expect((await office.told(kim)).filter((type) => type !== 'contact.email_received')).toEqual([
      'contact.email_sent',
      'contact.replied',
      'contact.replied',
    ])
  })

  it('tells once of what a teammate wrote with another program, which is no answer', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'], { status: 'uncertain', sent_at: null })
    const own = office.answer(ours, { From: 'Ada <ada@ours.example>', To: 'kim@theirs.example', Subject: 'One more thing' })
    office.put(own, 'Sent')
    office.put(own)
    office.put(letter('Hello', { From: 'ada@ours.example', To: 'kim@theirs.example', 'Message-ID': ours.message_id ?? '' }), 'Sent')
    await office.read()
    expect((await office.emails()).map(({ direction, status }) => [direction, status])).toEqual([
      ['out', 'sent'],
      ['out', 'sent'],
    ])
    // Ours, which was not certain, and the other one.
    expect(await office.told(kim)).toEqual(['contact.email_sent', 'contact.email_sent'])
    expect((await office.email(ours.id))?.replied_at).toBeNull()
  })

  it('makes no events of what is older than the connection', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const before = new Date(office.opened.clock.now().getTime() - 86_400_000)
    office.inbox.put('ada@ours.example', 'INBOX', office.answer(ours, { From: 'kim@theirs.example' }), before)
    await office.read()
    expect((await office.emails()).filter(({ direction }) => direction === 'in')).toHaveLength(1)
    expect(await office.told(kim)).toEqual([])
  })

  it('sets what reports say of each recipient, and suppresses those that do not exist', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example', 'lee@theirs.example', 'max@theirs.example'])
    office.put(bounce([failed('lee@theirs.example', '5.1.1', '550 5.1.1 unknown')], { id: (ours.message_id ?? '').slice(1, -1) }))
    await office.read()
    expect(await office.email(ours.id)).toMatchObject({ status: 'sent', bounce: { kind: 'hard', code: '5.1.1' } })
    expect((await office.email(ours.id))?.recipients.map(({ status }) => status)).toEqual(['sent', 'bounced', 'sent'])
    expect(await office.suppressed()).toEqual([['lee@theirs.example', 'bounced']])
    const single = await office.sent(kim, ['kim@theirs.example'])
    // An alias bounces; the envelope names the message.
    office.put(bounce([failed('alias@elsewhere.example', '5.7.1', '550 5.7.1 policy')], { id: 'other', envelope: single.id }))
    await office.read()
    expect(await office.email(single.id)).toMatchObject({ status: 'bounced', bounce: { kind: 'blocked' } })
    expect(await office.suppressed()).toHaveLength(1)
  })

  it('knows a message by the token of its return path, whoever that token is for', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const token = await office.returnToken(ours.id)
    const report = (to: string, status = '5.1.1') =>
      bounce([failed('alias@elsewhere.example', status, '550 unknown')], { id: 'other@elsewhere.example', to })
    office.put(report(`bounce-${token.toLowerCase()}@ours.example`))
    office.put(report(`bounce-${token.slice(0, -1)}_@ours.example`))
    office.put(report(`bounce-${ours.id}@ours.example`))
    await office.read()
    expect(await office.email(ours.id)).toMatchObject({ status: 'sent', bounce: null })
    office.put(report(`"Reports" <bounce-${token}@ours.example>`))
    await office.read()
    expect(await office.email(ours.id)).toMatchObject({ status: 'bounced', bounce: { kind: 'hard' } })
    expect(await office.suppressed()).toEqual([['kim@theirs.example', 'bounced']])
  })

  it('is deceived by no forged report', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    await office.contact('lee@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example', 'max@theirs.example'])
    office.put(bounce([failed('lee@theirs.example', '5.1.1', '550 unknown')], { id: 'forged@ours.example' }))
    office.put(
      bounce([failed('lee@theirs.example', '5.1.1', '550 unknown')], { id: (ours.message_id ?? '').slice(1, -1), words: 'To another' }),
    )
    // Named by its recipient alone it is soft at most.
    office.put(bounce([failed('kim@theirs.example', '5.1.1', '550 unknown')], { id: 'forged@ours.example' }))
    await office.read()
    expect(await office.suppressed()).toEqual([])
    expect((await office.leftovers()).map(({ kind }) => kind)).toEqual(['unmatched'])
    expect((await office.reports()).map(({ kind }) => kind)).toEqual(['soft'])
  })

  it('suppresses an address after five soft reports in a week, and not for a full mailbox alone', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    for (let nth = 1; nth <= 5; nth += 1) {
      expect(await office.suppressed()).toEqual([])
      const ours = await office.sent(kim, ['kim@theirs.example'])
      office.put(bounce([failed('kim@theirs.example', '5.2.2', '552 mailbox full')], { id: (ours.message_id ?? '').slice(1, -1) }))
      await office.read()
    }
    expect(await office.suppressed()).toEqual([['kim@theirs.example', 'bounced']])
  })

  it('unsubscribes who complains', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const body = parts(
      'b',
      'Content-Type: text/plain\n\nA complaint.',
      'Content-Type: message/feedback-report\n\nFeedback-Type: abuse',
      `Content-Type: message/rfc822\n\nMessage-ID: ${ours.message_id}\nTo: hidden@theirs.example\n\nHello`,
    )
    office.put(
      letter(body, {
        From: 'fbl@theirs.example',
        'Message-ID': '<fbl@theirs.example>',
        'Content-Type': 'multipart/report; report-type=feedback-report; boundary=b',
      }),
    )
    await office.read()
    expect(await office.suppressed()).toEqual([['kim@theirs.example', 'complained']])
    expect(await office.told(kim)).toEqual(['contact.unsubscribed'])
    expect((await office.email(ours.id))?.unsubscribed_at).not.toBeNull()
  })

  it('takes feedback of relays once for message, address and kind', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    const ours = await office.sent(kim, ['kim@theirs.example'])
    const { api } = office.opened
    const given = { message_id: ours.message_id ?? '', kind: 'hard', code: '5.1.1', text: 'unknown' } as const
    expect(await api.emails.recordFeedback(given)).toEqual({ recorded: true, email_id: ours.id })
    expect(await api.emails.recordFeedback({ ...given, email_id: ours.id, address: 'KIM@theirs.example' })).toEqual({
      recorded: false,
      email_id: ours.id,
    })
    expect(await office.email(ours.id)).toMatchObject({ status: 'bounced' })
    expect(await api.emails.recordFeedback({ address: 'lee@theirs.example', kind: 'complaint' })).toEqual({
      recorded: true,
      email_id: null,
    })
    expect((await office.suppressed()).toSorted()).toEqual([
      ['kim@theirs.example', 'bounced'],
      ['lee@theirs.example', 'complained'],
    ])
    await expect(api.emails.recordFeedback({ email_id: ours.id, address: 'lee@theirs.example', kind: 'soft' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(api.emails.recordFeedback({ kind: 'soft' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(api.emails.recordFeedback({ message_id: 'nobody', kind: 'soft' })).rejects.toMatchObject({
      details: { errors: [{ path: '/message_id', code: 'unknown_record' }] },
    })
    // It suppresses an address for everybody.
    const restricted = office.opened.engine.as({ ...ada, role: 'member', visibility: 'own' })
    await expect(restricted.emails.recordFeedback({ address: 'ann@theirs.example', kind: 'complaint' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describeStorages('reading of mailboxes', (open) => {
  it('stores every message once and none is missing, wherever the connection breaks', async () => {
    const office = await PostOffice.open(open)
    const kim = await office.contact('kim@theirs.example')
    for (let at = 0; at < 45; at += 1)
      office.put(
        letter('Hello', { From: at % 3 === 0 ? 'news@strangers.example' : 'kim@theirs.example', 'Message-ID': `<${at}@theirs.example>` }),
        at % 9 === 0 ? 'Sent' : 'INBOX',
      )
    for (let dies = 1; dies < 30; dies += 1) {
      office.inbox.calls = 0
      office.inbox.diesAt = dies
      office.opened.clock.advance('40 minutes')
      await office.opened.engine.tick()
    }
    office.inbox.diesAt = 0
    office.opened.clock.advance('40 minutes')
    await office.opened.engine.tick()
    expect((await office.emails()).map(({ message_id }) => message_id)).toHaveLength(30)
    expect((await office.told(kim)).filter((type) => type === 'contact.email_received')).toHaveLength(30)
    expect(await office.leftovers()).toEqual([])
  })

  it('goes on behind messages that were made to be hard to read', async () => {
    const office = await PostOffice.open(open)
    await office.contact('kim@theirs.example')
    const headers = (at: number) => ({ From: 'kim@theirs.example', 'Message-ID': `<hard-${at}@theirs.example>` })
    const multipart = { 'Content-Type': 'multipart/mixed; boundary=b' }
    const deep = Array.from({ length: 1_000 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`).join('')
    office.put(letter('--b\nContent-Type: text/plain\n\nx\n'.repeat(10_000), { ...multipart, ...headers(0) }))
    office.put(letter(`--b\n${deep}`, { ...multipart, ...headers(1) }))
    office.put(letter(`${'> '.repeat(500_000)}\n${'a'.repeat(1_000_000)}!`, headers(2)))
    office.put(letter(`${'On '.repeat(100_000)}wrote:\n`, { ...headers(3), Subject: 'Re: '.repeat(50_000) }))
    office.put(letter('Hello', headers(4)))
    await office.read()
    const emails = await office.emails()
    expect(emails.map(({ message_id }) => message_id).toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `<hard-${at}@theirs.example>`))
    expect(await office.leftovers()).toEqual([])
  })

  it('stores what no database stores as it came: dates of before mail, and characters that are none', async () => {
    const office = await PostOffice.open(open)
    await office.contact('kim@theirs.example')
    const kim = { From: '=?utf-8?Q?=00Kim?= <kim@theirs.example>' }
    const file = 'Content-Type: text/plain; name="x"\nContent-Disposition: attachment; filename*=utf-8\'\'..%2f%00'
    const parts = (cut: string) => `--b\n\nHello\n--b\n${file}${cut}\n\nx\n--b--\n`
    const mixed = { 'Content-Type': 'multipart/mixed; boundary=b' }
    const smiles = '\u{1F600}'.repeat(300)
    const put = (body: string, headers: Readonly<Record<string, string>>) => office.put(letter(body, { ...kim, ...headers }))
    put('Hello', { 'Message-ID': '<1@theirs.example>', Date: '0000-01-01T00:00:00Z' })
    put('Hello', { 'Message-ID': '<2@theirs.example>', Date: '-200000-01-01T00:00:00Z' })
    put('Hello', { 'Message-ID': '<3@theirs\0.example>', References: '<\0@ours.example> <@\0>', 'In-Reply-To': '<x\0@ours.example>' })
    put('Hello', { 'Message-ID': '<4@theirs.example>', To: `"x\0" <a\0b@ours.example>, x${smiles}@ours.example`, Cc: `x${smiles}` })
    put(parts(`x${smiles}`), { ...mixed, 'Message-ID': '<5@theirs.example>' })
    put('--b\nContent-Type: x\0y/z\u{1F600}\n\nHello\n--b--\n', { ...mixed, 'Message-ID': '<6@theirs.example>' })
    put(
      `{"notificationType":"Bounce","bounce":{"bouncedRecipients":[{"emailAddress":"a\\u0000@b.example"}]},"mail":{"messageId":"\\u0000"}}`,
      {
        'Message-ID': '<7@theirs.example>',
      },
    )
    await office.read()
    const stored = (await office.emails()).map(({ message_id }) => message_id)
    expect(stored.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((at) => `<${at}@theirs.example>`))
    expect((await office.leftovers()).map(({ kind }) => kind)).toEqual(['unmatched'])
  })

  it('reads a large mailbox in turns, of a server that does not say which number comes next', async () => {
    const office = await PostOffice.open(open)
    const { api, clock, engine } = office.opened
    await office.contact('kim@theirs.example')
    const put = (at: number) => office.put(letter('Hello', { From: 'kim@theirs.example', 'Message-ID': `<${at}@theirs.example>` }))
    for (let at = 0; at < 60; at += 1) put(at)
    office.inbox.tellsNext = false
    office.inbox.connected.length = 0
    const { last_sync_at } = await api.mailboxes.get({ id: office.mailbox })
    const seen: (string | null)[] = []
    office.inbox.onFetch = () => void clock.advance('40 seconds')
    clock.advance('11 minutes')
    const begun = clock.now().getTime()
    for (let times = 0; times < 3; times += 1) {
      await engine.tick()
      seen.push((await api.mailboxes.get({ id: office.mailbox })).last_sync_at)
    }
    expect(await office.emails()).toHaveLength(60)
    // Two turns: nothing counts as read before all is.
    expect(office.inbox.connected).toEqual(['ada@ours.example', 'ada@ours.example'])
    expect(last_sync_at).not.toBeNull()
    expect(new Date(seen.at(-1) ?? '').getTime()).toBeGreaterThan(begun)
    office.inbox.onFetch = () => undefined
    put(60)
    await office.read()
    expect(await office.emails()).toHaveLength(61)
  })

  it('survives a server that renews its numbers, leaves out messages, and refuses', async () => {
    const office = await PostOffice.open(open)
    await office.contact('kim@theirs.example')
    const put = (id: string) => office.put(letter('Hello', { From: 'kim@theirs.example', 'Message-ID': `<${id}@theirs.example>` }))
    put('one')
    await office.read()
    const folder = office.inbox.folder('ada@ours.example', 'INBOX')
    folder.uidValidity += 1
    const left = put('two')
    put('three')
    office.inbox.leftOut.add(left)
    await office.read()
    const ids = async () => (await office.emails()).map(({ message_id }) => message_id?.slice(1, -16))
    expect(await ids()).toEqual(['one'])
    office.inbox.leftOut.clear()
    office.opened.clock.advance('1 hour')
    await office.opened.engine.tick()
    expect(await ids()).toEqual(['one', 'two', 'three'])
    // One that is never given counts as lost, and the others go on.
    office.inbox.leftOut.add(put('four'))
    put('five')
    for (let times = 0; times < 6; times += 1) {
      office.opened.clock.advance('1 hour')
      await office.opened.engine.tick()
    }
    expect(await ids()).toEqual(['one', 'two', 'three', 'five'])
    const { api, engine, clock } = office.opened
    const { leftovers } = await api.mailboxes.leftovers({ id: office.mailbox, kind: 'unreadable' })
    expect(leftovers).toMatchObject([{ kind: 'unreadable', folder: 'INBOX', mailbox_id: office.mailbox, beginning: null }])
    await expect(api.mailboxes.leftovers({ id: leftovers[0]?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(engine.as({ ...ada, role: 'member' }).mailboxes.leftovers({ id: office.mailbox })).rejects.toMatchObject({
      code: 'forbidden',
    })
    clock.advance('29 days')
    await engine.tick()
    expect(await office.leftovers()).toHaveLength(1)
    clock.advance('2 days')
    await engine.tick()
    expect(await office.leftovers()).toEqual([])
    office.inbox.isRefusing = true
    await office.read()
    expect(await office.opened.api.mailboxes.get({ id: office.mailbox })).toMatchObject({ last_error: 'The sign-in was refused' })
  })

  it('reads all other mailboxes while the server of one does not answer', async () => {
    const office = await PostOffice.open(open)
    const others = ['b', 'c', 'd', 'e'].map((name) => `${name}@ours.example`)
    for (const address of ['silent@ours.example', ...others]) {
      await PostOffice.connect(office.opened, address)
      office.inbox.folder(address, 'INBOX')
    }
    const waiting = new Set([...others, 'ada@ours.example'])
    office.inbox.answering = (user) => {
      if (!waiting.delete(user)) return vi.waitFor(() => expect([...waiting]).toEqual([]), { timeout: 20_000 })
      return undefined
    }
    await office.read()
    const { mailboxes } = await office.opened.api.mailboxes.list({})
    const now = office.opened.clock.now().toISOString()
    expect(mailboxes.map(({ last_sync_at }) => last_sync_at)).toEqual(Array.from({ length: 6 }, () => now))
  })

  it('reads when it is notified of news or asked to, and refuses for mailboxes that are not read', async () => {
    const office = await PostOffice.open(open)
    const { api, engine, clock } = office.opened
    await office.contact('kim@theirs.example')
    office.put(letter('Hello', { From: 'kim@theirs.example' }))
    await engine.tick()
    expect(await office.emails()).toHaveLength(0)
    expect(await api.mailboxes.sync({ id: office.mailbox })).toMatchObject({ id: office.mailbox, due_at: clock.now().toISOString() })
    await engine.tick()
    expect(await office.emails()).toHaveLength(1)
    const { id } = await api.mailboxes.create({ address: 'sends@ours.example', smtp: { host: 'mail.ours.example' } })
    await expect(api.mailboxes.sync({ id })).rejects.toMatchObject({ code: 'conflict' })
    await api.mailboxes.update({ id: office.mailbox, status: 'disabled' })
    await expect(api.mailboxes.sync({ id: office.mailbox })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is not put off by news where it is due, or due sooner', async () => {
    const office = await PostOffice.open(open)
    const { clock } = office.opened
    const later = (ms: number) => new Date(clock.now().getTime() + ms)
    await office.ask(later(5000))
    const due = later(5000)
    await office.ask(later(9000))
    expect(await office.due()).toEqual(due)
    clock.advance('6 seconds')
    await office.ask(later(5000))
    expect(await office.due()).toEqual(due)
    await office.ask()
    expect(await office.due()).toEqual(clock.now())
  })

  it('reads at once when its server tells of news, and every five seconds where it tells of them without an end', async () => {
    const office = await PostOffice.open(open)
    const { inbox, opened } = office
    const { engine, clock } = opened
    const isReadAgain = async (before: number) =>
      await vi.waitFor(() => expect(inbox.connected.length).toBe(before + 1), { timeout: 10_000 })
    const isWatched = async (before: number) => {
      await vi.waitFor(() => expect(inbox.watchers.length).toBeGreaterThan(before), { timeout: 10_000 })
      return inbox.connected.length
    }
    let known = inbox.watchers.length
    await engine.start()
    clock.advance('11 minutes')
    let connected = await isWatched(known)
    const readAt = clock.now()
    known = inbox.watchers.length
    inbox.watchers.at(-1)?.()
    await vi.waitFor(async () => expect(await office.due()).toEqual(new Date(readAt.getTime() + 5000)), { timeout: 10_000 })
    clock.advance('5 seconds')
    await isReadAgain(connected)
    connected = await isWatched(known)
    clock.advance('1 minute')
    inbox.watchers.at(-1)?.()
    await isReadAgain(connected)
  })
})
