import { CrmError, type Streamed } from 'rapport-crm'
import type { BodyStream } from './incoming.ts'

/** Milliseconds after which a disconnected client reconnects. */
const RETRY_MS = 2000
const encoding = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' } as const

/** Headers that keep proxies from buffering the stream. */
export const streamHeaders: Readonly<Record<string, string>> = { ...encoding, 'x-accel-buffering': 'no' }

export interface StreamOptions {
  /** Milliseconds between two heartbeats, each of which keeps the connection open and asks `refusal`. */
  readonly heartbeatMs: number
  /** Why the caller may not go on, if the sign-in of the embedding app says so; the engine itself ends the streams of its keys. */
  readonly refusal: () => Promise<CrmError | undefined>
  readonly requestId: string
  readonly onError: (error: unknown) => void
}

/** The open streams of server-sent events of one adapter. */
export class Streams {
  readonly #open = new Set<() => void>()

  /** Sends each item with its id, so that a client can resume with `Last-Event-ID`. */
  serve(source: AsyncIterator<Streamed>, streaming: StreamOptions): BodyStream {
    const ended = new AbortController()
    const cancel = () => {
      this.#open.delete(cancel)
      ended.abort()
    }
    this.#open.add(cancel)
    return { chunks: encoded(source, ended.signal, streaming, cancel), stalledMs: 2 * streaming.heartbeatMs, cancel }
  }

  /** Ends all streams; their clients reconnect, here or to another process. */
  close(): void {
    for (const cancel of this.#open) cancel()
  }
}

async function* encoded(
  source: AsyncIterator<Streamed>,
  signal: AbortSignal,
  { heartbeatMs, refusal, requestId, onError }: StreamOptions,
  cancel: () => void,
): AsyncGenerator<string> {
  let beat: ReturnType<typeof heartbeat> | undefined
  try {
    // Sent at once, so that the client knows that it is connected.
    yield `retry: ${RETRY_MS}\n\n`
    for (let next = source.next(); ;) {
      beat ??= heartbeat(heartbeatMs)
      const item = await earliest(beat.due, next, signal)
      if (item === 'due') {
        beat = undefined
        const refused = await refusal()
        if (refused) throw refused
        yield ':\n\n'
      } else if (item === 'ended' || item.done) return
      else {
        yield `id: ${item.value.id}\ndata: ${textOf(item.value.data)}\n\n`
        next = source.next()
      }
    }
  } catch (error) {
    // The headers are already sent: a last event says why, and a client that reconnects gets the error with its status.
    if (error instanceof CrmError) yield `event: end\ndata: ${JSON.stringify(error.toProblem(requestId))}\n\n`
    else onError(error)
  } finally {
    beat?.stop()
    cancel()
    await source.return?.()
  }
}

// Streams of one organization get the same entry: it is encoded once for all of them.
const texts = new WeakMap<object, string>()

function textOf(data: unknown): string {
  if (typeof data !== 'object' || data === null || !Object.isFrozen(data)) return JSON.stringify(data)
  const text = texts.get(data) ?? JSON.stringify(data)
  texts.set(data, text)
  return text
}

function heartbeat(afterMs: number): { readonly due: Promise<'due'>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<'due'>()
  const timer = setTimeout(() => resolve('due'), afterMs)
  return { due: promise, stop: () => clearTimeout(timer) }
}

// The heartbeat goes before items: there may always be a next one.
async function earliest<T>(due: Promise<'due'>, next: Promise<T>, signal: AbortSignal): Promise<T | 'due' | 'ended'> {
  if (signal.aborted) return 'ended'
  const { promise, resolve } = Promise.withResolvers<'ended'>()
  const end = () => resolve('ended')
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([due, next, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
