import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const raw = 'From: kim@theirs.example\r\nSubject: Hello\r\n\r\nYes.\r\n'
const folders = '* LIST (\\HasNoChildren) "/" INBOX\r\n* LIST (\\HasNoChildren \\Sent) "/" Sent\r\n'
const fetched = `* 1 FETCH (UID 5 INTERNALDATE "24-Nov-2026 10:00:00 +0000" BODY[] {${raw.length}}\r\n${raw})\r\n`
type Answers = readonly (readonly [command: RegExp, answer: string])[]
const usual: Answers = [
  [/^CAPABILITY/, '* CAPABILITY IMAP4rev1 IDLE SPECIAL-USE\r\n'],
  [/^LIST "" ""/, '* LIST (\\Noselect) "/" ""\r\n'],
  [/^LIST/, folders],
  [/^EXAMINE/, '* 2 EXISTS\r\n* OK [UIDVALIDITY 42] x\r\n* OK [UIDNEXT 8] x\r\n* FLAGS (\\Seen)\r\n'],
  [/^UID SEARCH/, '* SEARCH 5 7\r\n'],
  [/^UID FETCH/, fetched],
]

/**
 * A server of IMAP with one message that it gives (UID 5) and one that it leaves out (7); it notes what it is asked for. What it says instead of
 * that may end with the tag (`%`) itself, and is all that it says.
 */
export class ImapServer {
  readonly asked: string[] = []
  readonly #own: Answers
  readonly #sockets = new Set<Socket>()
  #idle = ''
  readonly #server: Server = createServer((socket) => this.#serve(socket))

  constructor(own: Answers = []) {
    this.#own = own
  }

  /** Listens; answers its port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    // A server of TCP has such an address.
    return (this.#server.address() as AddressInfo).port
  }

  /** Tells those who wait of a new message. */
  tell(): void {
    for (const socket of this.#sockets) socket.write('* 3 EXISTS\r\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE SPECIAL-USE] ready\r\n')
    let rest = ''
    socket.on('data', (data) => {
      const lines = `${rest}${data.toString()}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#answer(socket, line)
    })
  }

  #answer(socket: Socket, line: string): void {
    const [tag = '', ...words] = line.split(' ')
    const command = words.join(' ')
    this.asked.push(command)
    if (command === 'IDLE') {
      this.#idle = tag
      return void socket.write('+ idling\r\n')
    }
    if (tag === 'DONE') return void socket.write(`${this.#idle} OK done\r\n`)
    if (command.includes('wrong')) return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] no\r\n`)
    const own = this.#own.find(([pattern]) => pattern.test(command))?.[1]
    if (own !== undefined) return void socket.write(own.replaceAll('%', tag))
    const told = usual.find(([pattern]) => pattern.test(command))?.[1] ?? ''
    socket.write(`${told}${tag} OK done\r\n`)
    if (command === 'LOGOUT') socket.end()
  }
}
