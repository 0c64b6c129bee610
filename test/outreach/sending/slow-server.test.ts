import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { SmtpSession } from '../../../core/outreach/sending/smtp-session.ts'

const route = { key: 'x', host: 'mail.ours.example', security: 'none', user: 'ada', password: 'x', isTrusted: true } as const
const here = [{ address: '127.0.0.1', family: 4 }]

/** A server that answers the first `ready` lines and then goes on talking without an end. */
async function slowServer(ready: number) {
  const sockets: Socket[] = []
  const asked: string[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    const answer = (line: string) =>
      void socket.write(asked.push(line) <= ready ? '250-x\r\n250 AUTH PLAIN\r\n' : '250-still\r\n250-busy\r\n')
    socket.on('error', () => undefined).on('data', (data) => answer(data.toString()))
    socket.write(ready > 0 ? '220 hello\r\n' : '220-hello\r\n220-still\r\n')
    if (ready === 0) asked.push('')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    port,
    isLeft: () => sockets.every((each) => each.destroyed || each.readableEnded),
    async [Symbol.asyncDispose]() {
      for (const each of sockets) each.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a server that talks without an end is left, while it greets and while it lets in', async () => {
  await using greeting = await slowServer(0)
  const first = new AbortController()
  const opening = SmtpSession.open({ ...route, port: greeting.port }, here, 'crm.ours.example', first.signal)
  opening.catch(() => undefined)
  await expect.poll(() => greeting.asked).toHaveLength(1)
  first.abort()
  await expect(opening).rejects.toMatchObject({ phase: 'connect', code: 0 })
  await expect.poll(() => greeting.isLeft()).toBe(true)
  await using signing = await slowServer(1)
  const session = await SmtpSession.open({ ...route, port: signing.port }, here, 'crm.ours.example', AbortSignal.timeout(10_000))
  const second = new AbortController()
  const login = session.login('ada', { password: 'x' }, second.signal)
  login.catch(() => undefined)
  await expect.poll(() => signing.asked.length).toBeGreaterThan(1)
  second.abort()
  await expect(login).rejects.toMatchObject({ phase: 'auth', code: 0 })
  expect(session.isOpen).toBe(false)
})
