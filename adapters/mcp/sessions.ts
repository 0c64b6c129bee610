import { randomBytes } from 'node:crypto'
import type { Actor } from 'rapport-crm'
import type { EventStore, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { REFUSED, rpcError } from './fault.ts'
import { type LegacySdk, legacyServer } from './legacy.ts'
import type { Service } from './service.ts'
import { toAuthInfo, type RequestContext } from './request-context.ts'

export interface SessionOptions {
  /** Most open sessions; another one closes the one that was idle longest. */
  readonly max: number
  readonly idleMs: number
  /** Stores messages so that streams can be resumed. */
  readonly eventStore?: EventStore
  now(): number
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly owner: string
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
    const transport = id === null ? await this.#open(ownerOf(context.actor), maxBody) : this.#use(id, ownerOf(context.actor))
    if (!transport) return rpcError(404, -32001, 'Session not found')
    return transport.handleRequest(request, { authInfo: toAuthInfo(context), parsedBody: context.body })
  }

  async close(): Promise<void> {
    const open = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(open.map(({ transport }) => transport.close()))
  }

  async #open(owner: string, maxBody: number): Promise<WebStandardStreamableHTTPServerTransport> {
    const { eventStore, max, now } = this.#options
    const transport: WebStandardStreamableHTTPServerTransport = new this.#sdk.WebStandardStreamableHTTPServerTransport({
      // A UUID has only 122 random bits.
      sessionIdGenerator: () => randomBytes(32).toString('base64url'),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, owner, usedAt: now() })
        const [oldest] = this.#sessions.keys()
        if (this.#sessions.size > max && oldest !== undefined) this.#drop(oldest)
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
      maxRequestBodySize: maxBody,
      ...(eventStore && { eventStore, retryInterval: 500 }),
    })
    await legacyServer(this.#sdk, this.#service).connect(transport)
    return transport
  }

  // A session belongs to the key that opened it; other keys get 404.
  #use(id: string, owner: string): WebStandardStreamableHTTPServerTransport | undefined {
    const session = this.#sessions.get(id)
    if (!session || session.owner !== owner) return undefined
    session.usedAt = this.#options.now()
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    return session.transport
  }

  #expire(): void {
    const limit = this.#options.now() - this.#options.idleMs
    for (const [id, { usedAt }] of this.#sessions) {
      if (usedAt > limit) break
      this.#drop(id)
    }
  }

  #drop(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    void session?.transport.close()
  }
}

const ownerOf = ({ organization, user, via }: Actor): string => JSON.stringify([organization, user, via?.type, via?.id])

const isInitialize = (body: unknown): boolean =>
  (Array.isArray(body) ? body : [body]).some((each) => (each as Record<string, unknown> | undefined)?.['method'] === 'initialize')
