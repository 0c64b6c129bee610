import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Core, CrmError } from 'rapport-crm'
import { documentOf, problemPage, type PageResponse } from './document.ts'
import { LIMIT, readForm, refuseLarge } from './form.ts'
import { type Match, routesOf } from './routes.ts'
import { type PageRequest, visitOf } from './visit.ts'

/** How the public pages are served. */
export interface PagesOptions {
  /** Address of the visitor; behind a proxy of yours, the one that it hands on (default: `peer`). */
  readonly addressOf?: (from: { readonly peer: string | undefined; readonly header: (name: string) => string | null }) => string | undefined
  /** Told of each fault that a visitor sees only as an error page (default: `console.error`). */
  readonly onError?: (error: unknown) => void
}

/** The pages of one engine for people without a key, in the two forms that hosts mount at the root of a site. */
export interface Pages {
  /** First segments of their paths, with the slash: `/q`. */
  readonly prefixes: readonly string[]
  /** Web-standard form; never rejects. */
  readonly fetch: (request: Request, context?: { readonly ip?: string }) => Promise<Response>
  /** Node form; with `next`, other paths are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void
}

/** Serves every page that the features of the engine declare; it knows none of them by name. */
export function pages(engine: Core, options: PagesOptions = {}): Pages {
  const routes = routesOf(engine.registry.all('pages'))
  const onError = options.onError ?? ((error: unknown) => console.error('[rapport] a page failed:', error))

  async function answer(look: PageRequest, form: () => Promise<Record<string, string>>): Promise<PageResponse> {
    try {
      const found = routes.match(look.method, look.path)
      if (found instanceof CrmError) return problemPage(found, found.details.allow)
      return documentOf((await engine.call(found.operation, () => inputOf(found, look, form), anonymous)) as never)
    } catch (error) {
      if (!(error instanceof CrmError)) onError(error)
      return problemPage(error instanceof CrmError ? error : new CrmError('internal_error', 'Something went wrong on our side'))
    }
  }

  async function inputOf({ operation, params }: Match, look: PageRequest, form: () => Promise<Record<string, string>>) {
    const { properties } = operation.input
    const given = look.method === 'POST' ? await form() : {}
    // A browser may send fields of its own, and nobody but this adapter says where a request is from.
    const known = Object.entries({ ...given, ...params }).filter(([name]) => Object.hasOwn(properties, name))
    const ip = options.addressOf ? options.addressOf({ peer: look.ip, header: look.header }) : look.ip
    return { ...Object.fromEntries(known), ...visitOf({ ...look, ip }, properties) }
  }

  return {
    prefixes: routes.prefixes,
    async fetch(request, { ip } = {}) {
      const look = { method: request.method, path: new URL(request.url).pathname, ip, header: (name: string) => request.headers.get(name) }
      const sent = await answer(look, async () => {
        refuseLarge(look)
        return readForm(new Uint8Array(await request.arrayBuffer()), look)
      })
      return new Response(request.method === 'HEAD' ? null : sent.body, { status: sent.status, headers: sent.headers })
    },
    node(req, res, next) {
      const { method = 'GET', url = '/', headers, socket } = req
      const path = url.split(/[?#]/, 1)[0] ?? '/'
      if (next && !routes.prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return next()
      const look = { method, path, ip: socket.remoteAddress, header: (name: string) => (headers[name] as string | undefined) ?? null }
      void answer(look, async () => readForm(await bytesOf(req, look), look)).then(({ status, headers: shown, body }) => {
        res.writeHead(status, { ...shown, 'content-length': Buffer.byteLength(body) }).end(method === 'HEAD' ? null : body)
      })
    },
  }
}

const anonymous = {
  organization: '',
  user: 'anonymous',
  scopes: new Set<never>(),
  via: { type: 'system', id: 'anonymous', label: 'Anonymous' },
} as const

async function bytesOf(req: IncomingMessage, look: PageRequest): Promise<Uint8Array> {
  refuseLarge(look)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read on and forgotten: a connection that is cut would lose our answer.
    if (size - chunk.length <= LIMIT) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
