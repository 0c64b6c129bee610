import type { Core } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { Changes, hasChanges, MAX_ADDRESSES, tapped } from './changes.ts'
import { INVALID_PARAMS, ProtocolFault } from './fault.ts'
import { notFound } from './refused.ts'
import type { Resources } from './resources.ts'
import type { OnError } from './service.ts'

type Answer = Readonly<Record<string, unknown>>

export interface SubscriptionUses {
  readonly engine: Core
  readonly resources: Resources
  readonly onError: OnError
}

/** The resources that one session of 2025-11-25 or older has subscribed to; notices go to the stream on which it hears of its server. */
export class Subscriptions {
  readonly #uses: SubscriptionUses
  readonly #notify: (uri: string) => Promise<void>
  #changes: Changes | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #listens = false
  #isOver = false

  constructor(uses: SubscriptionUses, notify: (uri: string) => Promise<void>) {
    this.#uses = uses
    this.#notify = notify
  }

  /** The methods of subscriptions to our own resources; undefined for any other request. */
  methodFor(method: string, { uri }: Readonly<Record<string, unknown>>) {
    const { engine, resources } = this.#uses
    if (!resources.owns(uri) || !hasChanges(engine)) return undefined
    if (method === 'resources/subscribe') return (context: CallContext) => this.#inTurn(() => this.#subscribe(uri, context))
    return method === 'resources/unsubscribe' ? () => this.#inTurn(() => this.#unsubscribe(uri)) : undefined
  }

  /** The stream of the session, to which notices go as long as it is read. */
  heardOn(response: Response): Response {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    this.#listens = true
    this.#connect()
    return tapped(
      response,
      () => this.#changes?.read(),
      () => {
        this.#listens = false
        this.#changes?.disconnect()
      },
    )
  }

  /** Ends all of them. */
  close(): void {
    this.#isOver = true
    this.#changes?.close()
  }

  async #subscribe(uri: string, context: CallContext): Promise<Answer> {
    const { engine, resources, onError } = this.#uses
    if (this.#changes?.isOver) this.#changes = undefined
    if ((this.#changes?.size ?? 0) >= MAX_ADDRESSES)
      throw new ProtocolFault(INVALID_PARAMS, `A session subscribes to at most ${MAX_ADDRESSES} resources`, { limit: MAX_ADDRESSES })
    if (!(await resources.isReadable(uri, context))) throw notFound(uri, context)
    if (!this.#changes) {
      const changes = await Changes.open(engine, resources, [], context)
      this.#changes = changes
      void changes.run().catch((error: unknown) => onError(error))
      // The session may have ended meanwhile.
      if (this.#isOver) changes.close()
      this.#connect()
    }
    this.#changes.add(uri)
    return {}
  }

  async #unsubscribe(uri: string): Promise<Answer> {
    this.#changes?.delete(uri)
    if (this.#changes?.size !== 0) return {}
    this.#changes.close()
    this.#changes = undefined
    return {}
  }

  // One after the other, so that a session follows the log of events once.
  #inTurn(work: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#turn.then(work)
    this.#turn = answer.catch(() => undefined)
    return answer
  }

  #connect(): void {
    if (this.#listens) this.#changes?.connect((uri) => void this.#notify(uri).catch((error: unknown) => this.#uses.onError(error)))
  }
}
