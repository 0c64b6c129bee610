import { type AnyOperation, type CrmError, Engine, scopes } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const engine = await Engine.open({ storage: sqlite(':memory:'), rateLimit: 1_000_000 })
const keys = new Map<string, string>()

beforeAll(async () => {
  await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
  await engine.access.createUser({ organization: 'acme', email: 'bob@acme.test' })
  for (const scope of scopes) {
    keys.set(scope, (await engine.access.createKey({ name: scope, scopes: [scope] })).key)
    keys.set(`${scope} of a member`, (await engine.access.createKey({ user: 'bob@acme.test', name: scope, scopes: [scope] })).key)
  }
  keys.set('none', (await engine.access.createKey({ name: 'Form', widget: true })).key)
})
afterAll(() => engine.close())

// The input is read behind authorization: whoever gets to it is allowed, and nothing is done.
async function answer(operation: AnyOperation, key: string): Promise<string> {
  const reached = new Error('reached')
  const actor = await engine.authenticate(keys.get(key)!)
  try {
    await engine.call(operation, () => Promise.reject(reached), actor)
    return 'answered'
  } catch (error) {
    return error === reached ? 'allowed' : (error as CrmError).code
  }
}

describe.each(engine.registry.list.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const { scope, admin = false } = operation

  it.each(scopes)('with a key of the scope %s alone', async (held) => {
    const allowed = scope === 'public' || scope === held
    expect(await answer(operation, held)).toBe(allowed ? 'allowed' : 'insufficient_scope')
  })

  it(`with a key of a member: ${admin ? 'refused, it needs an administrator' : 'as with that of an administrator'}`, async () => {
    const held = scope === 'public' ? 'read' : scope
    expect(await answer(operation, `${held} of a member`)).toBe(admin ? 'forbidden' : 'allowed')
  })

  it('with a widget-only key', async () => {
    expect(await answer(operation, 'none')).toBe(scope === 'public' || operation.widget ? 'allowed' : 'insufficient_scope')
  })
})

describe('what an operation needs', () => {
  it.each([
    ['getCatalog', 'GET /catalog', 'public'],
    ['getMe', 'GET /me', 'read'],
    ['getObjectSchema', 'GET /schema/{object}', 'read'],
    ['listApiKeys', 'GET /api-keys', 'read,admin'],
    ['createApiKey', 'POST /api-keys', 'write,admin'],
    ['updateApiKey', 'PATCH /api-keys/{id}', 'write,admin'],
    ['revokeApiKey', 'DELETE /api-keys/{id}', 'delete,admin'],
    ['rotateApiKey', 'POST /api-keys/{id}/rotate', 'write,admin'],
    ['getApiKeyUsage', 'GET /api-keys/{id}/usage', 'read,admin'],
    ['listApiCalls', 'GET /api-logs', 'read,admin'],
    ['getOrganization', 'GET /organization', 'read'],
    ['updateOrganization', 'PATCH /organization', 'write,admin'],
    ['createContact', 'POST /contacts', 'write'],
    ['deleteContact', 'DELETE /contacts/{id}', 'delete'],
  ])('%s: %s needs %s', (id, route, needs) => {
    const { scope, admin, ...operation } = engine.registry.byId.get(id)!
    expect([operation.route, admin ? `${scope},admin` : scope]).toEqual([route, needs])
  })

  it('all of /webhooks needs the scope webhooks', () => {
    const needed = engine.registry.list.filter(({ route }) => / \/webhooks(\/|$)/.test(route)).map(({ scope }) => scope)
    expect(new Set(needed)).toEqual(new Set(['webhooks']))
  })

  it('secrets and keys are no MCP tools', () => {
    const own = engine.registry.list.filter(({ tag }) => tag === 'API keys' || tag === 'Audit')
    expect(own.filter(({ mcp }) => mcp !== undefined).map(({ id }) => id)).toEqual([])
  })
})
