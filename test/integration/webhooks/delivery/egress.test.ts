import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Http } from 'rapport-crm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenHosts, disguisedHosts, hostileAddresses, localNames } from '../../../kernel/egress/hostile-targets.ts'
import { type RawServer, tcpServer } from '../../../kernel/egress/raw-server.ts'
import { chunks } from '../../../../core/kernel/storage/writing/chunks.ts'
import { TestClock } from '../../../support/clock.ts'
import { describeEveryStorage, type Open, type StorageName } from '../../../support/storages.ts'
import { Endpoints, failed, happen, hour, minute, pass, probe, setAll } from '../lab.ts'

let listener: RawServer
let dialled: number
const count = () => (dialled += 1)

const hosts = hostileAddresses.map((address) => (address.includes(':') ? `[${address}]` : address))
const refused = (host: string) => (brokenHosts.includes(host) ? 'malformed|credentials|too_long' : 'blocked_address')

// The guard knows no storage, so the whole list is for one of them, and a share for the others: that all paths lead through it there too.
const everywhere = process.env['HOSTILE_TARGETS'] === 'all'
const shareOf = (storage: StorageName, targets: readonly string[]) =>
  targets.filter((_, index) => everywhere || storage === 'SQLite memory' || index % 4 === 0)

describeEveryStorage(
  'of all hostile targets none is reached, neither at create nor at update, test, send or redeliver',
  (open, storage) => {
    watchDials(storage)

    test('literal addresses in every disguise: refused when they are saved, final when they are sent to', async () => {
      const { api, engine, spoilt } = await lab(open)
      const targets = shareOf(storage, [...new Set([...hosts, ...disguisedHosts, ...brokenHosts])])
      await spoilt(targets, async (id, url, host) => {
        const problem = {
          code: 'invalid_input',
          details: { errors: [expect.objectContaining({ code: expect.stringMatching(refused(host)) })] },
        }
        await expect(api.webhooks.create({ url })).rejects.toMatchObject(problem)
        await expect(api.webhooks.update({ id, url })).rejects.toMatchObject(problem)
        await expect(api.hooks.create({ hookUrl: url })).rejects.toMatchObject(problem)
      })
      await happen(api)
      await engine.tick()
      await spoilt(targets, async (id) => {
        const { deliveries } = await api.webhooks.deliveries({ id })
        expect(deliveries).toMatchObject([{ status_code: 0, ok: false, attempt: 1, next_retry_at: null }])
        expect(deliveries[0]?.response).toMatch(/^blocked_(address|url): /)
        const nothing = { ok: false, status: 0, next_retry_at: null }
        expect(await api.webhooks.test({ id })).toMatchObject({ ...nothing, attempt: 1 })
        expect(await api.webhooks.redeliver({ id, deliveryId: deliveries[0]?.id ?? '' })).toMatchObject({ ...nothing, attempt: 2 })
      })
    }, 60_000)

    test('names that resolve to them: refused when they are saved, a network error that is retried when they are sent to', async () => {
      const { api, engine, names, spoilt } = await lab(open)
      for (const [index, address] of hostileAddresses.entries()) if (index % 5 === 0) names.set(`hook-${index}.example`, address)
      const targets = shareOf(storage, [...names.keys(), ...localNames])
      for (const name of localNames) names.set(plain(name), '127.0.0.1')
      await spoilt(targets, async (id, url) => {
        const problem = { code: 'invalid_input', details: { errors: [expect.objectContaining({ code: 'blocked_address' })] } }
        await expect(api.webhooks.create({ url })).rejects.toMatchObject(problem)
        await expect(api.webhooks.update({ id, url })).rejects.toMatchObject(problem)
      })
      await happen(api)
      await engine.tick()
      await spoilt(targets, async (id) => {
        const { deliveries } = await api.webhooks.deliveries({ id })
        expect(deliveries).toMatchObject([{ status_code: 0, attempt: 1, next_retry_at: expect.any(String) }])
        expect(deliveries[0]?.response).toBe('blocked_address: private and reserved addresses are not called')
        expect(await api.webhooks.test({ id })).toMatchObject({ ok: false, status: 0, next_retry_at: null })
        expect(await api.webhooks.redeliver({ id, deliveryId: deliveries[0]?.id ?? '' })).toMatchObject({ ok: false, attempt: 2 })
      })
    })

    test('a name that is rebound after its webhook was saved is refused from then on, again and again', async () => {
      const { api, engine, clock, names } = await lab(open)
      const { id } = await api.webhooks.create({ url: `https://rebound.example:${listener.port}/` })
      names.set('rebound.example', '127.0.0.1')
      await happen(api)
      await engine.tick()
      await pass(engine, clock, 7 * minute)
      const { deliveries } = await api.webhooks.deliveries({ id })
      expect(deliveries.map(({ attempt, response }) => [attempt, response.split(':')[0]])).toEqual(
        [3, 2, 1].map((n) => [n, 'blocked_address']),
      )
    })
  },
)

