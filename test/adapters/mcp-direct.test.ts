import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { Type } from '@sinclair/typebox'
import { group, operation } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeCore, idOf } from './mcp-fixture.ts'

type Json = Record<string, unknown>

const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
const waiting = group('Price rules', {
  wait: operation({
    id: 'waitForThing',
    summary: 'Wait until the client has left',
    scope: 'read',
    mcp: true,
    route: 'GET /things/wait',
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({}),
    uses: {},
    async handle() {
      reached.resolve()
      await left.promise
      return {}
    },
  }),
})
const core = new FakeCore(waiting)
const server = mcp(core.key('full', ['read', 'write', 'delete', 'webhooks', 'mcp']))
const web = createServer((req, res) => server.node(req, res))
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, resolve))
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  await server.close()
  web.close()
})

const eras = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
type Era = (typeof eras)[number]

const messageOf = (era: Era, method: string, params: Json, beside: Json = {}): { headers: Record<string, string>; body: Json } => {
  const isModern = era === '2026-07-28'
  const meta = {
    ...(isModern && {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    }),
    ...beside,
  }
  const name = params['name'] as string | undefined
  return {
    headers: { 'mcp-protocol-version': era, ...(isModern && { 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) }) },
    body: { jsonrpc: '2.0', id: 7, method, params: { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) } },
  }
}
const send = async ({ headers, body }: { headers: Record<string, string>; body: unknown }) => {
  const own = { authorization: 'Bearer full', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const response = await fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) })
  const { headers: given, status } = response
  // The libraries answer by a stream, whose length no header says.
  return { status, isWhole: given.has('content-length'), type: given.get('content-type'), json: await response.json() }
}
// A remark that the adapter does not know, so that the libraries answer.
const remark = { 'example.com/remark': 1 }

describe.each(eras)('A usual message of %s', (era) => {
  const calls: [string, string, Json][] = [
    ['a list of tools', 'tools/list', {}],
    ['a page', 'tools/call', { name: 'list_things', arguments: {} }],
    ['a record', 'tools/call', { name: 'get_thing', arguments: { id: idOf(1) } }],
    ['arguments that are refused', 'tools/call', { name: 'create_thing', arguments: { priority: 'hihg' } }],
    ['no arguments', 'tools/call', { name: 'create_thing' }],
  ]
  it.each(calls)('is answered without the libraries of the protocol as by them: %s', async (_, method, params) => {
    const direct = await send(messageOf(era, method, params))
    const judged = await send(messageOf(era, method, params, remark))
    expect([direct.isWhole, judged.isWhole]).toEqual([true, false])
    const told = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'))
    expect([direct.status, direct.type, told(direct.json)]).toEqual([judged.status, judged.type, told(judged.json)])
  })
})

it('A client that leaves cancels its call', async () => {
  const { headers, body } = messageOf('2025-11-25', 'tools/call', { name: 'wait_for_thing', arguments: {} })
  const own = { authorization: 'Bearer full', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const leaving = new AbortController()
  const sent = fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body), signal: leaving.signal })
  await reached.promise
  const { signal } = core.seen.at(-1)!.options
  const cancelled = new Promise((resolve) => signal!.addEventListener('abort', resolve))
  leaving.abort()
  await expect(sent).rejects.toThrow('aborted')
  await cancelled
  left.resolve()
})

describe('What is left to the libraries of the protocol', () => {
  const call = messageOf('2026-07-28', 'tools/call', { name: 'list_things', arguments: {} })
  const legacy = messageOf('2025-11-25', 'tools/call', { name: 'list_things', arguments: {} })
  const changed = (of: typeof call, headers: Record<string, string>, body: Json = {}) => ({
    headers: { ...of.headers, ...headers },
    body: { ...of.body, ...body },
  })
  it.each([
    ['another tool in the header', changed(call, { 'mcp-name': 'get_thing' }), 400],
    ['another method in the header', changed(call, { 'mcp-method': 'tools/list' }), 400],
    ['an unknown version', changed(legacy, { 'mcp-protocol-version': '2020-01-01' }), 400],
    ['a header of the other era', changed(legacy, { 'mcp-protocol-version': '2026-07-28' }), 400],
    ['an answer that the client does not take', changed(legacy, { accept: 'application/json' }), 406],
    ['no JSON-RPC', changed(legacy, {}, { jsonrpc: '1.0' }), 400],
    ['arguments that are no object', changed(legacy, {}, { params: { name: 'list_things', arguments: 5 } }), 200],
    ['an unknown tool', changed(legacy, {}, { params: { name: 'list_thing', arguments: {} } }), 200],
  ])('%s', async (_, message, status) => {
    const answer = await send(message)
    expect([answer.status, 'error' in (answer.json as Json)]).toEqual([status, true])
  })

  it('serves no older revision than the library does', () => {
    for (const era of eras.slice(1)) expect(SUPPORTED_PROTOCOL_VERSIONS).toContain(era)
  })
})
