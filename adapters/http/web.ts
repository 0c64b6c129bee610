import { brokenOff, tooLarge } from './body.ts'
import type { Answer, BodyStream, Incoming } from './incoming.ts'

/** A web-standard request. */
export function fromRequest(request: Request, ip: string | undefined): Incoming {
  return {
    method: request.method,
    url: request.url,
    ip,
    header: (name) => request.headers.get(name),
    get signal() {
      return request.signal
    },
    body: (limit, grow) => bytesOf(request.body, limit, grow),
    stream: () => piecesOf(request.body),
    request: () => request,
  }
}

/** A web-standard response, of the class that is global at this moment: some hosts replace it. */
export function toResponse({ status, headers, body }: Answer, method: string): Response {
  const whole = typeof body === 'string' || body === null || body instanceof Uint8Array ? body : streamOf(body)
  return new Response(method === 'HEAD' ? null : whole, { status, headers })
}

function streamOf({ chunks, cancel }: BodyStream): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      cancel()
      await iterator.return?.()
    },
  })
}

async function bytesOf(stream: ReadableStream<Uint8Array> | null, limit: number, grow: (bytes: number) => void): Promise<Uint8Array> {
  if (!stream) return new Uint8Array()
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => Promise.reject(brokenOff()))
    if (done) return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
    size += value.length
    try {
      if (size > limit) throw tooLarge(limit)
      grow(size)
    } catch (error) {
      void forget(reader)
      throw error
    }
    chunks.push(value)
  }
}

async function* piecesOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return
  const reader = stream.getReader()
  let isOver = false
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(brokenOff()))
      isOver = done
      if (done) return
      yield value
    }
  } finally {
    if (!isOver) void forget(reader)
  }
}

// Twice what a batch may have.
const MOST_FORGOTTEN = 64 * 1024 * 1024

// Reads to the end, because hosts close the connection of a canceled body and lose the response; whoever sends on and on is cut off.
async function forget(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let bytes = 0
  try {
    for (let part = await reader.read(); !part.done && bytes <= MOST_FORGOTTEN; part = await reader.read()) bytes += part.value.length
    await reader.cancel()
  } catch {
    // The client is gone.
  }
}
