import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * When the server hangs up without a word: at the sender, before it asks for the message, after the first bytes of it, at its end without
 * having kept it, at its end although it has kept it, or right behind its 250.
 */
export const deaths = ['sender', 'before', 'within', 'dropped', 'kept', 'answered'] as const
export type Death = (typeof deaths)[number]

/** A server on this machine that takes e-mails and counts who got them; of bare sockets, so that it can break off between any two bytes. */
export interface RudeServer extends AsyncDisposable {
  readonly url: string
  /** How often each address was reached. */
  readonly reached: ReadonlyMap<string, number>
  /** How often it hung up at each point. */
  readonly died: ReadonlyMap<Death, number>
  /** Says nothing and keeps nothing from then on, as if it were not there. */
  readonly close: () => Promise<void>
}

/** How rude it is. */
export interface Manners {
  /** Asked once for each message: where it hangs up, if at all. */
  readonly dies?: () => Death | undefined
  /** It ends each connection behind so many messages. */
  readonly messagesPerConnection?: number
}

const END = '\r\n.\r\n'

/** Starts a server. */
export async function rudeServer({ dies = () => undefined, messagesPerConnection = 7 }: Manners = {}): Promise<RudeServer> {
  const reached = new Map<string, number>()
  const died = new Map<Death, number>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setEncoding('latin1')
    let [buffer, taken, inData] = ['', 0, false]
    let recipients: string[] = []
    let fate: Death | undefined
    const hangUp = (at: Death) => {
      if (fate !== at) return false
      died.set(at, (died.get(at) ?? 0) + 1)
      if (at === 'answered') socket.destroySoon()
      else socket.destroy()
      return true
    }
    const keep = () => {
      for (const each of recipients) reached.set(each, (reached.get(each) ?? 0) + 1)
      taken += 1
    }
    const command = (line: string) => {
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'EHLO') return void socket.write('250-rude\r\n250 8BITMIME\r\n')
      if (word === 'MAIL') {
        ;[fate, recipients] = [dies(), []]
        if (!hangUp('sender')) socket.write('250 Ok\r\n')
        return
      }
      if (word === 'RCPT') recipients.push(/<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? '')
      if (word === 'QUIT') return void socket.end('221 Bye\r\n')
      if (word !== 'DATA') return void socket.write('250 Ok\r\n')
      if (hangUp('before')) return
      inData = true
      socket.write('354 Go on\r\n')
    }
    const message = () => {
      if (hangUp('within') || !buffer.includes(END) || hangUp('dropped')) return false
      keep()
      buffer = buffer.slice(buffer.indexOf(END) + END.length)
      inData = false
      if (hangUp('kept')) return false
      const isLast = taken % messagesPerConnection === 0
      socket.write(`250 Ok: queued as Q${taken}\r\n`)
      if (hangUp('answered')) return false
      if (isLast) socket.end()
      return !isLast
    }
    socket.on('data', (chunk: string) => {
      buffer += chunk
      for (;;) {
        if (inData) {
          if (message()) continue
          return
        }
        const end = buffer.indexOf('\r\n')
        if (end < 0 || socket.destroyed) return
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        command(line)
      }
    })
    socket.write('220 rude ESMTP\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, reached, died, close, [Symbol.asyncDispose]: close }
}
