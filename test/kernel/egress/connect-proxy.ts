import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, type Socket, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Certificate } from '../../support/certificate.ts'

export interface ConnectProxy extends AsyncDisposable {
  readonly url: string
  readonly asked: { readonly target: string; readonly authorization: string | undefined }[]
}

export type Decision = { readonly to: number } | { readonly answer: string } | 'silence' | 'reset'

/**
 * A small outbound proxy: `decide` says whether a CONNECT is tunnelled to a port of this machine, or how it is turned down; with a
 * certificate it wants TLS itself.
 */
export async function connectProxy(decide: (target: string) => Decision, certificate?: Certificate): Promise<ConnectProxy> {
  const asked: { target: string; authorization: string | undefined }[] = []
  const sockets = new Set<Duplex>()
  const server = certificate ? createTlsServer(certificate) : createServer()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    asked.push({ target: url, authorization: headers['proxy-authorization'] })
    client.on('error', () => {})
    const decision = decide(url)
    if (decision === 'silence') return
    if (decision === 'reset') return void client.destroy()
    if ('answer' in decision) return void client.end(decision.answer)
    const target = connect(decision.to, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    sockets.add(target.on('error', () => client.destroy()))
    client.on('close', () => target.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
