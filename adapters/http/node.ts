import type { IncomingMessage, ServerResponse } from 'node:http'
import { CrmError } from 'rapport-crm'
import { brokenOff, tooLarge } from './body.ts'
import type { Answer, BodyStream, Incoming } from './incoming.ts'

interface HostRequest extends IncomingMessage {
  /** The parsed body in Express, or why there is none. */
  readonly body?: unknown
  /** The bytes or the text of which it was parsed, where the host keeps them. */
  readonly rawBody?: unknown
  /** Address of the client in Express, which follows its setting `trust proxy`. */
  readonly ip?: string
}

/** A request of Node. It is not converted to a web-standard one, which would double the cost of a call. */
export function fromNode(req: HostRequest, res: ServerResponse): Incoming {
  const { method = 'GET', url = '/' } = req
  const header = (name: string) => (req.headers[name] as string | undefined) ?? null
  return {
    fromSocket: true,
    method,
    url: url.startsWith('/') ? `http://localhost${url}` : URL.canParse(url) ? url : 'http://localhost/*',
    ip: req.ip ?? req.socket.remoteAddress,
    header,
    get signal() {
      return goneSignal(res)
    },
    body: async (limit, grow) => (isTaken(req) ? takenByHost(req) : await bytesOf(req, limit, grow)),
    stream: () => piecesOf(req),
    request() {
      const headers = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      const address = `http${'encrypted' in req.socket ? 's' : ''}://${header('host')}${url}`
      return new Request(URL.canParse(address) ? address : `http://localhost${url}`, {
        method,
        headers: headers.filter(([name]) => !name.startsWith(':')),
      })
    },
  }
}

function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.closed) gone.abort()
  else res.once('close', () => res.writableEnded || gone.abort())
  return gone.signal
}

/** Sends a response in one write: with its length, Node neither uses chunks nor sends the headers separately. */
export function sendTo(res: ServerResponse, { status, headers, body }: Answer, method: string): void {
  if (body === null) res.writeHead(status, headers).end()
  else if (typeof body !== 'string' && !(body instanceof Uint8Array)) void flow(res.writeHead(status, headers), body)
  else res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(method === 'HEAD' ? null : body)
}

async function flow(res: ServerResponse, { chunks, stalledMs, cancel }: BodyStream): Promise<void> {
  res.on('close', cancel)
  // The client may have disconnected while the response was created.
  if (res.closed) cancel()
  try {
    for await (const chunk of chunks) {
      if (res.closed) break
      if (!res.write(chunk) && !(await drained(res, stalledMs))) res.destroy()
    }
    res.end()
  } catch (error) {
    // The headers are already sent: only a broken connection can tell that the rest is missing.
    res.destroy(error as Error)
  }
}

// Waits for clients that read slowly; false for one that reads nothing, or whose machine is gone.
function drained(res: ServerResponse, stalledMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isDrained: boolean) => {
      clearTimeout(timer)
      res.off('drain', go).off('close', go)
      resolve(isDrained)
    }
    const go = () => settle(true)
    const timer = setTimeout(() => settle(false), stalledMs)
    res.on('drain', go).on('close', go)
  })
}

const isTaken = (req: HostRequest) => req.readableDidRead || req.readableEnded || isRaw(req.rawBody)
const isRaw = (body: unknown) => typeof body === 'string' || body instanceof Uint8Array

function takenByHost({ rawBody, body: parsed }: HostRequest): unknown {
  if (parsed instanceof CrmError) throw parsed
  const body = isRaw(rawBody) ? rawBody : parsed
  if (body === undefined)
    throw new Error('The host read the body of this request and left none in req.body: mount the API before its body parser')
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? {})
}

async function* piecesOf(req: HostRequest): AsyncGenerator<Uint8Array> {
  if (isTaken(req)) {
    const taken = takenByHost(req)
    if (!(taken instanceof Uint8Array)) throw new Error('The host has parsed the body of an upload: mount the API before its body parser')
    return yield taken
  }
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw brokenOff()
  } finally {
    // Closing the connection while the client sends would lose the response.
    req.resume()
  }
}

function bytesOf(req: IncomingMessage, limit: number, grow: (bytes: number) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (req.destroyed) return reject(brokenOff())
    const chunks: Buffer[] = []
    let size = 0
    const detach = () => req.off('data', add).off('end', finish).off('error', breakOff).off('close', breakOff)
    const add = (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge(limit)
        grow(size)
        chunks.push(chunk)
      } catch (error) {
        // The rest is read and dropped: closing the connection while the client sends would lose the response.
        chunks.length = 0
        detach().resume()
        reject(error as Error)
      }
    }
    const finish = () => {
      detach()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    }
    const breakOff = () => {
      detach()
      reject(brokenOff())
    }
    req.on('data', add).on('end', finish).on('error', breakOff).on('close', breakOff)
  })
}
