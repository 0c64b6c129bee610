import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { type Actor, type Core, CrmError } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { Changes, hasChanges, MAX_ADDRESSES, tapped } from './changes.ts'
import { INVALID_PARAMS, ProtocolFault } from './fault.ts'
import { faultOf } from './refused.ts'
import { type RequestContext, toAuthInfo } from './request-context.ts'
import type { Resources } from './resources.ts'
import type { OnError } from './service.ts'

type Json = Readonly<Record<string, unknown>>
type Listener = (event: { readonly kind: 'resource_updated'; readonly uri: string }) => void
/** Where the protocol library hears of changes. */
export interface ChangeBus {
  publish(): void
  subscribe(listener: Listener): () => void
}

// Open streams of one process, and of one key in it.
const MAX_STREAMS = 1000
const MAX_STREAMS_OF_KEY = 10
const RETRY_AFTER = 10

export interface ListenUses {
  readonly engine: Core
  readonly resources: Resources
  readonly onError: OnError
  /** A handler of the protocol library for one stream, which it opens, acknowledges and ends. */
  handler(bus: ChangeBus): McpHttpHandler
}

/** Answers `subscriptions/listen` (2026-07-28): one stream of notices for each request. */
export class Listeners {
  readonly #uses: ListenUses
  readonly #open = new Set<McpHttpHandler>()
  readonly #ofKey = new Map<string, number>()
  #taken = 0

  constructor(uses: ListenUses) {
    this.#uses = uses
  }

  /** Number of open streams. */
  get size(): number {
    return this.#taken
  }

  /** Whether a request is for this. */
  static isMeant({ body }: RequestContext): boolean {
    return (body as Json | undefined)?.['method'] === 'subscriptions/listen'
  }

  /** The stream, or the error that refuses it. Addresses that the caller cannot read are left out of what is acknowledged. */
  async fetch(request: Request, context: RequestContext): Promise<Response> {
    const call = callOf(request, context)
    try {
      return await this.#listen(request, context, call)
    } catch (error) {
      const fault = error instanceof CrmError ? faultOf(error, call) : error
      if (!(fault instanceof ProtocolFault)) throw fault
      const { code, message, data } = fault
      return Response.json({ jsonrpc: '2.0', error: { code, message, data }, id: (context.body as Json)['id'] ?? null })
    }
  }

  /** Ends all streams. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((each) => each.close()))
  }

  async #listen(request: Request, context: RequestContext, call: CallContext): Promise<Response> {
    const { engine, resources, onError } = this.#uses
    const asked = addressesIn(context.body)
    const leave = this.#enter(context.actor)
    let changes: Changes | undefined
    const end = () => {
      changes?.close()
      leave()
    }
    try {
      const addresses = await this.#readable(asked, call)
      const own = addresses.filter((each) => resources.owns(each))
      if (own.length > 0 && hasChanges(engine)) changes = await Changes.open(engine, resources, own, call)
      const state = { isOpen: false }
      const handler = this.#uses.handler({
        publish() {},
        subscribe: (listener) => {
          state.isOpen = true
          changes?.connect((uri) => listener({ kind: 'resource_updated', uri }))
          return () => {
            this.#open.delete(handler)
            end()
          }
        },
      })
      this.#open.add(handler)
      const parsedBody = withAddresses(context.body as Json, addresses)
      const response = await handler.fetch(request, { authInfo: toAuthInfo(context), parsedBody })
      if (!state.isOpen) {
        this.#open.delete(handler)
        end()
        return response
      }
      // With the right to read, the stream ends, too.
      void changes?.run().then(
        () => handler.close(),
        (error: unknown) => {
          onError(error, context.requestId)
          return handler.close()
        },
      )
      return tapped(
        response,
        () => changes?.read(),
        () => {},
      )
    } catch (error) {
      end()
      throw error
    }
  }

  #enter(actor: Actor): () => void {
    const key = ownerOf(actor)
    const held = this.#ofKey.get(key) ?? 0
    if (held >= MAX_STREAMS_OF_KEY || this.#taken >= MAX_STREAMS) {
      const whose = held >= MAX_STREAMS_OF_KEY ? 'This key' : 'This host'
      throw new CrmError('rate_limited', `${whose} has ${held >= MAX_STREAMS_OF_KEY ? held : this.#taken} open streams already`, {
        retry_after: RETRY_AFTER,
      })
    }
    this.#ofKey.set(key, held + 1)
    this.#taken += 1
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#taken -= 1
      const left = (this.#ofKey.get(key) ?? 1) - 1
      if (left > 0) this.#ofKey.set(key, left)
      else this.#ofKey.delete(key)
    }
  }

  async #readable(addresses: readonly string[], call: CallContext): Promise<string[]> {
    const { resources } = this.#uses
    const readable: string[] = []
    for (const uri of addresses) if (!resources.owns(uri) || (await resources.isReadable(uri, call))) readable.push(uri)
    return readable
  }
}

/** By whom streams and sessions are counted and owned: a key, or a user without one. */
export const ownerOf = ({ organization, user, via }: Actor): string => JSON.stringify([organization, user, via?.type, via?.id])

function addressesIn(body: unknown): string[] {
  const given = (((body as Json)['params'] as Json | undefined)?.['notifications'] as Json | undefined)?.['resourceSubscriptions']
  if (!Array.isArray(given)) return []
  const addresses = [...new Set(given.filter((each): each is string => typeof each === 'string'))]
  if (addresses.length > MAX_ADDRESSES)
    throw new ProtocolFault(INVALID_PARAMS, `At most ${MAX_ADDRESSES} resources of one stream`, { limit: MAX_ADDRESSES })
  return addresses
}

function withAddresses(body: Json, addresses: readonly string[]): Json {
  const params = (body['params'] ?? {}) as Json
  const notifications = params['notifications'] as Json | undefined
  // What is no list is refused by the protocol library.
  if (!Array.isArray(notifications?.['resourceSubscriptions'])) return body
  return { ...body, params: { ...params, notifications: { ...notifications, resourceSubscriptions: addresses } } }
}

const unasked = () => Promise.reject(new ProtocolFault(INVALID_PARAMS, 'Not while a stream is opened'))

function callOf(request: Request, context: RequestContext): CallContext {
  return {
    ...context,
    modern: true,
    signal: request.signal,
    notify: unasked,
    ask: unasked,
    inputResponses: {},
    requestState: undefined,
    clientCapabilities: {},
    closeStream() {},
  }
}
