import { CrmError, type Streamed } from 'rapport-crm'
import type { BodyStream } from './incoming.ts'

/** Milliseconds after which a client that was cut off comes back. */
const RETRY_MS = 2000
const encoding = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform' } as const

/** Headers of an answer that must reach the client bit by bit, through proxies that would rather collect it. */
export const streamHeaders: Readonly<Record<string, string>> = { ...encoding, 'x-accel-buffering': 'no' }

export interface StreamOptions {
  /** Milliseconds after which a comment keeps the connection, and the caller's right to it is looked at again, however much is sent. */
  readonly heartbeatMs: number
  readonly isAllowed: () => Promise<boolean>
  readonly onError: (error: unknown) => void
}

/** The streams that one adapter serves, as server-sent events. */
export class Streams {
  readonly #open = new Set<() => void>()

  /** Each item with its id, so that a client that comes back says by `Last-Event-ID` what it has. */
  serve(source: AsyncIterator<Streamed>, streaming: StreamOptions): BodyStream {
    const ended = new AbortController()
    const cancel = () => {
      this.#open.delete(cancel)
      ended.abort()
    }
    this.#open.add(cancel)
    return { chunks: encoded(source, ended.signal, streaming, cancel), cancel }
  }

  /** Ends them all; their clients come back, here or to another process. */
  close(): void {
    for (const cancel of this.#open) cancel()
  }
}

async function* encoded(
  source: AsyncIterator<Streamed>,
  signal: AbortSignal,
  { heartbeatMs, isAllowed, onError }: StreamOptions,
  cancel: () => void,
): AsyncGenerator<string> {
  let beat: ReturnType<typeof heartbeat> | undefined
  try {
    // Sent at once, so that the client knows that it is connected before anything has happened.
    yield `retry: ${RETRY_MS}\n\n`
    for (let next = source.next(); ;) {
      beat ??= heartbeat(heartbeatMs)
      const item = await earliest(beat.due, next, signal)
      if (item === 'due') {
        beat = undefined
        if (!(await isAllowed())) return
        yield ':\n\n'
      } else if (item === 'ended' || item.done) return
      else {
        yield `id: ${item.value.id}\ndata: ${JSON.stringify(item.value.data)}\n\n`
        next = source.next()
      }
    }
  } catch (error) {
    // The headers are sent: all that is left is to end, whereupon the client asks again and is told in full.
    if (!(error instanceof CrmError)) onError(error)
  } finally {
    beat?.stop()
    cancel()
    await source.return?.()
  }
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
