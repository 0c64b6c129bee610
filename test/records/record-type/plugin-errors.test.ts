import { Type } from '@sinclair/typebox'
import { afterFlush, CrmError, group, operation, plugin, PluginError } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { describe, expect, it, vi } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

const SECRET = 'password of the database: hunter2'
const fail = (how: string) => {
  if (how === 'refuses') throw new CrmError('conflict', 'Not now')
  if (how === 'text') throw SECRET
  if (how === 'outage') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  throw new TypeError(SECRET)
}
const closed = { additionalProperties: false }
const shared = {
  summary: 'Fail',
  input: Type.Object({ how: Type.String() }, closed),
  output: Type.Object({}, closed),
  uses: {},
  mcp: true,
} as const
const faulty = plugin({
  name: 'faulty',
  version: '1.0.0',
  operations: {
    faults: group('Faults', {
      read: operation({ ...shared, id: 'readFault', scope: 'read', route: 'GET /faults', handle: async ({ how }) => fail(how) }),
      write: operation({ ...shared, id: 'writeFault', scope: 'write', route: 'POST /faults', handle: async ({ how }) => fail(how) }),
      late: operation({
        ...shared,
        id: 'lateFault',
        scope: 'write',
        route: 'POST /faults/late',
        handle: async ({ how }) => afterFlush(() => fail(how)),
      }),
    }),
  },
})
const ids = ['readFault', 'writeFault', 'lateFault']
const messageOf = (id: string) => `The plugin faulty has failed in ${id}; the log of the host shows why`

describe('what an operation of a plugin throws', () => {
  describeStorages('that is no error of the API', (open) => {
    it.each(ids)('is a PluginError in process, with what was thrown as its cause: %s', async (id) => {
      const { engine } = await open({ plugins: [faulty] })
      const call = (how: string) => engine.call(engine.registry.byId.get(id)!, { how }, ada)
      const error = await call('throws').catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(PluginError)
      expect(error).toMatchObject({ code: 'internal_error', status: 500, message: messageOf(id), plugin: 'faulty', failed: id })
      expect((error as Error).cause).toEqual(new TypeError(SECRET))
      await expect(call('text')).rejects.toMatchObject({ plugin: 'faulty', cause: SECRET })
      // What is meant for callers is theirs, and an outage is nobody's fault.
      await expect(call('refuses')).rejects.toMatchObject({ code: 'conflict', message: 'Not now' })
      await expect(call('outage')).rejects.toMatchObject({ code: 'unavailable' })
    })

    it.each(ids)('names plugin and operation over REST, and is logged whole: %s', async (id) => {
      const { engine } = await open({ plugins: [faulty] })
      const { key = '' } = await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
      const onError = vi.fn<(error: unknown) => void>()
      const { fetch } = http(engine, { onError })
      const [method = '', path = ''] = engine.registry.byId.get(id)!.route.split(' ')
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': 'r-1' }
      const given = method === 'GET' ? { query: '?how=throws' } : { body: JSON.stringify({ how: 'throws' }) }
      const answer = await fetch(new Request(`http://crm.test/api/v1${path}${given.query ?? ''}`, { method, headers, ...given }))
      expect(answer.status).toBe(500)
      const text = await answer.text()
      expect(JSON.parse(text)).toMatchObject({
        code: 'internal_error',
        detail: messageOf(id),
        reason: 'plugin_failed',
        request_id: 'r-1',
      })
      expect(text).not.toContain('hunter2')
      expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(PluginError), 'r-1')
      const stack = expect.stringMatching(/hunter2[\s\S]*plugin-errors\.test/)
      expect(onError.mock.calls[0]?.[0]).toMatchObject({ cause: { stack } })
    })

    it.each(ids)('names plugin and operation in a tool, and is logged whole: %s', async (id) => {
      const { engine } = await open({ plugins: [faulty] })
      const { key = '' } = await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
      const onError = vi.fn<(error: unknown) => void>()
      const tools = mcp(engine, { onError })
      const name = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const answer = await tools.fetch(
        new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-11-25',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { how: 'throws' } } }),
        }),
      )
      const text = await answer.text()
      expect(text).toContain(messageOf(id))
      expect(text).toContain('plugin_failed')
      expect(text).not.toContain('hunter2')
      expect(onError).toHaveBeenCalledOnce()
      expect(onError.mock.calls[0]?.[0]).toMatchObject({ plugin: 'faulty', cause: { message: SECRET } })
      await tools.close()
    })
  })
})
