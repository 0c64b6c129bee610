import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { operations } from './operations.ts'
import { describeContract, unknownId } from './walk.ts'

const scopes = ['read', 'write', 'delete', 'webhooks', 'mcp'] as const
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, unknownId)

describeContract('5 Authentication', (walk) => {
  it('a request carries Authorization: Bearer <key>; without a key or with an unknown one, it is 401', async () => {
    const me = await walk.enter()
    expect((await me.get('/me')).status).toBe(200)
    for (const headers of [{}, { authorization: 'Bearer rk_unknown' }, { authorization: `Basic ${me.key}` }, { 'x-api-key': me.key }]) {
      const { status, json, headers: answered } = await walk.bare('GET', '/me', headers as Record<string, string>)
      expect([status, json.code, answered.get('www-authenticate')]).toEqual([401, 'unauthenticated', expect.stringMatching(/^Bearer/)])
    }
  })

  it('a key acts as the teammate who created it, in their organization and under their name', async () => {
    const me = await walk.enter()
    const { json: made } = await me.post('/api-keys', { name: 'ERP', scopes: ['read', 'write'] })
    const authorization = `Bearer ${made.key}`
    const { json } = await walk.bare('GET', '/me', { authorization })
    expect(json).toMatchObject({
      user: { email: me.user },
      organization: { id: me.organization },
      key: { id: made.id, name: 'ERP' },
      scopes: ['read', 'write'],
    })
    expect((await me.post('/tasks', { title: 'Call' }, { authorization })).json).toMatchObject({
      created_by: me.user,
      created_via: `api_key:${made.id}`,
    })
  })

  it('a key is shown once, and begins with rk_', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/api-keys', { name: 'ERP', scopes: ['read'] })
    expect([status, json.key]).toEqual([201, expect.stringMatching(/^rk_/)])
    const { json: list } = await me.get('/api-keys')
    expect(JSON.stringify(list)).not.toContain(json.key)
    expect(list.api_keys.every((each: object) => !('key' in each))).toBe(true)
  })

  it('a key that was revoked is refused from the next call on', async () => {
    const me = await walk.enter()
    const { json: made } = await me.post('/api-keys', { name: 'ERP', scopes: ['read'] })
    const authorization = `Bearer ${made.key}`
    expect((await walk.bare('GET', '/me', { authorization })).status).toBe(200)
    expect((await me.delete(`/api-keys/${made.id}`)).json).toEqual({ deleted: true })
    expect((await walk.bare('GET', '/me', { authorization })).status).toBe(401)
  })

  it('a key that was rotated has a new secret; the old one works until the grace ends', async () => {
    const me = await walk.enter()
    const { json: made } = await me.post('/api-keys', { name: 'ERP', scopes: ['read'] })
    const { json: rotated } = await me.post(`/api-keys/${made.id}/rotate`, { grace_seconds: 60 })
    const status = async (key: string) => (await walk.bare('GET', '/me', { authorization: `Bearer ${key}` })).status
    expect([rotated.id, await status(made.key), await status(rotated.key)]).toEqual([made.id, 200, 200])
    walk.clock.advance('61 seconds')
    expect([await status(made.key), await status(rotated.key)]).toEqual([401, 200])
  })

  it('a key cannot create a key with more scopes than its own', async () => {
    const me = await walk.enter()
    const narrow = await walk.keyFor(me, { scopes: ['read', 'write'] })
    expect((await narrow.post('/api-keys', { name: 'Wide', scopes: ['read', 'delete'] })).status).toBe(403)
    expect((await narrow.post('/api-keys', { name: 'Narrow', scopes: ['read'] })).status).toBe(201)
  })

  it('the list of operations with their scopes', async () => {
    const me = await walk.enter()
    const { json } = await me.get('/openapi.json')
    const described = Object.entries<any>(json.paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods)
        .filter(([, { operationId }]) => operationId)
        .map(([method, { operationId, 'x-required-scopes': scopes }]) =>
          [method.toUpperCase(), path, operationId, scopes?.[0] ?? 'public'].join(' '),
        ),
    )
    expect(described.toSorted()).toEqual(
      operations.map((each) => [each.method, each.path, each.operationId, each.scope].join(' ')).toSorted(),
    )
  })

  it('a key without the scope of an operation is refused with 403 and the name of the scope, before anything else is checked', async () => {
    const me = await walk.enter()
    for (const lacked of scopes) {
      const key = await walk.keyFor(me, { scopes: scopes.filter((each) => each !== lacked) })
      for (const { method, path } of operations.filter(({ scope }) => scope === lacked)) {
        const { status, json } = await key.send(method, pathOf(path))
        expect([method, path, status, json.code, json.scopes]).toEqual([method, path, 403, 'insufficient_scope', [lacked]])
      }
    }
  })

  it('a member who is not an administrator is refused administrative operations', async () => {
    const me = await walk.enter()
    await walk.engine.access.createUser({ organization: me.organization, email: 'bob@member.test', role: 'member' })
    const bob = await walk.keyFor(me, { user: 'bob@member.test' })
    for (const { method, path } of operations.filter(({ admin }) => admin)) {
      const { status, json } = await bob.send(method, pathOf(path))
      expect([method, path, status, json.code]).toEqual([method, path, 403, 'forbidden'])
    }
    expect((await bob.get('/contacts')).status).toBe(200)
  })

  it('GET /catalog needs no key', async () => {
    expect(operations.filter(({ scope }) => scope === 'public').map(({ path }) => path)).toEqual(['/catalog'])
    expect((await walk.bare('GET', '/catalog')).status).toBe(200)
  })

  it('a delivery is authenticated by its signature with the secret of the webhook', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url })
    await me.post('/tasks', { title: 'Call' })
    await walk.pass(0)
    const { headers, rawBody } = endpoint.deliveries[0]!
    const digest = createHmac('sha256', webhook.secret).update(`${headers['x-service-timestamp']}.`).update(rawBody).digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${digest}`)
  })
})
