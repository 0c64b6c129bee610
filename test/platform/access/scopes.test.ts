import {
  accessRule,
  type AccessRule,
  type Actor,
  type AnyOperation,
  type Core,
  type CrmError,
  Engine,
  type Scope,
  scopes,
} from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { sqlite } from 'rapport-crm/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modernRequest } from '../../adapters/mcp-wire.ts'

const engine = await Engine.open({ storage: sqlite(':memory:'), rateLimit: 1_000_000 })
/** Keys and users of the embedding app, by what they are. */
const callers = new Map<string, { readonly key?: string; readonly actor: Actor }>()

beforeAll(async () => {
  await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
  const api = engine.as(await engine.access.administrator())
  await api.users.invite({ email: 'bob@acme.test' })
  await api.users.invite({ email: 'eve@acme.test', visibility: 'own' })
  const add = async (caller: string, options: Partial<Parameters<typeof engine.access.createKey>[0]>) => {
    const { key, record } = await engine.access.createKey({ name: caller, scopes: [...scopes], ...options })
    callers.set(caller, { key, actor: await engine.authenticate(key) })
    return record
  }
  for (const scope of scopes) await add(scope, { scopes: [scope, 'mcp'], administration: true })
  await add('an administrator', { administration: true })
  await add('an administrator without administration', {})
  await add('a member', { user: 'bob@acme.test', administration: true })
  await add('a member who sees own records', { user: 'eve@acme.test' })
  await add('a widget', { scopes: [], widget: true })
  const { id } = await add('a revoked key', { administration: true })
  await engine.access.revokeKey(id)
  callers.set('a session', { actor: await engine.access.administrator() })
})
afterAll(() => engine.close())

/** What the rule of an operation says to a caller. */
type Expected = (rule: AccessRule) => string
const allowed: Expected = () => 'allowed'
const publicOr =
  (expected: Expected): Expected =>
  (rule) =>
    rule.scope === 'public' ? 'allowed' : expected(rule)
const withScope = (held: Scope) => publicOr(({ scope }) => (scope === held || scope === 'mcp' ? 'allowed' : 'insufficient_scope'))
const withoutAdministration = publicOr(({ administration }) => (administration ? 'forbidden' : 'allowed'))

const expectations: readonly (readonly [caller: string, expected: Expected])[] = [
  ...scopes.map((scope) => [scope, withScope(scope)] as const),
  ['an administrator', allowed],
  ['a session', allowed],
  ['an administrator without administration', withoutAdministration],
  ['a member', withoutAdministration],
  ['a member who sees own records', publicOr((rule) => (rule.administration || rule.full_visibility ? 'forbidden' : 'allowed'))],
  ['a widget', publicOr(({ widget }) => (widget ? 'allowed' : 'insufficient_scope'))],
  ['a revoked key', () => 'unauthenticated'],
]

// The input is read behind authorization: whoever gets to it is allowed, and nothing is done.
const reached = new Error('reached')
const unread = () => Promise.reject(reached)

async function answer(operation: AnyOperation, actor: Actor): Promise<string> {
  try {
    await engine.call(operation, unread, actor)
    return 'answered'
  } catch (error) {
    return error === reached ? 'allowed' : (error as CrmError).code
  }
}

describe('the table of access', () => {
  it.each(expectations)('holds for every operation when it is called by %s', async (caller, expected) => {
    const { actor } = callers.get(caller)!
    const answers: Record<string, string> = {}
    for (const operation of engine.registry.list) answers[operation.id] = await answer(operation, actor)
    const rules = engine.registry.list.map((each) => [each.id, expected(accessRule(each))])
    expect(answers).toEqual(Object.fromEntries(rules))
  })

  it.each(expectations.filter(([caller]) => caller !== 'a session' && caller !== 'a widget'))(
    'holds for every tool when it is called by %s, and the list has no others',
    async (caller, expected) => {
      // A key that lacks the scope `mcp` or does not work gets no further than the door.
      const { key: token = '', actor } = callers.get(caller)!
      const core: Core = {
        registry: engine.registry,
        watch: () => () => {},
        holdBody: () => ({ grow() {}, release() {} }),
        secretsFor: async (purpose) => [Buffer.from(purpose)],
        authenticate: async () => actor,
        call: (operation, _input, as, options) => engine.call(operation, unread, as, options),
      }
      const server = mcp(core, { onError: () => {} })
      const send = async (method: string, params = {}) =>
        ((await (await server.fetch(modernRequest(method, params, { token }))).json()) as any).result
      const { tools } = await send('tools/list')
      const listed = new Set(tools.map(({ name }: { name: string }) => name))
      const answers: Record<string, string> = {}
      const wanted: Record<string, string> = {}
      for (const each of engine.registry.list.filter(({ mcp: tool }) => tool !== undefined)) {
        const name = each.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const result = await send('tools/call', { name, arguments: {} })
        answers[name] = result.structuredContent?.code ?? JSON.parse(result.content[0].text).code
        // Whoever is allowed meets the input that cannot be read.
        const code = expected(accessRule(each))
        wanted[name] = code === 'allowed' ? 'internal_error' : code
        if (code !== 'unauthenticated') expect([name, listed.has(name)]).toEqual([name, code === 'allowed'])
      }
      await server.close()
      expect(answers).toEqual(wanted)
    },
  )
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
