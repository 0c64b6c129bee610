import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { expect, it } from 'vitest'

const origin = 'https://shop.example'

it('lets a page of the sites of a widget-only key call what the key may, and read nothing else', async () => {
  await using bench = await testEngine()
  const { key } = await bench.crm.apiKeys.create({ name: 'Shop', widget: true, allowed_origins: [origin] })
  const crm = http(bench.engine)
  const send = async (method: string, path: string, from: string, body?: object) => {
    const headers = { origin: from, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const { status, headers: answered } = await crm.fetch(
      new Request(`http://crm.test/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
    return { status, allowed: answered.get('access-control-allow-origin'), answered }
  }
  const asked = await send('OPTIONS', '/tracking/visits', origin)
  expect(asked).toMatchObject({ status: 204, allowed: origin })
  expect(asked.answered.get('access-control-allow-methods')).toBe('POST')
  expect(asked.answered.get('access-control-allow-headers')).toContain('Authorization')
  expect(asked.answered.get('access-control-allow-credentials')).toBeNull()
  expect(asked.answered.get('vary')).toBe('Origin')
  const visits = { visits: [{ visitor_id: 'v-7d41c0a9', id: 'p-1', url: `${origin}/` }] }
  expect(await send('POST', '/tracking/visits', origin, visits)).toMatchObject({ status: 200, allowed: origin })
  // The key does not work from other sites, which the page may read.
  expect(await send('POST', '/tracking/visits', 'https://other.example', visits)).toMatchObject({ status: 401 })
  expect(await send('GET', '/tracking/visits', origin)).toMatchObject({ status: 403, allowed: null })
  expect(await send('OPTIONS', '/contacts', origin)).toMatchObject({ status: 204, allowed: null })
})
