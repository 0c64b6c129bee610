import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http } from 'rapport-crm/http'
import { expect, test } from 'vitest'
import { describeStorages, type Open } from '../../support/storages.ts'
import { type Behavior, HostileProxy } from './proxy.ts'

describeStorages('behind a proxy that cuts, doubles and delays requests', (open) => {
  async function start(opening: Open) {
    const { engine, api } = await opening()
    const { key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
    const server = createServer(http(engine).node).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = await HostileProxy.before((server.address() as AddressInfo).port)
    const send = async (body: object, idempotencyKey?: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' }
      const response = await fetch(`${proxy.url}/api/v1/tasks`, {
        method: 'POST',
        headers: { ...headers, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
        body: JSON.stringify(body),
      })
      return { status: response.status, id: ((await response.json()) as { id?: string }).id }
    }
    const stop = async () => {
      await proxy[Symbol.asyncDispose]()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    const titles = async () => (await api.tasks.list()).tasks.map(({ title }) => title).toSorted()
    return { proxy, send, titles, [Symbol.asyncDispose]: stop }
  }

  test('a request that is cut writes nothing, whatever of its body has come', async () => {
    await using lab = await start(open)
    lab.proxy.behavior = 'cut request'
    for (let at = 0; at < 5; at += 1) await expect(lab.send({ title: `Cut ${at}`, description: 'x'.repeat(at * 10_000) })).rejects.toThrow()
    lab.proxy.behavior = 'pass'
    await lab.send({ title: 'Whole' })
    expect(await lab.titles()).toEqual(['Whole'])
  })

  test.each<Behavior>(['cut answer', 'cut request', 'double'])(
    'what is tried again under its key is written once: %s',
    async (behavior) => {
      await using lab = await start(open)
      for (let at = 0; at < 5; at += 1) {
        const [body, key] = [{ title: `Task ${at}` }, `key-${at}`]
        lab.proxy.behavior = behavior
        const first = await lab.send(body, key).catch(() => undefined)
        lab.proxy.behavior = 'pass'
        const second = await lab.send(body, key)
        expect(second.status).toBe(201)
        if (first) expect(first).toEqual(second)
      }
      expect(await lab.titles()).toEqual(['Task 0', 'Task 1', 'Task 2', 'Task 3', 'Task 4'])
    },
  )

  test('a request that comes late, after it was tried again, changes nothing more', async () => {
    await using lab = await start(open)
    lab.proxy.behavior = 'delay'
    const late = lab.send({ title: 'Once' }, 'key-1')
    await expect.poll(() => lab.proxy.delayed).toBe(1)
    lab.proxy.behavior = 'pass'
    const second = await lab.send({ title: 'Once' }, 'key-1')
    lab.proxy.release()
    expect(await late).toEqual(second)
    expect(await lab.titles()).toEqual(['Once'])
  })
})
