import { Clock, Http } from 'rapport-crm'
import { expect, test } from 'vitest'
import { ImapInbox } from '../../../core/outreach/inbox/imap-inbox.ts'
import { TestClock } from '../../support/clock.ts'
import { ImapServer } from './imap-server.ts'

const account = { host: '127.0.0.1', security: 'none', user: 'ada', password: 'secret' } as const
const inboxTo = (allow: readonly string[], clock = new Clock()) =>
  new ImapInbox({ http: new Http({ allow, ownAddresses: () => [] }), clock })

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

/** A session with a server that says these things instead of the usual ones. */
async function opened(own: ConstructorParameters<typeof ImapServer>[0], clock = new Clock()) {
  const server = new ImapServer(own)
  const session = await inboxTo(['127.0.0.0/8'], clock).connect({ ...account, port: await server.listen() })
  await session.open('INBOX')
  return { server, session }
}
const fetched = (uid: number, said: string) => `* 1 FETCH (UID ${uid} ${said})\r\n`

test('IMAP: a search that is refused is an error, not a folder without messages', async () => {
  const { server, session } = await opened([[/^UID SEARCH/, '% NO [UNAVAILABLE] later\r\n']])
  await using _ = server
  await expect(session.search({ from: 1 })).rejects.toMatchObject({ code: 'connection' })
  await expect(session.has('<one@ours.example>')).rejects.toMatchObject({ code: 'connection' })
  await session.close()
})

test('IMAP: a command ends after a minute, however much the server says meanwhile', async () => {
  const clock = new TestClock()
  const { server, session } = await opened([[/^UID SEARCH/, '* OK still looking\r\n* OK still looking\r\n']], clock)
  await using _ = server
  const asked = session.search({ from: 1 })
  asked.catch(() => undefined)
  await expect.poll(() => server.asked.at(-1)).toMatch(/^UID SEARCH/)
  clock.advance('61 seconds')
  await expect(asked).rejects.toThrow('too long')
  await session.close()
})

test('IMAP: what a server does not say of a folder, and dates that are none, are no errors', async () => {
  const raw = 'From: kim@theirs.example\r\n\r\nYes.\r\n'
  const said = `INTERNALDATE "no date" BODY[] {${raw.length}}\r\n${raw}`
  const { server, session } = await opened([
    [/^EXAMINE/, '* 2 EXISTS\r\n* OK [UIDVALIDITY 42] x\r\n* FLAGS (\\Seen)\r\n% OK done\r\n'],
    [/^UID FETCH/, `${fetched(5, said)}% OK done\r\n`],
  ])
  await using _ = server
  expect(await session.open('INBOX')).toEqual({ uidValidity: '42', uidNext: 0 })
  expect((await session.fetch([5])).map(({ at }) => at.getTime())).toEqual([0])
  await session.close()
})

test('IMAP: drafts are told from messages', async () => {
  const raw = 'From: ada@ours.example\r\n\r\nYes.\r\n'
  const said = (flags: string) => `FLAGS (${flags}) INTERNALDATE "24-Nov-2026 10:00:00 +0000" BODY[] {${raw.length}}\r\n${raw}`
  const both = `${fetched(5, said('\\Seen \\Draft'))}${fetched(7, said('\\Seen'))}% OK done\r\n`
  const { server, session } = await opened([[/^UID FETCH/, both]])
  await using _ = server
  expect((await session.fetch([5, 7])).map(({ uid, isDraft }) => [uid, isDraft])).toEqual([
    [5, true],
    [7, false],
  ])
  await session.close()
})

test('IMAP: no more than 25 MB are asked for at once, and a server that sends more is left', async () => {
  const sizes = [5, 6, 7].map((uid) => fetched(uid, 'RFC822.SIZE 20000000')).join('')
  const { server, session } = await opened([[/^UID FETCH .*RFC822.SIZE/, `${sizes}% OK done\r\n`]])
  await using _ = server
  expect((await session.fetch([5, 6, 7])).map(({ uid }) => uid)).toEqual([5])
  expect(server.asked.filter((each) => each.includes('BODY.PEEK'))).toEqual([expect.stringMatching(/^UID FETCH 5 /)])
  await session.close()
  const large = await opened([[/^UID FETCH .*BODY/, '* 1 FETCH (UID 5 BODY[] {25000001}\r\n']])
  await using second = large.server
  await expect(large.session.fetch([5])).rejects.toMatchObject({ code: 'connection' })
  const many = await opened([[/^UID FETCH .*BODY/, fetched(5, 'FLAGS ()').repeat(10_001)]])
  await using third = many.server
  await expect(many.session.fetch([5])).rejects.toThrow('more than it was asked for')
  expect([second.asked.length, third.asked.length]).not.toContain(0)
})
