import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { type TlsOptions, createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { selfSigned } from '../../support/certificate.ts'

// Receivers that misbehave, one port each, as a process of their own, so that what they cost is not counted to who calls them.
// Tells its parent the ports and the one certificate to trust.

const hosts = ['127.0.0.1']
const trusted = selfSigned({ hosts })
const chunk = 'x'.repeat(16_384)
const ok = 'HTTP/1.1 200 OK\r\n'
const bomb = gzipSync(Buffer.alloc(20_000_000))

/** What is done once a whole request has come. */
const answers: Readonly<Record<string, (socket: Socket) => void>> = {
  'never answers': () => {},
  'drips its headers': (socket) => drip(socket, `${ok}X-Slow: `),
  'sends 32 KiB of headers': (socket) => socket.write(`${ok}${'X-Pad: 12345678\r\n'.repeat(2_000)}\r\n`),
  'sends headers without end': (socket) => flood(socket, ok, 'X-Pad: 12345678\r\n'.repeat(500)),
  'sends a status line without end': (socket) => flood(socket, 'HTTP/1.1 200 ', chunk),
  'speaks another protocol': (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n\r\n'),
  'sends noise': (socket) => flood(socket, '', '\u0000\u0007ÿ'.repeat(4_000)),
  'switches protocols': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'hints without end': (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)),
  'floods the body': (socket) => flood(socket, `${ok}\r\n`, chunk),
  'floods a chunk extension': (socket) => flood(socket, `${ok}Transfer-Encoding: chunked\r\n\r\n1;`, chunk),
  'floods trailers': (socket) => flood(socket, `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-Pad: 12345678\r\n'.repeat(500)),
  'drips the body': (socket) => drip(socket, `${ok}\r\n`),
  'ends the body early': (socket) => socket.end(`${ok}Content-Length: 100\r\n\r\nhalf`),
  'resets within the body': (socket) => socket.write(`${ok}Content-Length: 100\r\n\r\nhalf`, () => reset(socket)),
  'sends a compressed bomb': (socket) => {
    socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  },
  'answers with status 999': (socket) => socket.write('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  'sends two lengths': (socket) => socket.write(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
  'closes instead of answering': (socket) => socket.end(),
  'resets instead of answering': reset,
  'redirects to itself': (socket) => socket.write('HTTP/1.1 307 Moved\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n'),
}

/** What is done at once, before any request. */
const greetings: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers before it is asked': (socket) => socket.write(`${ok}Content-Length: 2\r\n\r\nok`),
  'answers before it is asked, and closes': (socket) => socket.end(`${ok}Content-Length: 2\r\n\r\nok`),
}

const badTls: Readonly<Record<string, TlsOptions>> = {
  'has an expired certificate': selfSigned({ hosts, notAfter: new Date('2001-01-01T00:00:00Z') }),
  'has a certificate of nobody we trust': selfSigned({ hosts }),
  'has a certificate of another host': selfSigned({ hosts: ['other.example'] }),
  'speaks TLS 1.0': { ...trusted, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' },
}

const bareTcp: Readonly<Record<string, (socket: Socket) => void>> = {
  'never finishes the handshake': () => {},
  'resets before TLS': (socket) => void socket.resetAndDestroy(),
  'speaks no TLS': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
}

const transports = new WeakMap<Socket, Socket>()

const servers = [
  ...Object.entries(answers).map(([name, answer]) => [name, secure(trusted, (socket) => onRequest(socket, answer))] as const),
  ...Object.entries(greetings).map(([name, greet]) => [name, secure(trusted, greet)] as const),
  ...Object.entries(badTls).map(([name, options]) => [name, secure(options, (socket) => onRequest(socket, () => {}))] as const),
  ...Object.entries(bareTcp).map(([name, accept]) => [name, createServer((socket) => accept(quiet(socket)))] as const),
]
for (const [, server] of servers) await once(server.listen(0, '127.0.0.1', 511), 'listening')
process.send?.({ ca: trusted.cert, ports: servers.map(([name, server]) => [name, (server.address() as AddressInfo).port]) })
process.on('disconnect', () => process.exit())

function secure(options: TlsOptions, accept: (socket: Socket) => void): Server {
  const raw = new Map<number | undefined, Socket>()
  return createTlsServer(options, (socket) => {
    transports.set(socket, raw.get(socket.remotePort) ?? socket)
    accept(quiet(socket))
  })
    .on('connection', (socket: Socket) => void raw.set(socket.remotePort, quiet(socket)))
    .on('tlsClientError', () => {})
}

function onRequest(socket: Socket, answer: (socket: Socket) => void): void {
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    if (!text.includes('\r\n\r\n')) return
    text = ''
    answer(socket)
  })
}

function flood(socket: Socket, start: string, more: string): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(more, 'latin1'));
  }
  socket.on('drain', pour)
  socket.write(start)
  pour()
}

function drip(socket: Socket, start: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write('.'), 50)
  socket.on('close', () => clearInterval(timer))
}

function reset(socket: Socket): void {
  transports.get(socket)?.resetAndDestroy()
}

function quiet(socket: Socket): Socket {
  return socket.on('error', () => {})
}
