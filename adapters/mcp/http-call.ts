import type { IncomingMessage, ServerResponse } from 'node:http'

/** Reads a body: undefined once it has more bytes than `most`; `grow` hears how many there are by then, and may refuse them. */
type ReadBytes = (most: number, grow: (bytes: number) => void) => Promise<Uint8Array | undefined>

/** One request as it arrived, whatever host it came to. */
export interface HttpCall {
  readonly method: string
  readonly url: string
  /** Address of the client; undefined if the transport does not know it. */
  readonly ip: string | undefined
  readonly header: (name: string) => string | null
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  /** The body as an earlier body parser has left it. */
  readonly given?: unknown
  readonly bytes: ReadBytes
  /** For the libraries of the protocol, which are given the body apart. */
  request(): Request
}

/** An answer that is known as a whole: Node sends it in one write, which a web-standard response does not allow. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Answer = Response | WholeAnswer

/** A web-standard request. */
export function fromRequest(request: Request, ip: string | undefined): HttpCall {
  return {
    method: request.method,
    url: request.url,
    ip,
    header: (name) => request.headers.get(name),
    get signal() {
      return request.signal
    },
    bytes: (most, grow) => bytesOf(request.body ?? [], most, grow),
    request: () => request,
  }
}

/** A request of Node. It becomes a web-standard one only for the libraries, because the conversion takes as long as a small call. */
export function fromNode(req: IncomingMessage, res: ServerResponse, ip: string | undefined, given: unknown): HttpCall {
  const { method = 'GET' } = req
  const url = addressOf(req)
  let gone: AbortSignal | undefined
  const signal = () => (gone ??= goneSignal(res))
  return {
    method,
    url,
    ip,
    given,
    header: (name) => (req.headers[name] as string | undefined) ?? null,
    get signal() {
      return signal()
    },
    async bytes(most, grow) {
      try {
        return await bytesOf(req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>, most, grow)
      } finally {
        // Closing the connection while the client sends would lose the response.
        req.resume()
      }
    },
    request() {
      const headers = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
        name.startsWith(':') ? [] : values.map((value): [string, string] => [name, value]),
      )
      return new Request(url, { method, headers, signal: signal() })
    },
  }
}

/** A web-standard response of either. */
export function toResponse(answer: Answer): Response {
  if (answer instanceof Response) return answer
  const { status, headers, body } = answer
  return new Response(body, { status, headers })
}

async function bytesOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  grow: (bytes: number) => void,
): Promise<Uint8Array | undefined> {
  const all: Uint8Array[] = []
  let received = 0
  for await (const chunk of chunks) {
    received += chunk.length
    if (received > most) return undefined
    grow(received)
    all.push(chunk)
  }
  return all.length === 1 ? all[0] : Buffer.concat(all)
}

// A host that is no name leaves the address readable; which hosts are served is checked by the header.
function addressOf({ url = '/', headers: { host }, socket }: IncomingMessage): string {
  const path = url.startsWith('/') ? url : '/'
  const address = url.startsWith('/') || !URL.canParse(url) ? `http${'encrypted' in socket ? 's' : ''}://${host}${path}` : url
  return URL.canParse(address) ? address : `http://localhost${path}`
}

function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.closed) gone.abort()
  else res.once('close', () => res.writableEnded || gone.abort())
  return gone.signal
}
