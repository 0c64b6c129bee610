import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { atDesk, mailDesk } from './desk.ts'

const statuses = (emails: readonly { readonly status: string }[]) => emails.map(({ status }) => status)

describeStorages('the sender of e-mails', (open) => {
  it('sends what is due once, with its events and what the server has answered', async () => {
    await using all = await mailDesk(open)
    const contact = await all.api.contacts.create({ email: 'bea@beta.example', first_name: 'Bea' })
    await all.queue({ key: 'one', to: ['bea@beta.example'], contact_id: contact.id, workflow_id: contact.id })
    await all.engine.tick()
    await all.engine.tick()
    const [email] = await all.emails()
    expect(email).toMatchObject({ status: 'sent', queue_id: expect.anything(), due_at: null, from: 'crm@acme.test', error: null })
    expect(all.server.taken).toHaveLength(1)
    const { events } = await all.api.events.list({ limit: 50 })
    const sent = events.filter(({ type }) => type === 'email.sent' || type === 'contact.email_sent')
    expect(sent.map(({ type }) => type).toSorted()).toEqual(['contact.email_sent', 'email.sent'])
    expect(sent.find(({ type }) => type === 'contact.email_sent')?.payload).toMatchObject({
      id: contact.id,
      name: 'Bea',
      email: 'bea@beta.example',
      nth: 1,
      in_copy: 'false',
      mailbox: 'crm@acme.test',
    })
    // As all events of contacts, it carries the contact as it was then.
    const body = await atDesk(all.engine, async ({ records }) =>
      records.db.selectFrom('events').select('body').where('type', '=', 'contact.email_sent').executeTakeFirstOrThrow(),
    )
    expect(JSON.parse(`{${body.body}`).data.record).toMatchObject({
      id: contact.id,
      first_name: 'Bea',
      last_contacted_at: all.clock.now().toISOString(),
    })
    // Nobody has changed the contact.
    const told = { version: contact.version, updated_at: contact.updated_at, last_contacted_at: all.clock.now().toISOString() }
    expect(await all.api.contacts.get({ id: contact.id })).toMatchObject(told)
  })

  it('takes a key once, and judges consent when it is queued and again when it is about to send', async () => {
    await using all = await mailDesk(open)
    const no = await all.api.contacts.create({ email: 'no@beta.example', do_not_contact: true })
    const late = await all.api.contacts.create({ email: 'late@beta.example' })
    const draft = { key: 'two', to: ['late@beta.example'], contact_id: late.id }
    expect(await all.queue({ key: 'one', to: ['no@beta.example'], contact_id: no.id })).toEqual([{ blocked: 'do_not_contact' }])
    expect(await all.queue(draft)).toEqual(await all.queue(draft))
    await all.api.contacts.update({ id: late.id, do_not_contact: true })
    await all.engine.tick()
    expect(await all.emails()).toMatchObject([{ status: 'cancelled', error: { code: 'do_not_contact' } }])
    expect(all.server.taken).toEqual([])
  })

  it('tries again what was put off, fails what was refused, and calls a refused address bounced', async () => {
    const recipient = (address: string) =>
      ({ 'gone@x.example': '550 5.1.1 No such user', 'full@x.example': '452 4.2.2 Full', 'part@x.example': '550 5.1.1 No such user' })[
        address
      ]
    await using all = await mailDesk(open, { recipient, message: (raw) => (raw.includes('spam') ? '554 5.7.1 Spam' : undefined) })
    await all.queue(
      { key: '1', to: ['gone@x.example'] },
      { key: '2', to: ['full@x.example'] },
      { key: '3', to: ['fine@x.example'], html: 'spam' },
      { key: '4', to: ['fine@x.example', 'part@x.example'] },
    )
    await all.engine.tick()
    const found = await all.emails()
    expect(statuses(found)).toEqual(['bounced', 'queued', 'failed', 'sent'])
    expect(found[0]?.bounce).toMatchObject({ kind: 'hard', code: '5.1.1' })
    expect(found[3]?.recipients.map(({ status }) => status)).toEqual(['sent', 'refused'])
    // Whoever is not there gets nothing more, whether others got the message or not.
    const { suppressions } = await all.api.suppressions.list()
    expect(suppressions.map(({ value, kind, source, email_id }) => [value, kind, source, email_id]).toSorted()).toEqual([
      ['gone@x.example', 'bounced', 'refusal', found[0]?.id],
      ['part@x.example', 'bounced', 'refusal', found[3]?.id],
    ])
    all.server.set({})
    all.clock.advance('61 seconds')
    await all.engine.tick()
    expect(statuses(await all.emails())).toEqual(['bounced', 'sent', 'failed', 'sent'])
    const { events } = await all.api.events.list({ type: 'email.failed' })
    expect(events).toHaveLength(2)
  })

  it('sends again what broke before its end had left, and calls uncertain what broke after it', async () => {
    await using all = await mailDesk(open, { dies: (at, message) => at === 'sender' && message === 1 })
    await all.queue({ key: '1', to: ['one@x.example'] })
    await all.engine.tick()
    all.server.set({ dies: (at) => at === 'dot' })
    all.clock.advance('61 seconds')
    await all.engine.tick()
    expect(await all.emails()).toMatchObject([{ status: 'uncertain', error: { code: 'no_answer' } }])
    all.clock.advance('7 hours')
    await all.engine.tick()
    expect(all.server.counts()).toEqual(new Map([['one@x.example', 1]]))
  })

  it('holds the messages of a mailbox that is refused, tells its owner once, and goes on when it works', async () => {
    await using all = await mailDesk(open)
    all.server.set({ sender: () => '530 5.7.0 Sign in first' })
    await all.queue({ key: '1', to: ['one@x.example'] }, { key: '2', to: ['two@x.example'] })
    for (const minutes of ['0', '2', '3']) {
      all.clock.advance(`${Number(minutes)} minutes`)
      await all.engine.tick()
    }
    expect(await all.emails()).toMatchObject([
      { status: 'queued', attempt: 0, waiting_for: 'mailbox' },
      { status: 'queued', attempt: 0, waiting_for: 'mailbox' },
    ])
    const { mailboxes } = await all.api.mailboxes.list()
    expect(mailboxes).toMatchObject([{ status: 'failing', last_error: expect.stringContaining('Sign in first') }])
    all.server.set({})
    all.clock.advance('31 minutes')
    await all.engine.tick()
    expect(statuses(await all.emails())).toEqual(['sent', 'sent'])
    expect((await all.api.mailboxes.list()).mailboxes).toMatchObject([{ status: 'connected', last_error: null }])
  })

  it('sends no more in an hour than its mailbox may, and the rest when it may again', async () => {
    await using all = await mailDesk(open)
    await all.queue({ key: '0', to: ['zero@x.example'] })
    await all.engine.tick()
    const [box] = (await all.api.mailboxes.list()).mailboxes
    await all.api.mailboxes.update({ id: box?.id ?? '', hourly_limit: 3 })
    await all.queue(...[1, 2, 3, 4].map((each) => ({ key: String(each), to: [`a${each}@x.example`] })))
    await all.engine.tick()
    expect(all.server.taken).toHaveLength(3)
    expect((await all.emails()).filter(({ waiting_for }) => waiting_for === 'throttle')).toHaveLength(2)
    all.clock.advance('61 minutes')
    await all.engine.tick()
    expect(all.server.taken).toHaveLength(5)
  })

  it('signs what is written to people, and nothing that has a template of its own or comes from the engine', async () => {
    await using all = await mailDesk(open)
    await all.queue({ key: '0', to: ['zero@x.example'] })
    await all.engine.tick()
    const [box] = (await all.api.mailboxes.list()).mailboxes
    await all.api.mailboxes.update({ id: box?.id ?? '', signature: '<b>Ada</b>, Acme' })
    await all.queue(
      { key: '1', to: ['one@x.example'], html: '<html><body><p>Hi</p></body></html>', text: 'Hi' },
      { key: '2', to: ['two@x.example'], purpose: 'system' },
      { key: '3', to: ['three@x.example'], template_id: box?.id ?? '' },
    )
    const [, signed, ...others] = await all.emails()
    expect(signed).toMatchObject({
      html: '<html><body><p>Hi</p><div class="signature"><b>Ada</b>, Acme</div></body></html>',
      text: 'Hi\n\n-- \nAda, Acme\n',
    })
    expect(others.map(({ html }) => html)).toEqual(['<p>Hello</p>', '<p>Hello</p>'])
  })

  it('asks nobody twice on a day for a confirmation', async () => {
    await using all = await mailDesk(open)
    const system = { purpose: 'system', to: ['kim@x.example'] } as const
    const [first, second] = [await all.queue({ ...system, key: '1' }), await all.queue({ ...system, key: '2' })]
    expect([first, second]).toEqual([[{ email_id: expect.any(String) }], [{ blocked: 'once_a_day' }]])
    all.clock.advance('25 hours')
    expect(await all.queue({ ...system, key: '3' })).toEqual([{ email_id: expect.any(String) }])
  })

  it('tells of a message that nothing can make again', async () => {
    await using all = await mailDesk(open)
    // It has sent nothing, and knows no such recipient.
    const { id } = await all.api.campaigns.create({ name: 'Never begun' })
    await all.queue({ key: '1', to: ['one@x.example'], campaign_id: id, without_bodies: true })
    await all.engine.tick()
    expect(await all.emails()).toMatchObject([{ status: 'failed', error: { code: 'no_body' } }])
    expect((await all.api.events.list({ type: 'email.failed' })).events).toHaveLength(1)
  })
})
