import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Http } from 'rapport-crm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenHosts, disguisedHosts, hostileAddresses, localNames } from '../egress/hostile-targets.ts'
import { type RawServer, tcpServer } from '../egress/raw-server.ts'
import { TestClock } from '../support/clock.ts'
import { describeStorages, type Open } from '../support/storages.ts'
import { Endpoints, failed, happen, hour, minute, pass, probe, setAll } from './lab.ts'

let listener: RawServer
let dialled: number
const count = () => (dialled += 1)

const hosts = hostileAddresses.map((address) => (address.includes(':') ? `[${address}]` : address))
const refused = (host: string) => (brokenHosts.includes(host) ? 'malformed|credentials|too_long' : 'blocked_address')

// The guard knows no storage, so one is enough for the long list; that all paths lead through it is what is shown here.
describeStorages(
  'H1: of all hostile targets none is reached, neither at create nor at update, test, send or redeliver',
  (open) => {
    watchDials()

    test('H1, H3, H4: literal addresses in every disguise: refused when they are saved, final when they are sent to', async () => {
      const { api, engine, webhook } = await lab(open, '93.184.216.34')
      for (const host of new Set([...hosts, ...disguisedHosts, ...brokenHosts])) {
        const url = `https://${host}:${listener.port}/`
        const code = expect.stringMatching(refused(host))
        const problem = { code: 'invalid_input', details: { errors: [expect.objectContaining({ code })] } }
        await expect(api.webhooks.create({ url })).rejects.toMatchObject(problem)
        await expect(api.webhooks.update({ id: webhook.id, url })).rejects.toMatchObject(problem)
        await expect(api.hooks.create({ hookUrl: url })).rejects.toMatchObject(problem)
        await setAll(api, 'webhooks', { url, failure_count: 0 })
        await happen(api)
        await engine.tick()
        const { deliveries } = await api.webhooks.deliveries({ id: webhook.id })
        expect(deliveries[0]).toMatchObject({ status_code: 0, ok: false, attempt: 1, next_retry_at: null })
        expect(deliveries[0]?.response).toMatch(/^blocked_(address|url): /)
        const nothing = { ok: false, status: 0, next_retry_at: null }
        expect(await api.webhooks.test({ id: webhook.id })).toMatchObject(nothing)
        expect(await api.webhooks.redeliver({ id: webhook.id, deliveryId: deliveries[0]?.id ?? '' })).toMatchObject(nothing)
      }
    })

    test('H1, H2, H4: names that resolve to them: refused when they are saved, a network error that is retried when they are sent to', async () => {
      const { api, engine, webhook, resolve } = await lab(open, '93.184.216.34')
      const targets = [
        ...hostileAddresses.filter((_, index) => index % 5 === 0).map((address) => ['hook.example', address] as const),
        ...localNames.map((name) => [name, '127.0.0.1'] as const),
      ]
      for (const [host, address] of targets) {
        const url = `https://${host}:${listener.port}/`
        resolve(address)
        const problem = { code: 'invalid_input', details: { errors: [expect.objectContaining({ code: 'blocked_address' })] } }
        await expect(api.webhooks.create({ url })).rejects.toMatchObject(problem)
        await expect(api.webhooks.update({ id: webhook.id, url })).rejects.toMatchObject(problem)
        await setAll(api, 'webhooks', { url, failure_count: 0 })
        await happen(api)
        await engine.tick()
        const { deliveries } = await api.webhooks.deliveries({ id: webhook.id })
        expect(deliveries[0]).toMatchObject({ status_code: 0, attempt: 1, next_retry_at: expect.any(String) })
        expect(deliveries[0]?.response).toBe('blocked_address: private and reserved addresses are not called')
        expect(await api.webhooks.test({ id: webhook.id })).toMatchObject({ ok: false, status: 0, next_retry_at: null })
        expect(await api.webhooks.redeliver({ id: webhook.id, deliveryId: deliveries[0]?.id ?? '' })).toMatchObject({
          ok: false,
          attempt: 2,
        })
      }
    })
  },
  ['SQLite memory'],
)

describeStorages(
  'H2: a name',
  (open) => {
    watchDials()

    test('H2: that is rebound after its webhook was saved is refused from then on, again and again', async () => {
      const { api, engine, clock, resolve } = await lab(open, '93.184.216.34')
      const { id } = await api.webhooks.create({ url: `https://rebound.example:${listener.port}/` })
      resolve('127.0.0.1')
      await happen(api)
      await engine.tick()
      await pass(engine, clock, 7 * minute)
      const { deliveries } = await api.webhooks.deliveries({ id })
      expect(deliveries.map(({ attempt, response }) => [attempt, response.split(':')[0]])).toEqual(
        [3, 2, 1].map((n) => [n, 'blocked_address']),
      )
    })
  },
  ['SQLite memory'],
)

describeStorages('H5: an outage of our own proxy', (open) => {
  test('H5: counts against no endpoint and uses up no attempt: what waited is delivered when the proxy is back', async () => {
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

/** An engine with the real port on an injected resolver, and one webhook that is fit to be spoilt. */
async function lab(open: Open, first: string) {
  const clock = new TestClock()
  let address = first
  const http = new Http({ lookup: async () => [{ address, family: address.includes(':') ? 6 : 4 }], ownAddresses: () => [] })
  const opened = await open({ clock, ports: [http], plugins: [probe] })
  const webhook = await opened.api.webhooks.create({ url: `https://hook.example:${listener.port}/`, events: ['contact.created'] })
  // The webhook of the lab itself is spoilt right away: no test may reach the network.
  await setAll(opened.api, 'webhooks', { url: 'https://127.0.0.1/' })
  return { ...opened, webhook, resolve: (next: string) => (address = next) }
}

// PostgreSQL's driver dials too, so only tests on SQLite can ask that nothing does.
function watchDials(): void {
  beforeEach(async () => {
    dialled = 0
    listener = await tcpServer(() => {}, '0.0.0.0')
    // Node announces every client socket here, whoever it was meant for.
    subscribe('net.client.socket', count)
  })

  afterEach(async () => {
    unsubscribe('net.client.socket', count)
    expect({ dialled, reached: listener.connections.length }).toEqual({ dialled: 0, reached: 0 })
    await listener[Symbol.asyncDispose]()
  })
}
