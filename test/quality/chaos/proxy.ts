import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What the proxy does with the next request. */
export type Behavior =
  /** Passes it on. */
  | 'pass'
  /** Passes on a part of it, and breaks both connections off. */
  | 'cut request'
  /** Passes it on, and breaks the connection of the client off when the answer comes. */
  | 'cut answer'
  /** Sends it twice at once, and passes the first answer on. */
  | 'double'
  /** Passes it on when it is told to. */
  | 'delay'

/** A proxy in front of a server, which reads one request of each connection and does with it what it is told. */
export class HostileProxy implements AsyncDisposable {
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((client) => void this.#serve(this.#kept(client)))
  #delayed: (() => void)[] = []
  behavior: Behavior = 'pass'

  private constructor(port: number) {
    this.#port = port
  }

  /** Listens in front of the server at this port. */
  static async before(port: number): Promise<HostileProxy> {
    const proxy = new HostileProxy(port)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Requests that are delayed now. */
  get delayed(): number {
    return this.#delayed.length
  }

  /** Passes on what is delayed. */
  release(): void {
    for (const each of this.#delayed.splice(0)) each()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.#sockets) each.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(client: Socket): Promise<void> {
    const request = await wholeRequest(client)
    const { behavior } = this
    if (behavior === 'delay') await new Promise<void>((resolve) => this.#delayed.push(resolve))
    const sent = behavior === 'cut request' ? request.subarray(0, request.length - 10) : request
    const upstreams = Array.from({ length: behavior === 'double' ? 2 : 1 }, () => this.#kept(connect(this.#port, '127.0.0.1')))
    for (const each of upstreams) each.write(sent)
    if (behavior === 'cut request') {
      // Once the server has read what there is.
      await once(upstreams[0]!, 'connect')
      for (const each of [client, ...upstreams]) each.end()
      return
    }
    const answers = upstreams.map(async (each) => (await once(each, 'data')) as [Buffer])
    const [answer] = await Promise.race(answers)
    await Promise.all(answers)
    if (behavior === 'cut answer') client.resetAndDestroy()
    else client.end(answer)
    for (const each of upstreams) each.destroy()
  }

  #kept(socket: Socket): Socket {
    this.#sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
  }
}

// Reads headers and as much body as they announce.
async function wholeRequest(client: Socket): Promise<Buffer> {
  let request = Buffer.alloc(0)
  for await (const chunk of client.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    request = Buffer.concat([request, chunk])
    const end = request.indexOf('\r\n\r\n')
    const [, length = '0'] = /content-length: (\d+)/i.exec(request.subarray(0, end).toString()) ?? []
    if (end >= 0 && request.length >= end + 4 + Number(length)) break
  }
  return request
}
