import { type Actor, type Core, CrmError, refusalOf, type Streamed } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { callIn } from './engine-call.ts'
import { faultOf } from './refused.ts'
import type { Resources } from './resources.ts'

/** Addresses that one stream or session follows. */
export const MAX_ADDRESSES = 50
// Notices that were written and not yet read by the client; further ones wait, one for each address.
const MAX_UNREAD = 100

interface Entry {
  readonly entity_type: string
  readonly entity_id: string
}

/** Whether the engine has a log of events to follow. */
export const hasChanges = ({ registry }: Core): boolean => registry.byId.has('streamEvents')

/**
 * Tells which records of some addresses change, in any process: it follows the log of events as the stream of REST does, so that it shows no
 * change of a record that the caller does not see by then, takes a place among the streams of the caller, and ends with their right to read.
 */
export class Changes {
  readonly #resources: Resources
  readonly #feed: AsyncIterableIterator<Streamed<Entry>>
  readonly #addresses: Set<string>
  readonly #waiting = new Set<string>()
  readonly #unwatch: () => void
  #actor: Actor
  #unread = 0
  #tell: ((uri: string) => void) | undefined
  #isOver = false

  private constructor(
    engine: Core,
    resources: Resources,
    {
      actor,
      addresses,
      feed,
    }: { readonly actor: Actor; readonly addresses: readonly string[]; readonly feed: AsyncIterableIterator<Streamed<Entry>> },
  ) {
    this.#resources = resources
    this.#feed = feed
    this.#addresses = new Set(addresses)
    this.#actor = actor
    const renewed = (now: Actor) => void (this.#actor = now)
    this.#unwatch = engine.watch({ actor, scope: 'read', renewed, ended: () => this.close() })
  }

  /**
   * Follows the log from now on. Throws `ProtocolFault` where the caller may not read it or has too many open streams; whoever opens it has to
   * close it.
   */
  static async open(engine: Core, resources: Resources, addresses: readonly string[], context: CallContext): Promise<Changes> {
    const stream = engine.registry.byId.get('streamEvents')
    if (!stream) throw new Error('There is no log of events')
    try {
      // It outlasts the request.
      const feed = await callIn(engine, stream, {}, { ...context, signal: new AbortController().signal })
      return new Changes(engine, resources, { actor: context.actor, addresses, feed: feed as AsyncIterableIterator<Streamed<Entry>> })
    } catch (error) {
      throw faultOf(error, context)
    }
  }

  /** Number of addresses. */
  get size(): number {
    return this.#addresses.size
  }

  /** Whether it has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Follows an address, too. */
  add(uri: string): void {
    this.#addresses.add(uri)
  }

  /** Follows it no longer. */
  delete(uri: string): void {
    this.#addresses.delete(uri)
    this.#waiting.delete(uri)
  }

  /** Reads the log until it ends; throws what is no error of the caller. */
  async run(): Promise<void> {
    try {
      for await (const { data } of this.#feed) this.#take(data)
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
    } finally {
      this.close()
    }
  }

  /** Writes notices to a client that reads now, and those that waited for it. */
  connect(tell: (uri: string) => void): void {
    this.#tell = tell
    this.#unread = 0
    this.#flush()
  }

  /** Nobody reads: what changes meanwhile waits, once for each address. */
  disconnect(): void {
    this.#tell = undefined
  }

  /** The client has read one message. */
  read(): void {
    this.#unread = Math.max(0, this.#unread - 1)
    this.#flush()
  }

  /** Ends it. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#unwatch()
    this.#waiting.clear()
    void this.#feed.return?.()
  }

  #take({ entity_type, entity_id }: Entry): void {
    const { uri, type } = this.#resources.addressOf(entity_type, entity_id) ?? {}
    if (uri === undefined || type === undefined || !this.#addresses.has(uri)) return
    if (refusalOf(type.get, this.#actor)) return
    this.#waiting.add(uri)
    this.#flush()
  }

  #flush(): void {
    for (const uri of this.#waiting) {
      if (!this.#tell || this.#unread >= MAX_UNREAD || this.#isOver) return
      this.#waiting.delete(uri)
      this.#unread += 1
      this.#tell(uri)
    }
  }
}

/** The response, whose reader tells `read` of each message that it takes, and `ended` when it stops. */
export function tapped(response: Response, read: () => void, ended: () => void): Response {
  const { body, status, headers } = response
  if (!body) {
    ended()
    return response
  }
  const reader = body.getReader()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        ended()
        throw error
      })
      if (done) {
        ended()
        controller.close()
        return
      }
      controller.enqueue(value)
      read()
    },
    async cancel(reason) {
      ended()
      await reader.cancel(reason)
    },
  })
  return new Response(stream, { status, headers })
}
