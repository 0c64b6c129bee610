import { Http, type Engine, type Scope, scopes } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { afterAll, beforeAll, describe } from 'vitest'
import type { TestClock } from '../support/clock.ts'
import { type ReceivedDelivery, type Receiver, receiver, type ReceiverReply } from '../support/receiver.ts'
import { newPlace, type StorageName } from '../support/storages.ts'
import { testEngine } from '../support/testing.ts'

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** ISO 8601 with an offset. */
export const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
export const unknownId = '01890000-0000-7000-8000-000000000000'

/** What came back; `json` is null without a body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: any
}

/** One API key of one organization, calling over HTTP. */
export interface Caller {
  readonly organization: string
  readonly user: string
  readonly key: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

/** The address of one receiver, with its deliveries. */
export interface Endpoint {
  readonly url: string
  readonly deliveries: readonly ReceivedDelivery[]
  answer(reply: ReceiverReply): void
}

export interface Walk {
  readonly engine: Engine
  readonly clock: TestClock
  /** A new organization with an administrator and their key with all scopes. */
  enter(options?: { readonly plan?: 'free' | 'starter' }): Promise<Caller>
  /** Another key in the same organization. */
  keyFor(caller: Caller, options: { readonly scopes?: readonly Scope[]; readonly user?: string }): Promise<Caller>
  /** A call without a key, or with the given headers. */
  bare(method: string, path: string, headers?: Record<string, string>): Promise<Answer>
  endpoint(): Endpoint
  /** Advances the clock by so many milliseconds and does what becomes due on the way. */
  pass(milliseconds: number): Promise<void>
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** Longer than all retries of a delivery take together: 8 hours and 36 minutes. A day has twice as many moments of other work. */
export const allRetries = 10 * hour

let organizations = 0

/** Runs the tests of one section of the contract on both databases: one engine for each, a new organization for each test. */
export function describeContract(
  section: string,
  body: (walk: Walk) => void,
  names: readonly StorageName[] = ['SQLite memory', 'PostgreSQL'],
): void {
  for (const name of names)
    describe(`${section} (${name})`, () => {
      const ends: (() => Promise<void>)[] = []
      const walk = {} as { -readonly [K in keyof Walk]: Walk[K] }
      beforeAll(async () => {
        const inbox = await receiver()
        ends.push(() => inbox.close())
        const place = await newPlace(name)
        ends.push(() => place.remove())
        const opened = await testEngine({ storage: place.storage(), ports: [new Http({ allow: ['127.0.0.1/32'], ca: inbox.ca })] })
        ends.push(opened.close)
        Object.assign(walk, walkOn(opened.engine, opened.clock, inbox))
      })
      afterAll(async () => {
        for (const end of ends.toReversed()) await end()
      })
      body(walk)
    })
}

function walkOn(engine: Engine, clock: TestClock, inbox: Receiver): Walk {
  const { fetch } = http(engine)
  const replies = new Map<string, ReceiverReply>()
  inbox.respondWith(({ path }) => replies.get(path) ?? 200)

  async function send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const given = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(new Request(`http://crm.test/api/v1${path}`, { method, headers: { ...type, ...headers }, ...given }))
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) }
  }
  function callerOf(organization: string, user: string, key: string): Caller {
    const authorization = `Bearer ${key}`
    const call: Caller['send'] = (method, path, body, headers = {}) => send(method, path, body, { authorization, ...headers })
    return {
      organization,
      user,
      key,
      send: call,
      get: (path, headers) => call('GET', path, undefined, headers),
      post: (path, given, headers) => call('POST', path, given, headers),
      patch: (path, given, headers) => call('PATCH', path, given, headers),
      delete: (path, headers) => call('DELETE', path, undefined, headers),
    }
  }

  return {
    engine,
    clock,
    async enter(options = {}) {
      const id = `org-${++organizations}`
      const user = `ada@${id}.test`
      await engine.access.createOrganization({ id, admin: user, ...options })
      const { key } = await engine.access.createKey({ organization: id, user, name: 'Walk', scopes, administration: true })
      return callerOf(id, user, key)
    },
    async keyFor({ organization, user: creator }, { scopes: granted = scopes, user = creator }) {
      const { key } = await engine.access.createKey({ organization, user, name: 'Other', scopes: granted, administration: true })
      return callerOf(organization, user, key)
    },
    bare: (method, path, headers = {}) => send(method, path, undefined, headers),
    endpoint() {
      const path = `/${crypto.randomUUID()}`
      return {
        url: new URL(path, inbox.url).href,
        get deliveries() {
          return inbox.deliveries.filter((each) => each.path === path)
        },
        answer: (reply) => void replies.set(path, reply),
      }
    },
    async pass(milliseconds) {
      const end = new Date(clock.now().getTime() + milliseconds)
      for (let next = await engine.tick(); next && next <= end; next = await engine.tick()) if (next > clock.now()) clock.set(next)
      clock.set(end)
      await engine.tick()
    },
  }
}
