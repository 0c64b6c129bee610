import { randomBytes } from 'node:crypto'
import type { EventStore, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { REFUSED, rpcError } from './fault.ts'
import { type LegacySdk, legacyServer } from './legacy.ts'
import { ownerOf } from './listen.ts'
import type { Service } from './service.ts'
import { Subscriptions } from './subscriptions.ts'
import { toAuthInfo, type RequestContext } from './request-context.ts'

export interface SessionOptions {
  /** Most open sessions; another one closes the one that was idle longest, of whoever has most: nobody loses theirs to a flood of another. */
  readonly max: number
  readonly idleMs: number
  /** Stores messages so that streams can be resumed. */
  readonly eventStore?: EventStore
  now(): number
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly subscriptions: Subscriptions
  readonly owner: string
  readonly organization: string
  usedAt: number
}

/** Sessions of revision 2025-11-25 and older, which elicitation needs; they live in this process only. */
export class Sessions {
  readonly #sdk: LegacySdk
  readonly #service: Service
  readonly #options: SessionOptions
  // In order of use: the first was idle longest.
  readonly #sessions = new Map<string, Session>()

  constructor(sdk: LegacySdk, service: Service, options: SessionOptions) {
    this.#sdk = sdk
    this.#service = service
    this.#options = options
  }

  get size(): number {
    return this.#sessions.size
  }

  async fetch(request: Request, context: RequestContext, maxBody: number): Promise<Response> {
    this.#expire()
    const id = request.headers.get('mcp-session-id')
    if (id === null && !isInitialize(context.body)) return rpcError(400, REFUSED, 'Bad Request: a session begins with initialize')
    const owner = ownerOf(context.actor)
    const session = id === null ? await this.#open(owner, context.actor.organization, maxBody) : this.#use(id, owner)
    if (!session) return rpcError(404, -32001, 'Session not found')
    const response = await session.transport.handleRequest(request, { authInfo: toAuthInfo(context), parsedBody: context.body })
    return request.method === 'GET' && response.ok ? session.subscriptions.heardOn(response) : response
  }

  async close(): Promise<void> {
    const open = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(open.map(({ transport }) => transport.close()))
  }

  async #open(owner: string, organization: string, maxBody: number): Promise<Session> {
    const { eventStore, max, now } = this.#options
    const transport: WebStandardStreamableHTTPServerTransport = new this.#sdk.WebStandardStreamableHTTPServerTransport({
      // A UUID has only 122 random bits.
      sessionIdGenerator: () => randomBytes(32).toString('base64url'),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session)
        if (this.#sessions.size > max) this.#dropOne()
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
      maxRequestBodySize: maxBody,
      ...(eventStore && { eventStore, retryInterval: 500 }),
    })
    const subscriptions = new Subscriptions(this.#service, (uri) => server.sendResourceUpdated({ uri }))
    const session: Session = { transport, subscriptions, owner, organization, usedAt: now() }
    const server = legacyServer(this.#sdk, this.#service, subscriptions)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the server is no event target
    server.onclose = () => subscriptions.close()
    await server.connect(transport)
    return session
  }

  // A session belongs to the key that opened it; other keys get 404.
  #use(id: string, owner: string): Session | undefined {
    const session = this.#sessions.get(id)
    if (!session || session.owner !== owner) return undefined
    session.usedAt = this.#options.now()
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    return session
  }

  #expire(): void {
    const limit = this.#options.now() - this.#options.idleMs
    for (const [id, { usedAt }] of this.#sessions) {
      if (usedAt > limit) break
      this.#drop(id)
    }
  }

  #dropOne(): void {
    const ofOrganization = mostOf([...this.#sessions], ([, { organization }]) => organization)
    const [oldest] = mostOf(ofOrganization, ([, { owner }]) => owner)
    if (oldest) this.#drop(oldest[0])
  }

  #drop(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    void session?.transport.close()
  }
}

// The largest group, of several the one that comes first.
function mostOf<T>(all: readonly T[], groupOf: (each: T) => string): readonly T[] {
  const groups = [...Map.groupBy(all, groupOf).values()]
  return groups.reduce((most, each) => (each.length > most.length ? each : most), [] as readonly T[])
}

const isInitialize = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).some((each) => (each as Record<string, unknown> | undefined)?.['method'] === 'initialize')