describeEveryStorage('an outage of our own proxy', (open) => {
  test('counts against no endpoint and uses up no attempt: what waited is delivered when the proxy is back', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http] })
    const { id } = await api.webhooks.create({ url: 'https://example.com/' })
    http.answer(failed('proxy_error'))
    await happen(api, 30)
    await pass(engine, clock, 48 * hour)
    expect(await api.webhooks.get({ id })).toMatchObject({
      active: true,
      failure_count: 0,
      last_status: null,
      last_delivery_at: null,
      pending: 30,
    })
    http.answer(200)
    await pass(engine, clock, 6 * hour)
    expect(await api.webhooks.get({ id })).toMatchObject({ active: true, failure_count: 0, last_status: 200, pending: 0 })
  })
})

describe('the list of hostile targets', () => {
  test('has more than 200 of them', () => {
    expect(new Set([...hosts, ...disguisedHosts, ...localNames]).size).toBeGreaterThan(200)
  })
})

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

/** An engine with the real port on an injected resolver, where every name is fit for a webhook until it is said to be another's. */
async function lab(open: Open) {
  const clock = new TestClock()
  const names = new Map<string, string>()
  const addressOf = (name: string) => names.get(plain(name)) ?? '93.184.216.34'
  const http = new Http({
    lookup: async (name) => [{ address: addressOf(name), family: addressOf(name).includes(':') ? 6 : 4 }],
    ownAddresses: () => [],
  })
  const opened = await open({ clock, ports: [http], plugins: [probe] })
  const { api } = opened
  const ids = new Map<string, string>()

  /** Does something with a webhook of its own for each of these hosts, whose address was spoilt behind the engine's back. */
  async function spoilt(targets: readonly string[], use: (id: string, url: string, host: string) => Promise<void>): Promise<void> {
    for (const some of chunks(targets, 16))
      await Promise.all(
        some.map(async (host) => {
          const url = `https://${host}:${listener.port}/`
          const id = ids.get(host) ?? (await api.webhooks.create({ url: 'https://fit.example/', events: ['contact.created'] })).id
          if (!ids.has(host)) await setAll(api, 'webhooks', { url }, id)
          ids.set(host, id)
          await use(id, url, host)
        }),
      )
  }
  return { ...opened, names, spoilt }
}

function watchDials(storage: StorageName): void {
  beforeEach(async () => {
    dialled = 0
    listener = await tcpServer(() => {}, '0.0.0.0')
    // Node announces every client socket here, whoever it was meant for.
    subscribe('net.client.socket', count)
  })

  afterEach(async () => {
    unsubscribe('net.client.socket', count)
    // The driver of PostgreSQL dials too.
    expect({ dialled: storage === 'PostgreSQL' ? 0 : dialled, reached: listener.connections.length }).toEqual({ dialled: 0, reached: 0 })
    await listener[Symbol.asyncDispose]()
  })
}
