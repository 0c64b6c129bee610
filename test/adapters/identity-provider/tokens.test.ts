import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { identityProvider, type IdentityProviderOptions } from 'rapport-crm/identity-provider'
import { protectedResources } from 'rapport-crm/sign-in'
import { expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { describeStorages, type Open } from '../../support/storages.ts'
import { Lines } from '../../integration/webhooks/lab.ts'
import { callTool, getMe } from '../sign-in/program.ts'
import { openSite } from '../sign-in/site.ts'
import { AUDIENCES, ISSUER, TestProvider } from './provider.ts'

async function opened(open: Open, options: Partial<IdentityProviderOptions> = {}) {
  const clock = new TestClock()
  const provider = await new TestProvider(clock).addKey('first')
  const given = { issuer: ISSUER, audiences: AUDIENCES, organization: 'acme', http: provider, clock, ...options }
  const verifier = identityProvider(given)
  const { engine, api } = await open({ clock, ports: [verifier] })
  await engine.access.createOrganization({ id: 'acme', name: 'Acme', admin: 'ada@acme.test' })
  await engine.access.createUser({ organization: 'acme', email: 'bob@acme.test' })
  const site = await openSite(engine, undefined, (url) => protectedResources({ url, issuers: verifier.issuers }))
  const call = async (token: string) => (await callTool(site.url, token)).status
  return { clock, provider, engine, api, site, call, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

describeStorages('a token of an identity provider outside', (open) => {
  it('acts as the user whom it names, with the scopes that it names, for what it was given out for', async () => {
    await using host = await opened(open)
    const { site, provider } = host
    const answer = await callTool(site.url, await provider.token())
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('bob@acme.test')
    expect((await getMe(site.url, await provider.token())).status).toBe(401)
    const rest = await provider.token({ aud: [AUDIENCES.api, 'https://elsewhere.test'], scope: 'read' })
    const me = await getMe(site.url, rest)
    expect([me.status, await me.json()]).toEqual([
      200,
      expect.objectContaining({ user: expect.objectContaining({ email: 'bob@acme.test' }), key: null }),
    ])
    expect(await host.call(rest)).toBe(401)
    const made = await fetch(`${site.url}/api/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${rest}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'new@acme.test' }),
    })
    expect([made.status, made.headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('insufficient_scope')])
  })

  it('is announced to programs by the metadata of both resources', async () => {
    await using host = await opened(open)
    const refused = await callTool(host.site.url, 'nothing')
    const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1]
    expect(await (await fetch(where!)).json()).toMatchObject({ resource: `${host.site.url}/mcp`, authorization_servers: [ISSUER] })
    const asked = await fetch(where!, { method: 'OPTIONS', headers: { 'access-control-request-headers': 'mcp-protocol-version' } })
    expect([asked.status, asked.headers.get('access-control-allow-headers'), await asked.text()]).toEqual([200, '*', ''])
    const sent = await fetch(where!, { method: 'POST', body: '{}' })
    expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const rest = await (await fetch(`${host.site.url}/.well-known/oauth-protected-resource/api/v1`)).json()
    expect(rest).toMatchObject({ resource: `${host.site.url}/api/v1`, authorization_servers: [ISSUER] })
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize', '/sign-in/account'])
      expect((await fetch(`${host.site.url}${path}`)).status).toBe(404)
  })

  it('is refused whenever it is not exactly what the provider gave out for this user and this site', async () => {
    await using host = await opened(open)
    const { provider, call } = host
    const now = Math.floor(host.clock.now().getTime() / 1000)
    const [head, payload, signature] = (await provider.token()).split('.') as [string, string, string]
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const other = await new TestProvider(host.clock, 'https://login.elsewhere.test').addKey('first')
    const hmac = `${encoded({ alg: 'HS256', kid: 'first' })}.${payload}`
    const wrong: Record<string, string> = {
      'no algorithm': `${encoded({ alg: 'none' })}.${payload}.`,
      'a shared secret': `${hmac}.${createHmac('sha256', 'first').update(hmac).digest('base64url')}`,
      'a changed claim': `${head}.${encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), email: 'ada@acme.test' })}.${signature}`,
      'another signer': await provider.token({}, 'forged', { kid: 'first' }),
      'another issuer': await other.token(),
      'another audience': await provider.token({ aud: 'https://elsewhere.test' }),
      'no audience': await provider.token({ aud: undefined }),
      'no end': await provider.token({ exp: undefined }),
      expired: await provider.token({ exp: now - 31 }),
      'too early': await provider.token({ nbf: now + 31 }),
      'an unknown user': await provider.token({ email: 'eve@acme.test' }),
      'no user': await provider.token({ email: undefined }),
      'an address that nobody has verified': await provider.token({ email_verified: false }),
      'an address of which nothing is said': await provider.token({ email_verified: undefined }),
      'bound to a key': await provider.token({ cnf: { jkt: 'abc' } }),
      'a subject that is no text': await provider.token({ sub: ['u-17'] as unknown as string }),
      'an unknown critical header': await provider.token({}, 'first', { crit: ['b64x'], b64x: true }).catch(() => 'eyJ.eyJ.x'),
    }
    const answers = await Promise.all(Object.entries(wrong).map(async ([name, token]) => [name, await call(token)]))
    expect(answers.filter(([, status]) => status !== 401)).toEqual([])
    expect(await call(await provider.token({ nbf: now + 29 }))).toBe(200)
    expect(await call(await provider.token({ exp: 1e300 }))).toBe(200)
  })

  it('stops at the next call when its user is deactivated or the organization suspended, and when its hour is over', async () => {
    await using host = await opened(open)
    const { api, engine, provider, call, clock } = host
    const token = await provider.token()
    expect(await call(token)).toBe(200)
    const user = (await api.users.list({ email: 'bob@acme.test' })).users[0]!
    await api.users.update({ id: user.id, active: false })
    expect(await call(token)).toBe(401)
    const { audit_log } = await api.audit.list({ action: 'refused' })
    expect(audit_log.map(({ record_id }) => record_id)).toEqual([user.id])
    await api.users.update({ id: user.id, active: true })
    expect(await call(token)).toBe(200)
    await engine.access.suspendOrganization('acme')
    expect(await call(token)).toBe(401)
    await engine.access.resumeOrganization('acme')
    expect(await call(token)).toBe(200)
    clock.advance('1 hour')
    expect(await call(token)).toBe(401)
  })

  it('reaches the organization that a claim names, and only users of that one', async () => {
    await using host = await opened(open, { organization: { claim: 'org' }, email: 'upn' })
    const { engine, provider, call } = host
    await engine.access.createOrganization({ id: 'beta', name: 'Beta', admin: 'bea@beta.test' })
    expect(await call(await provider.token({ org: 'acme', upn: 'Bob@Acme.test' }))).toBe(200)
    expect(await call(await provider.token({ org: 'beta', upn: 'bea@beta.test' }))).toBe(200)
    expect(await call(await provider.token({ org: 'beta', upn: 'bob@acme.test' }))).toBe(401)
    expect(await call(await provider.token({ upn: 'bob@acme.test' }))).toBe(401)
    expect(await call(await provider.token({ org: ['acme'], upn: 'bob@acme.test' }))).toBe(401)
    expect(await call(await provider.token({ org: 'acme' }))).toBe(401)
  })

  it('administrates only where the app says so, and never beyond its scopes', async () => {
    await using host = await opened(open, { organization: 'acme', scopes: ['mcp', 'read', 'write'] })
    const { site, provider } = host
    const token = await provider.token({ aud: AUDIENCES.api, email: 'ada@acme.test', scope: 'openid' })
    const invite = async () =>
      (
        await fetch(`${site.url}/api/v1/users`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'new@acme.test', name: 'New' }),
        })
      ).status
    expect((await getMe(site.url, token)).status).toBe(200)
    expect(await invite()).toBe(403)
  })

  it('counts against the limit of calls of its user, over REST and MCP together', async () => {
    const clock = new TestClock()
    const provider = await new TestProvider(clock).addKey('first')
    const ports = [identityProvider({ issuer: ISSUER, audiences: AUDIENCES, organization: 'acme', http: provider, clock })]
    const { engine } = await open({ clock, ports, rateLimit: 3 })
    await engine.access.createOrganization({ id: 'acme', name: 'Acme', admin: 'bob@acme.test' })
    await using site = await openSite(engine, undefined, (url) => protectedResources({ url, issuers: [ISSUER] }))
    const [tools, rest] = [await provider.token(), await provider.token({ aud: AUDIENCES.api })]
    const statuses = []
    for (const token of [rest, tools, rest, rest])
      statuses.push(await (token === tools ? callTool(site.url, token) : getMe(site.url, token)).then(({ status }) => status))
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describeStorages(
  'the keys of an identity provider',
  (open) => {
    it('are read once, and once more for a key that is new; forged tokens are no way to have them read', async () => {
      await using host = await opened(open)
      const { provider, call, clock } = host
      const tokens = await Promise.all([1, 2, 3].map((each) => provider.token({ jti: String(each) })))
      expect(await Promise.all(tokens.map(call))).toEqual([200, 200, 200])
      expect(provider.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
      clock.advance('1 minute')
      await provider.addKey('second')
      const next = await Promise.all([1, 2, 3].map((each) => provider.token({ jti: String(each) }, 'second')))
      expect(await Promise.all(next.map(call))).toEqual([200, 200, 200])
      expect(provider.asked).toHaveLength(4)
      for (const kid of ['a', 'b', 'c']) expect(await call(await provider.token({}, kid))).toBe(401)
      expect(provider.asked).toHaveLength(4)
      provider.withdraw('first')
      expect(await call(tokens[0]!)).toBe(200)
      clock.advance('10 minutes')
      expect(await call(tokens[0]!)).toBe(401)
    })

    it('go on for a while when the provider is away, and are no reason to refuse a token before they are known', async () => {
      await using host = await opened(open)
      const { provider, call, clock } = host
      provider.isAway = true
      const token = await provider.token()
      const asked = await getMe(host.site.url, token)
      expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await call(token)).toBe(503)
      expect(provider.asked).toHaveLength(1)
      provider.isAway = false
      clock.advance('5 seconds')
      expect(await call(token)).toBe(200)
      provider.isAway = true
      clock.advance('15 minutes')
      expect(await call(token)).toBe(200)
      clock.advance('10 minutes')
      expect(await call(token)).toBe(503)
    })

    it('are missed in the log once for each time that the provider is away', async () => {
      const logger = new Lines()
      await using host = await opened(open, { logger })
      const { provider, call, clock } = host
      const levels = () => logger.lines.map(({ level }) => level)
      const token = await provider.token({ exp: Math.floor(clock.now().getTime() / 1000) + 90_000 })
      provider.isAway = true
      for (let at = 0; at < 3; at += 1) {
        await Promise.all([call(token), call(token)])
        clock.advance('1 minute')
      }
      expect(logger.lines).toMatchObject([{ level: 'warn', fields: { issuer: ISSUER } }])
      provider.isAway = false
      expect(await call(token)).toBe(200)
      expect(await call(token)).toBe(200)
      expect(levels()).toEqual(['warn', 'info'])
      provider.isAway = true
      clock.advance('11 minutes')
      // The keys that are known go on, and it is told all the same.
      expect([await call(token), levels()]).toEqual([200, ['warn', 'info', 'warn']])
      clock.advance('1 hour')
      expect([await call(token), levels()]).toEqual([503, ['warn', 'info', 'warn']])
      expect(JSON.stringify(logger.lines)).not.toContain(token)
    })

    it('that are broken or too short refuse the tokens that name them, and no others', async () => {
      await using host = await opened(open)
      const { provider, call } = host
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
      const short = { ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256', use: 'sig' }
      const point = { kty: 'EC', crv: 'P-256', x: 5, y: 'AA', kid: 'point', alg: 'ES256' }
      provider.others.push(short, point, { kty: 'RSA', kid: 'empty', alg: 'RS256' }, { kid: 'no kind' }, null)
      const [, payload] = (await provider.token()).split('.')
      const named = (alg: string, kid: string) => `${Buffer.from(JSON.stringify({ alg, kid })).toString('base64url')}.${payload}`
      const signed = (kid: string) =>
        `${named('RS256', kid)}.${sign('sha256', Buffer.from(named('RS256', kid)), privateKey).toString('base64url')}`
      for (const token of [signed('short'), signed('empty'), `${named('ES256', 'point')}.${'A'.repeat(86)}`])
        expect(await call(token)).toBe(401)
      expect(await call(await provider.token())).toBe(200)
    })

    it('are never taken from metadata of another issuer, or from an answer that is no set of keys', async () => {
      await using host = await opened(open)
      const { provider, call, clock } = host
      for (const metadata of [{ issuer: 'https://evil.test', jwks_uri: `${ISSUER}/keys` }, { issuer: ISSUER }, [], null]) {
        provider.metadata = metadata
        expect(await call(await provider.token())).toBe(503)
        clock.advance('1 minute')
      }
    })
  },
  ['SQLite memory'],
)

it('names the option that is wrong', () => {
  const right = { issuer: ISSUER, audiences: AUDIENCES, organization: 'acme' }
  const wrong: [object, RegExp][] = [
    [{ issuer: 'http://login.acme.test' }, /`issuer` must be an https address/],
    [{ audiences: {} }, /`audiences` must name/],
    [{ audiences: { tools: 'crm', api: 'crm' } }, /`audiences` must differ/],
    [{ organization: undefined }, /organization/],
    [{ scopes: ['all'] }, /`scopes.0` must be of read/],
    [{ audience: 'crm' }, /`audience` is no option. Did you mean "audiences"/],
  ]
  for (const [changes, message] of wrong) expect(() => identityProvider({ ...right, ...changes })).toThrow(message)
  expect(() => identityProvider(right, right)).toThrow(/the same issuer/)
})
