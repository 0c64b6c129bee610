import { Clock, Http, Inbox, type InboxAccount, type InboxSession } from 'rapport-crm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImapInbox } from '../../../core/outreach/inbox/imap-inbox.ts'
import { describeStorages } from '../../support/storages.ts'
import { FakeMailer } from '../fake-mailer.ts'
import { letter } from '../reading/letters.ts'
import { Dovecot, dovecotMissing } from './dovecot.ts'

const missing = dovecotMissing()
const imap = () => new ImapInbox({ http: new Http({ allow: ['127.0.0.0/8'], ownAddresses: () => [] }), clock: new Clock() })
const account = ({ port }: Dovecot) => ({ host: '127.0.0.1', port, security: 'none', user: 'ada', password: 'secret' }) as const

const wordsOf = (raw: Uint8Array) => Buffer.from(raw).toString().trim().split(/\s+/)

/** Reads each account on this server, whatever its mailbox says of ports, which are those of the real world. */
class OnThisMachine extends Inbox {
  readonly #server: Dovecot

  constructor(server: Dovecot) {
    super()
    this.#server = server
  }

  override async connect({ password }: InboxAccount): Promise<InboxSession> {
    return await imap().connect({ ...account(this.#server), password })
  }
}

describe.skipIf(missing)(`a real server of IMAP${missing === undefined ? '' : `: ${missing}`}`, () => {
  let server: Dovecot
  beforeAll(async () => {
    server = await Dovecot.start()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it('shows its folders and what they are for, and messages without marking them as read', async () => {
    const session = await imap().connect(account(server))
    const roles = (await session.folders()).map(({ name, role }) => [name, role])
    expect(roles).toContainEqual(['INBOX', 'inbox'])
    expect(roles).toContainEqual(['Sent', 'sent'])
    const { uidNext, uidValidity } = await session.open('INBOX')
    await server.deliver(letter('Yes.', { Subject: 'Tuesday', 'Message-ID': '<one@theirs.example>' }))
    await server.deliver(letter('No.', { Subject: 'Wednesday', 'Message-ID': '<two@theirs.example>' }))
    expect(await session.open('INBOX')).toEqual({ uidValidity, uidNext: uidNext + 2 })
    expect(await session.search({ from: uidNext })).toEqual([uidNext, uidNext + 1])
    expect(await session.search({ from: uidNext + 2 })).toEqual([])
    expect(await session.search({ from: 1, since: new Date(Date.now() - 86_400_000) })).toEqual([uidNext, uidNext + 1])
    const mails = await session.fetch([uidNext, uidNext + 1])
    expect(mails.map(({ uid, raw, isDraft }) => [uid, wordsOf(raw).at(-1), isDraft ?? false])).toEqual([
      [uidNext, 'Yes.', false],
      [uidNext + 1, 'No.', false],
    ])
    expect(await server.read()).toEqual([])
    expect(await session.has('<two@theirs.example>')).toBe(true)
    expect(await session.has('<three@theirs.example>')).toBe(false)
    await session.close()
  })

  it('keeps what is put into a folder', async () => {
    const session = await imap().connect(account(server))
    await session.append('Sent', letter('Hello', { 'Message-ID': '<copy@ours.example>' }), new Date('2026-11-24T10:00:00Z'))
    await session.open('Sent')
    expect(await session.has('<copy@ours.example>')).toBe(true)
    const [copy] = await session.fetch(await session.search({ from: 1 }))
    expect(copy?.at.toISOString()).toBe('2026-11-24T10:00:00.000Z')
    await session.close()
  })

  it('tells of news while it is watched', async () => {
    const session = await imap().connect(account(server))
    const news = Promise.withResolvers<void>()
    await session.watch('INBOX', news.resolve)
    await server.deliver(letter('News.', { 'Message-ID': '<news@theirs.example>' }))
    await news.promise
    await session.close()
  })

  it('refuses a wrong password', async () => {
    await expect(imap().connect({ ...account(server), password: 'wrong' })).rejects.toMatchObject({ code: 'auth' })
  })

  it('says by another UIDVALIDITY that its numbers mean something else', async () => {
    const before = await imap().connect(account(server))
    const { uidValidity } = await before.open('INBOX')
    await before.close()
    await server.renumber()
    const after = await imap().connect(account(server))
    expect((await after.open('INBOX')).uidValidity).not.toBe(uidValidity)
    await after.close()
  })
})

describe.skipIf(missing)('a mailbox on a real server of IMAP', () => {
  describeStorages('is read and written', (open) => {
    it('takes an answer once, though its server numbers it anew, and keeps copies of what is sent', async () => {
      await using server = await Dovecot.start()
      const mailer = new FakeMailer()
      const { engine, api, clock } = await open({ ports: [mailer, new OnThisMachine(server)] })
      const work = async () => {
        clock.advance('11 minutes')
        for (let round = 0; round < 4; round += 1) await engine.tick()
      }
      const given = { host: 'mail.ours.example', user: 'ada', password: 'secret' }
      const mailbox = await api.mailboxes.create({ address: 'ada@ours.example', smtp: given, imap: given, is_default: true })
      await work()
      const kim = await api.contacts.create({ email: 'kim@theirs.example', first_name: 'Kim' })
      const sent = await api.emails.send({ to: ['kim@theirs.example'], subject: 'Tuesday', text: 'Tuesday?' })
      await work()
      await work()
      const written = mailer.taken[0]?.message ?? ''
      const [, id = ''] = /^Message-ID: (<[^>]+>)/im.exec(written) ?? []
      const copies = await imap().connect(account(server))
      await copies.open('Sent')
      expect(await copies.has(id)).toBe(true)
      await copies.close()
      expect(await server.read('.Sent')).toHaveLength(1)
      await server.deliver(
        letter('Yes.', {
          From: 'Kim <kim@theirs.example>',
          'Message-ID': '<yes@theirs.example>',
          'In-Reply-To': id,
          Date: clock.now().toUTCString(),
        }),
      )
      await work()
      await server.renumber()
      await work()
      await work()
      const { events } = await api.events.list({ type: 'contact.replied', limit: 200 })
      expect(events.map(({ entity_id }) => entity_id)).toEqual([kim.id])
      const { emails } = await api.emails.list({ direction: 'in' })
      expect(emails.map(({ subject, thread_id }) => [subject, thread_id])).toEqual([
        [expect.any(String), (await api.emails.get({ id: sent.id })).thread_id],
      ])
      expect((await api.mailboxes.get({ id: mailbox.id })).status).toBe('connected')
    })
  })
})
