import type { Engine } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { ada, describeStorages, type Opened } from '../support/storages.ts'
import { FakeCore } from './mcp-fixture.ts'
import { bareRequest, legacyRequest, modernRequest } from './mcp-wire.ts'

type Server = ReturnType<typeof mcp>
type Message = Record<string, any>

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
const unknown = '018f3c1e-7b1a-7c3d-9e2f-000000000000'
const uriOf = ({ id }: { readonly id: string }) => `crm://contacts/${id}`

/** The messages of a stream, one by one. */
class Messages {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ''

  constructor(response: Response) {
    this.#reader = response.body!.getReader()
  }

  /** The next message; undefined at the end. */
  async next(): Promise<Message | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const data = /^data: (.+)$/m.exec(this.#text.slice(0, end))?.[1]
        this.#text = this.#text.slice(end + 2)
        if (data) return JSON.parse(data)
        continue
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += Buffer.from(value).toString()
    }
  }

  /** The address that the next notice names. */
  async updated(): Promise<string> {
    const message = await this.next()
    expect(message?.['method']).toBe('notifications/resources/updated')
    return message!['params'].uri
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }
}

/** Follows these addresses in one of the eras: `acknowledged` are those that are followed. */
interface Follower {
  readonly messages: Messages
  readonly acknowledged: readonly string[]
  end(): Promise<void>
}

const follow = {
  async '2026-07-28'(server: Server, token: string, uris: readonly string[]): Promise<Follower> {
    const response = await server.fetch(
      modernRequest('subscriptions/listen', { notifications: { resourceSubscriptions: uris } }, { token }),
    )
    const messages = new Messages(response)
    const first = await messages.next()
    expect(first).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    return {
      messages,
      acknowledged: first!['params'].notifications.resourceSubscriptions ?? [],
      end: () => messages.cancel(),
    }
  },
  async '2025-11-25'(server: Server, token: string, uris: readonly string[]): Promise<Follower> {
    const session = await sessionOf(server, token)
    const acknowledged = []
    for (const uri of uris) if ((await session.ask('resources/subscribe', { uri })).result) acknowledged.push(uri)
    return { messages: await session.listen(), acknowledged, end: () => session.end() }
  },
}

