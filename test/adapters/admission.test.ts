import type { CrmError } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { describe, expect, it, vi } from 'vitest'
import { Admission } from '../../adapters/http/admission.ts'

describe('more requests than a process can answer', () => {
  it('are refused at once, with the time after which to come back, and let in again when others are done', async () => {
    await using bench = await testEngine()
    const release = Promise.withResolvers<undefined>()
    const crm = http(bench.engine, { maxRequests: 2, authenticate: () => release.promise })
    const get = () => crm.fetch(new Request('http://crm.test/api/v1/contacts', { headers: { authorization: `Bearer ${bench.key}` } }))
    const first = [get(), get()]
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable', request_id: expect.any(String) })
    release.resolve(undefined)
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    expect((await get()).status).toBe(200)
  })

  it('are refused where they have waited in their sockets while those before them were done one after the other', async () => {
    const admission = new Admission()
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const refused = (fromSocket: boolean) => {
      try {
        admission.enter(fromSocket).leave()
        return undefined
      } catch (error) {
        return (error as CrmError).details
      } finally {
        now += 60
      }
    }
    try {
      // All in one turn of the event loop, each of which takes 60 ms.
      const turn = Array.from({ length: 23 }, () => refused(true))
      expect(turn.slice(0, 20).every((each) => each === undefined)).toBe(true)
      expect(turn.slice(20)).toEqual([{ retry_after: 1 }, { retry_after: 1 }, { retry_after: 1 }])
      // Whoever calls in this process has waited for nothing.
      expect(refused(false)).toBeUndefined()
      await new Promise(setImmediate)
      expect(refused(true)).toBeUndefined()
    } finally {
      clock.mockRestore()
    }
  })

  it('are refused to clients of the tool protocol, too', async () => {
    await using bench = await testEngine()
    const server = mcp(bench.engine, { hosts: '*', maxRequests: 1 })
    const headers = {
      authorization: `Bearer ${bench.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    const call = () => server.fetch(new Request('http://crm.test/mcp', { method: 'POST', headers, body }))
    const [first, second] = await Promise.all([call(), call()])
    const [answered, refused] = first.status === 503 ? [second, first] : [first, second]
    expect([answered.status, refused.status, refused.headers.get('retry-after')]).toEqual([200, 503, '1'])
    expect((await call()).status).toBe(200)
    await server.close()
  })

  it('do not count while their clients send their bodies', async () => {
    await using bench = await testEngine()
    const crm = http(bench.engine, { maxRequests: 1 })
    const headers = { authorization: `Bearer ${bench.key}`, 'content-type': 'application/json' }
    const asked = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        asked.resolve()
        await sent.promise
        controller.enqueue(new TextEncoder().encode('{"title":"Slow"}'))
        controller.close()
      },
    })
    // A stream is asked for its first chunk when it is made, before anybody reads it.
    const slow = crm.fetch(new Request('http://crm.test/api/v1/tasks', { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
    await asked.promise
    const get = async () => (await crm.fetch(new Request('http://crm.test/api/v1/tasks', { headers }))).status
    await expect.poll(get).toBe(200)
    sent.resolve()
    expect((await slow).status).toBe(201)
  })
})
