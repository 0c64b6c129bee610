import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe } from 'vitest'
import { http, type HttpOptions } from 'rapport-crm/http'
import { fakeCore } from './fake-core.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: any
}

export type Send = (
  method: string,
  path: string,
  init?: { headers?: Record<string, string>; body?: BodyInit; key?: string | null },
) => Promise<Answer>

/** Runs the same tests over both forms of the adapter: `fetch`, and `node` behind a real server. */
export function describeForms(
  title: string,
  define: (send: Send, fake: ReturnType<typeof fakeCore>, faults: unknown[]) => void,
  options: HttpOptions & { limit?: number } = {},
): void {
  for (const form of ['fetch', 'node'] as const) {
    const { limit, ...given } = options
    const fake = fakeCore(limit === undefined ? {} : { limit })
    const faults: unknown[] = []
    const crm = http(fake.core, { onError: (error) => faults.push(error), ...given })
    const server = createServer((req, res) => crm.node(req, res))
    let origin = 'http://crm.test'

    const send: Send = async (method, path, { headers = {}, body, key = 'rk_all' } = {}) => {
      const init = {
        method,
        headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
        ...(body !== undefined && { body, duplex: 'half' as const }),
      }
      const request = new Request(`${origin}${path}`, init as RequestInit)
      return await read(await (form === 'fetch' ? crm.fetch(request) : fetch(request)))
    }

    describe(`${title} (${form})`, () => {
      beforeAll(async () => {
        if (form === 'fetch') return
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      })
      afterAll(() => {
        server.closeAllConnections()
        server.close()
      })
      define(send, fake, faults)
    })
  }
}

export async function read(response: Response): Promise<Answer> {
  const text = await textOf(response)
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined }
}

// A stream has no end to wait for.
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return await response.text()
  await response.body?.cancel()
  return ''
}

export const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
