import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { type TlsOptions, createServer as createTlsServer } from 'node:tls'
import { selfSigned } from '../../support/certificate.ts'

export const certificate = selfSigned({ hosts: ['127.0.0.1', 'localhost'] })

export type RawRequest = {
  readonly text: string
  readonly socket: Socket
  readonly connection: number
  readonly onConnection: number
  reset(): void
}

export type RawServer = AsyncDisposable & {
  readonly url: string
  readonly port: number
  readonly connections: Socket[]
  readonly requests: RawRequest[]
}

/** A server that hands each request's raw bytes to `reply` and leaves it the bare socket, so that it can misbehave at will. */
export async function rawServer(reply: (request: RawRequest) => void, options: TlsOptions & { host?: string } = {}): Promise<RawServer> {
  const requests: RawRequest[] = []
  const transports = new Map<number | undefined, Socket>()
  const create = (sockets: Socket[]) =>
    createTlsServer({ ...certificate, ...options }, (socket) => {
      const reset = () => void transports.get(socket.remotePort)?.resetAndDestroy()
      readRequests(socket, { connection: sockets.push(socket), reset }, requests, reply)
    }).on('connection', (transport: Socket) =>
      transports.set(
        transport.remotePort,
        transport.on('error', () => {}),
      ),
    )
  return await listen(create, requests, options.host)
}

/** A server below TLS: `accept` gets each TCP connection as it comes. */
export async function tcpServer(accept: (socket: Socket) => void, host = '127.0.0.1'): Promise<RawServer> {
  return await listen(
    (sockets) =>
      createServer((socket) => {
        sockets.push(socket.on('error', () => {}))
        accept(socket)
      }),
    [],
    host,
  )
}

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

function readRequests(
  socket: Socket,
  of: Pick<RawRequest, 'connection' | 'reset'>,
  requests: RawRequest[],
  reply: (request: RawRequest) => void,
): void {
  let pending = ''
  let onConnection = 0
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    const length = /^([\s\S]*?\r\n\r\n)/.exec(pending)?.[1]?.length
    if (length === undefined) return
    const whole = length + Number(/^content-length: (\d+)/im.exec(pending)?.[1] ?? 0)
    if (pending.length < whole) return
    const request = { text: pending.slice(0, whole), socket, onConnection, ...of }
    pending = pending.slice(whole)
    onConnection += 1
    requests.push(request)
    reply(request)
  })
}

async function listen(create: (sockets: Socket[]) => Server, requests: RawRequest[], host = '127.0.0.1'): Promise<RawServer> {
  const connections: Socket[] = []
  const server = create(connections)
  // A client that refuses the certificate is an expected guest.
  server.on('tlsClientError', () => {})
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    connections,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
