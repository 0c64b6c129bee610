import { Clock, Http } from 'rapport-crm'
import { expect, test } from 'vitest'
import { ImapInbox } from '../../../core/outreach/inbox/imap-inbox.ts'
import { ImapServer } from './imap-server.ts'

const account = { host: '127.0.0.1', security: 'none', user: 'ada', password: 'secret' } as const
const inboxTo = (allow: readonly string[]) => new ImapInbox({ http: new Http({ allow, ownAddresses: () => [] }), clock: new Clock() })

test('IMAP: folders are opened read-only, messages fetched without a mark, and news are told', async () => {
  await using server = new ImapServer()
  const port = await server.listen()
  const session = await inboxTo(['127.0.0.0/8']).connect({ ...account, port })
  expect((await session.folders()).map(({ role }) => role).toSorted()).toEqual(['inbox', 'sent'])
  expect(await session.open('INBOX')).toEqual({ uidValidity: '42', uidNext: 8 })
  expect(await session.search({ from: 6 })).toEqual([7])
  const mails = await session.fetch([5, 7])
  expect(mails.map(({ uid, at }) => [uid, at.toISOString()])).toEqual([[5, '2026-11-24T10:00:00.000Z']])
  expect(Buffer.from(mails[0]?.raw ?? []).toString()).toContain('Yes.')
  const news = new Promise<void>((resolve) => void session.watch('INBOX', resolve).then(() => setTimeout(() => server.tell(), 50)))
  await news
  await session.close()
  expect(server.asked.filter((each) => /^SELECT|STORE|BODY\[/.test(each))).toEqual([])
})

test('IMAP: a refused sign-in, a server that is away and an address that leads inward are errors of their own', async () => {
  await using server = new ImapServer()
  const port = await server.listen()
  const open = inboxTo(['127.0.0.0/8'])
  await expect(open.connect({ ...account, port, password: 'wrong' })).rejects.toMatchObject({ code: 'auth' })
  await expect(open.connect({ ...account, port: 1 })).rejects.toMatchObject({ code: 'connection' })
  await expect(inboxTo([]).connect({ ...account, port })).rejects.toMatchObject({ code: 'connection' })
})
