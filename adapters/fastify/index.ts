import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Core } from 'rapport-crm'
import { mount, type MountOptions } from 'rapport-crm/mount'

/** Options of the plugin: the engine, the prefix below which Fastify serves it, and those of `mount`. */
export interface RapportOptions extends Omit<MountOptions, 'base'> {
  /** The engine that is served. */
  readonly engine: Core
  /** Fastify reads it itself. */
  readonly prefix?: string
}

/** What is used of an instance of Fastify 5. */
interface Instance {
  readonly prefix: string
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(type: string, parse: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void): unknown
  all(path: string, handler: (request: { readonly raw: IncomingMessage }, reply: Reply) => void): unknown
  addHook(name: 'preClose', hook: () => Promise<void>): unknown
}

interface Reply {
  readonly raw: ServerResponse
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>
  hijack(): unknown
}

/**
 * Plugin for Fastify: `app.register(rapport, { engine, prefix: '/crm' })` serves what `mount` serves, in a scope of its own, so that parsers of
 * the app stay as they are. Hooks of the app run before it, and headers that they set are sent.
 */
export async function rapport(app: Instance, { engine, ...options }: RapportOptions): Promise<void> {
  const { prefix: _, ...others } = options
  // With the prefixes of the scopes around it.
  const crm = mount(engine, { ...others, base: app.prefix })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/*', ({ raw }, reply) => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    crm.node(raw, reply.raw)
  })
  // Before the server waits for its open connections.
  app.addHook('preClose', () => crm.close())
}
