import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CrmError, type Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { inProcessByKey } from 'rapport-crm/in-process'
import { mcp } from 'rapport-crm/mcp'
import type { Answer, Caller } from '../contract/transport.contract.ts'

/** A caller in the same process. */
export async function inProcessCaller(engine: Engine, key: string): Promise<Caller> {
  const crm = await inProcessByKey(engine, key)
  return {
    async call(id, input = {}, options = {}): Promise<Answer> {
      try {
        return { ok: true, value: JSON.parse(JSON.stringify(await crm.call(id, input, options))) }
      } catch (error) {
        if (!(error instanceof CrmError)) throw error
        return { ok: false, code: error.code, problem: error.toProblem() }
      }
    },
  }
}

/** A caller over REST. */
export async function httpCaller(engine: Engine, key: string): Promise<Caller> {
  const { fetch } = http(engine)
  return {
    async call(id, input = {}, { idempotencyKey, ifMatch } = {}): Promise<Answer> {
      const [method = '', path = ''] = engine.registry.byId.get(id)!.route.split(' ')
      const rest = new Map(Object.entries(input))
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = String(rest.get(name))
        rest.delete(name)
        return encodeURIComponent(value)
      })
      const query =
        method === 'GET' ? `?${new URLSearchParams(Object.fromEntries([...rest].map(([name, value]) => [name, String(value)])))}` : ''
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(ifMatch && { 'if-match': `"${ifMatch}"` }),
      }
      const body = method === 'GET' ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }
      const response = await fetch(new Request(`http://crm.test/api/v1${place}${query}`, { method, headers, ...body }))
      const value = await response.json()
      if (response.status >= 500) throw new Error(`${response.status} ${JSON.stringify(value)}`)
      return response.ok ? { ok: true, value } : { ok: false, code: value.code, problem: value }
    },
  }
}

/** A caller of tools. */
export async function mcpCaller(engine: Engine, key: string): Promise<Caller> {
  const tools = mcp(engine)
  const client = new Client({ name: 'test', version: '0' })
  const fetch = (url: string | URL, init?: RequestInit) => tools.fetch(new Request(url, init))
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch, requestInit })
  // Its types are not written for `exactOptionalPropertyTypes`.
  await client.connect(transport as never)
  return {
    async call(id, input = {}, { idempotencyKey, ifMatch } = {}): Promise<Answer> {
      const name = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const options = { ...(idempotencyKey && { idempotency_key: idempotencyKey }), ...(ifMatch && { if_match: ifMatch }) }
      const result: any = await client.callTool({ name, arguments: { ...input, ...options } }).catch(beyondBudget)
      return result.isError
        ? {
            ok: false,
            code: result.structuredContent?.code ?? JSON.parse(result.content[0].text).code,
            problem: result.structuredContent ?? JSON.parse(result.content[0].text),
          }
        : { ok: true, value: withoutOutcome(result.structuredContent) }
    },
    close: async () => {
      await client.close()
      await tools.close()
    },
  }
}

// What REST says by status and headers stands in the answer of a tool, beside the record.
function withoutOutcome(value: any): unknown {
  const isRecord = typeof value?.id === 'string'
  const beside = ['created', 'matched', 'changed', 'replayed']
  return isRecord ? Object.fromEntries(Object.entries(value).filter(([name]) => !beside.includes(name))) : value
}

// Calls beyond the budget are refused with a 429, which the client library throws with the result in its message.
function beyondBudget(error: unknown): unknown {
  if (!(error instanceof StreamableHTTPError) || error.code !== 429) throw error
  return JSON.parse(error.message.slice(error.message.indexOf('{'))).result
}

/** How each transport is called by a key. */
export const transports = { 'in process': inProcessCaller, HTTP: httpCaller, MCP: mcpCaller } as const
