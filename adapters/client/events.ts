import { chunksOf } from './bodies.ts'
import { errorOf, RapportError } from './errors.ts'
import type { Call } from './options.ts'
import { pause, type Received, type Transport } from './transport.ts'

/** One item of a stream; a later call that is given its id as `after` goes on behind it. */
export interface Streamed<T = unknown> {
  /** `after` of the call that goes on behind it. */
  readonly id: string
  /** What happened. */
  readonly data: T
}

interface Message {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

const MAX_MESSAGE = 16 * 1024 * 1024
const RECONNECT_MS = 2000

/** Items as they happen. A connection that ends is opened again behind the last item; throws when the server says why it is over. */
export async function* eventsOf(transport: Transport, call: Call, first: Received): AsyncGenerator<Streamed, undefined> {
  let last: string | undefined
  let received: Received | undefined = first
  for (;;) {
    try {
      received ??= await transport.open(resumed(call, last))
      for await (const { event, id, data } of messagesOf(received)) {
        if (event === 'end') throw errorOf(JSON.parse(data), received.response)
        if (id === undefined) continue
        last = id
        yield { id, data: JSON.parse(data) as unknown }
      }
    } catch (error) {
      const isLost = error instanceof RapportError && (error.code === 'unreachable' || error.code === 'timed_out')
      // Of a connection that cannot even be opened, the retries of the call are the limit.
      if (!isLost || !received) throw error
    } finally {
      received?.watch.cancel()
    }
    received = undefined
    await pause(RECONNECT_MS, call.options.signal)
  }
}

function resumed(call: Call, last: string | undefined): Call {
  if (last === undefined) return call
  const { options } = call
  return { ...call, options: { ...options, headers: { ...options.headers, 'last-event-id': last } } }
}

async function* messagesOf({ response, watch }: Received): AsyncGenerator<Message> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of chunksOf(response)) {
      watch.alive()
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      if (rest.length > MAX_MESSAGE) throw new RapportError('answer_too_large', `One event has more than ${MAX_MESSAGE} characters`)
      for (const block of blocks) {
        const message = messageOf(block)
        watch.rest()
        if (message) yield message
        watch.alive()
      }
    }
  } catch (error) {
    throw watch.told(error)
  }
}

// Comments are heartbeats, which only keep the connection open.
function messageOf(block: string): Message | undefined {
  const fields = block.split(/\r?\n/).map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    return [name, value]
  })
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
  if (data.length === 0) return undefined
  const valueOf = (wanted: string) => fields.findLast(([name]) => name === wanted)?.[1]
  return { event: valueOf('event') ?? 'message', id: valueOf('id'), data: data.join('\n') }
}