async function sessionOf(server: Server, token: string) {
  const started = await server.fetch(legacyRequest('initialize', hello, { token }))
  const headers = { 'mcp-session-id': started.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' }
  expect(await started.text()).toContain('"subscribe":true')
  let id = 1
  return {
    async ask(method: string, params: Record<string, unknown>): Promise<Message> {
      const text = await (await server.fetch(legacyRequest(method, params, { token, headers, id: (id += 1) }))).text()
      return JSON.parse(/data: (.+)/.exec(text)?.[1] ?? text)
    },
    listen: async () => new Messages(await server.fetch(bareRequest('GET', { token, headers }))),
    async end() {
      expect((await server.fetch(bareRequest('DELETE', { token, headers }))).status).toBe(200)
    },
  }
}

async function openStreams(engine: Engine): Promise<number | undefined> {
  return (await engine.metrics()).find(({ name }) => name === 'rapport_event_streams')?.samples[0]?.value
}

describeStorages('Subscriptions', (open, storage) => {
  async function opened() {
    const made = await open({ rateLimit: 1_000_000 })
    const { engine, api } = made
    await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
    await engine.access.createOrganization({ id: 'other', admin: 'eve@other.test' })
    await api.users.invite({ email: 'bob@acme.test', visibility: 'own' })
    const keyFor = async (user: string, organization = 'acme', scopes: readonly any[] = ['mcp', 'read']) =>
      await engine.access.createKey({ organization, user, name: 'Test', scopes })
    const key = await keyFor('ada@acme.test')
    return { ...made, key: key.key, keyFor, server: mcp(engine, { legacySessions: true }) }
  }
  const change = ({ api }: Pick<Opened, 'api'>, { id }: { readonly id: string }, title: string) => api.contacts.update({ id, title })

  for (const era of ['2026-07-28', '2025-11-25'] as const) {
    it(`tell of changes of these records and no others, of those that their reader sees (${era})`, async () => {
      const bench = await opened()
      const { api, server, key, keyFor } = bench
      const [first, second] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
      const foreign = await keyFor('eve@other.test', 'other')
      const asked = [uriOf(first), uriOf({ id: unknown }), 'crm://catalog', 'crm://schema/contacts', 'crm://nothing/1']
      const reader = await follow[era](server, key, asked)
      expect(reader.acknowledged).toEqual([uriOf(first)])
      const stranger = await sessionOf(server, foreign.key)
      expect((await stranger.ask('resources/subscribe', { uri: uriOf(first) })).error).toMatchObject({ code: -32002 })
      await change(bench, second, 'Nobody listens')
      await change(bench, first, 'Boss')
      expect(await reader.messages.updated()).toBe(uriOf(first))
      await api.contacts.delete({ id: first.id })
      expect(await reader.messages.updated()).toBe(uriOf(first))
      await reader.end()
    })

    it(`are judged anew at each notice (${era})`, async () => {
      const bench = await opened()
      const { api, server, keyFor } = bench
      const bob = await keyFor('bob@acme.test')
      const [lost, kept] = [
        await api.contacts.create({ first_name: 'A', assigned_to: 'bob@acme.test' }),
        await api.contacts.create({ first_name: 'B', assigned_to: 'bob@acme.test' }),
      ]
      const hidden = await api.contacts.create({ first_name: 'C', assigned_to: 'ada@acme.test' })
      const reader = await follow[era](server, bob.key, [uriOf(lost), uriOf(kept), uriOf(hidden)])
      expect(reader.acknowledged).toEqual([uriOf(lost), uriOf(kept)])
      await api.contacts.update({ id: lost.id, assigned_to: 'ada@acme.test' })
      await change(bench, lost, 'No longer his')
      await change(bench, hidden, 'Never his')
      await change(bench, kept, 'Still his')
      expect(await reader.messages.updated()).toBe(uriOf(kept))
      await reader.end()
    })

    it(`end with the right to read (${era})`, async () => {
      const bench = await opened()
      const { api, engine, server, keyFor, clock } = bench
      const contact = await api.contacts.create({ first_name: 'A' })
      const { key, record } = await keyFor('ada@acme.test')
      const reader = await follow[era](server, key, [uriOf(contact)])
      expect(await openStreams(engine)).toBe(1)
      await engine.access.revokeKey(record.id)
      clock.advance('1 second')
      for (let message = await reader.messages.next(); message; message = await reader.messages.next())
        expect(message['method']).not.toBe('notifications/resources/updated')
      await expect.poll(() => openStreams(engine)).toBe(0)
    })

    it(`give back what they hold, however often they are opened (${era})`, async () => {
      const { api, engine, server, key } = await opened()
      const contact = await api.contacts.create({ first_name: 'A' })
      for (let round = 0; round < 60; round += 1) await (await follow[era](server, key, [uriOf(contact)])).end()
      await expect.poll(() => openStreams(engine)).toBe(0)
      const all = []
      for (let at = 0; at < 10; at += 1) all.push(await follow[era](server, key, [uriOf(contact)]))
      expect(await openStreams(engine)).toBe(10)
      await server.close()
      await expect.poll(() => openStreams(engine)).toBe(0)
    })

    it(`do not pile up for a client that does not read (${era})`, async () => {
      const bench = await opened()
      const { api, server, key } = bench
      const [busy, last] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
      const reader = await follow[era](server, key, [uriOf(busy), uriOf(last)])
      for (let at = 0; at < 150; at += 1) {
        await change(bench, busy, `Title ${at}`)
        // So that each is a notice of its own.
        if (at % 30 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      await change(bench, last, 'The end')
      let notices = 0
      while ((await reader.messages.updated()) !== uriOf(last)) notices += 1
      expect(notices).toBeGreaterThan(0)
      expect(notices).toBeLessThan(110)
      await reader.end()
    })
  }

  it.runIf(storage === 'PostgreSQL')('tell of what other processes change', async () => {
    const bench = await opened()
    const { api, engine, server, key, clock, place } = bench
    await engine.start()
    const contact = await api.contacts.create({ first_name: 'A' })
    const reader = await follow['2026-07-28'](server, key, [uriOf(contact)])
    const other = await open({ place, clock, rateLimit: 1_000_000 })
    await change({ api: other.engine.as(ada) }, contact, 'Changed elsewhere')
    const heard = reader.messages.updated()
    // Where no notice of the commit comes through, the log is looked at once a second.
    clock.advance('2 seconds')
    expect(await heard).toBe(uriOf(contact))
    await reader.end()
  })

  it('are as many as one stream, one session and one user may have', async () => {
    const { api, server, key } = await opened()
    const made = await api.contacts.bulkUpsert({ records: Array.from({ length: 51 }, (_, at) => ({ email: `p${at}@many.example` })) })
    const uris = made.results.map(({ id }) => uriOf({ id: id! }))
    const listen = (notifications: object) => server.fetch(modernRequest('subscriptions/listen', { notifications }, { token: key }))
    const tooMany = (await (await listen({ resourceSubscriptions: uris })).json()) as Message
    expect(tooMany['error']).toMatchObject({ code: -32602, message: 'At most 50 resources of one stream' })
    const session = await sessionOf(server, key)
    for (const uri of uris.slice(0, 50)) expect(await session.ask('resources/subscribe', { uri })).toMatchObject({ result: {} })
    expect((await session.ask('resources/subscribe', { uri: uris[50] })).error).toMatchObject({ code: -32602 })
    await session.ask('resources/unsubscribe', { uri: uris[0] })
    expect(await session.ask('resources/subscribe', { uri: uris[50] })).toMatchObject({ result: {} })
    const streams = []
    for (let at = 0; at < 9; at += 1) streams.push(await follow['2026-07-28'](server, key, [uris[0]!]))
    const refused = await listen({ resourceSubscriptions: [uris[0]] })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(((await refused.json()) as Message)['error'].data).toMatchObject({ code: 'rate_limited' })
    await streams[0]!.end()
    await follow['2026-07-28'](server, key, [uris[0]!])
    await server.close()
  })

  it('need the scope read, and a list of addresses', async () => {
    const { api, server, keyFor } = await opened()
    const contact = await api.contacts.create({ first_name: 'A' })
    const { key } = await keyFor('ada@acme.test', 'acme', ['mcp', 'write'])
    const listen = async (params: Record<string, unknown>) =>
      (await (await server.fetch(modernRequest('subscriptions/listen', params, { token: key }))).text()) as string
    expect(await listen({ notifications: { resourceSubscriptions: [uriOf(contact)] } })).toContain('insufficient_scope')
    expect(await listen({ notifications: { resourceSubscriptions: 'all' } })).toContain('-32602')
    expect(await listen({})).toContain('-32602')
    const session = await sessionOf(server, key)
    expect((await session.ask('resources/subscribe', { uri: uriOf(contact) })).error).toMatchObject({
      data: { code: 'insufficient_scope' },
    })
  })

  it('wait in a session until its stream is opened, and for none that was ended', async () => {
    const bench = await opened()
    const { api, engine, server, key } = bench
    const [first, second] = [await api.contacts.create({ first_name: 'A' }), await api.contacts.create({ first_name: 'B' })]
    const session = await sessionOf(server, key)
    // At once, as a client may: the session follows the log of events once.
    await Promise.all([first, second].map((each) => session.ask('resources/subscribe', { uri: uriOf(each) })))
    expect(await openStreams(engine)).toBe(1)
    await change(bench, first, 'Changed twice')
    await change(bench, first, 'before anybody listens')
    await change(bench, second, 'and this once')
    await session.ask('resources/unsubscribe', { uri: uriOf(first) })
    const messages = await session.listen()
    expect(await messages.updated()).toBe(uriOf(second))
    await session.ask('resources/unsubscribe', { uri: uriOf(second) })
    expect(await openStreams(engine)).toBe(0)
    await session.end()
  })
})

it('Subscriptions are not offered where nothing tells of changes', async () => {
  const server = mcp(new FakeCore().key('full', ['read', 'mcp']), { legacySessions: true })
  const { result } = (await (await server.fetch(modernRequest('server/discover'))).json()) as Message
  expect(result.capabilities.resources).toEqual({})
  const response = await server.fetch(
    modernRequest('subscriptions/listen', { notifications: { resourceSubscriptions: ['crm://things/1'] } }),
  )
  const messages = new Messages(response)
  expect((await messages.next())!['params'].notifications).toEqual({})
  expect(await messages.next()).toMatchObject({ result: { resultType: 'complete' } })
  expect(await messages.next()).toBeUndefined()
})
