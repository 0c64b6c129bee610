import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { member, PASSWORD } from '../../platform/accounts/people.ts'
import { Person } from './person.ts'
import { callTool, Program } from './program.ts'
import { openSite } from './site.ts'

const bob = { email: 'bob@acme.test', password: PASSWORD }
const jsonOf = async (url: string) => (await (await fetch(url)).json()) as Record<string, any>

describeStorages('a site with sign-in', (open) => {
  it('tells a program that is refused where to sign in, and what it is', async () => {
    const { engine } = await open()
    await using site = await openSite(engine)
    const refused = await callTool(site.url, 'nonsense')
    expect(refused.status).toBe(401)
    const challenge = refused.headers.get('www-authenticate')!
    expect(challenge).toContain('scope="mcp read write"')
    const address = /resource_metadata="([^"]+)"/.exec(challenge)![1]!
    expect(await jsonOf(address)).toMatchObject({
      resource: `${site.url}/mcp`,
      authorization_servers: [site.url],
      scopes_supported: ['mcp', 'read', 'write', 'delete', 'webhooks'],
    })
    const asked = await fetch(address, { method: 'OPTIONS', headers: { 'access-control-request-headers': 'mcp-protocol-version' } })
    expect([asked.status, asked.headers.get('access-control-allow-headers'), await asked.text()]).toEqual([200, '*', ''])
    const sent = await fetch(address, { method: 'POST', body: '{}' })
    expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const rest = await fetch(`${site.url}/api/v1/me`)
    expect(rest.headers.get('www-authenticate')).toContain(`${site.url}/.well-known/oauth-protected-resource/api/v1`)
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      expect(await jsonOf(`${site.url}/.well-known/${name}`)).toMatchObject({
        issuer: site.url,
        authorization_endpoint: `${site.url}/oauth/authorize`,
        token_endpoint: `${site.url}/oauth/token`,
        registration_endpoint: `${site.url}/oauth/register`,
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
      })
  })

  it('is one with another host of the same database, also in the middle of a sign-in', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using first = await openSite(engine)
    const program = new Program(first.url)
    await program.register()
    const answer = await new Person(first.url).allow(program.address(), bob)
    // Of the same issuer, with nothing in its memory.
    await using second = await openSite(engine, { port: 0, url: first.url })
    const other = new Program(second.at)
    other.clientId = program.clientId
    const tokens = await other.exchange(answer.searchParams.get('code')!, { code_verifier: program.verifier })
    expect(tokens.status).toBe(200)
    expect((await callTool(first.url, tokens.access_token)).status).toBe(200)
    expect((await jsonOf(`${first.url}/oauth/keys`))['keys']).toEqual((await jsonOf(`${second.at}/oauth/keys`))['keys'])
  })

  it('gives tokens for a code that comes to two hosts at the same moment to one of them at most, and ends what was allowed', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using first = await openSite(engine)
    await using second = await openSite(engine, { port: 0, url: first.url })
    const program = new Program(first.url)
    await program.register()
    const code = (await new Person(first.url).allow(program.address(), bob)).searchParams.get('code')!
    const other = new Program(second.at)
    other.clientId = program.clientId
    // Both have looked whether it was used before one of them uses it.
    const { artifacts } = engine.grants
    const consume = artifacts.consume.bind(artifacts)
    const [both, waiting] = [Promise.withResolvers<void>(), { count: 0 }]
    artifacts.consume = async (model, id) => {
      waiting.count += 1
      if (waiting.count === 2) both.resolve()
      await both.promise
      return await consume(model, id)
    }
    const answers = await Promise.all([program.exchange(code), other.exchange(code, { code_verifier: program.verifier })])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(answers.map(({ error }) => error)).toContain('invalid_grant')
    for (const { access_token, refresh_token } of answers) {
      expect((await callTool(first.url, access_token ?? 'none')).status).toBe(401)
      expect((await program.refresh(refresh_token ?? 'none')).error).toBe('invalid_grant')
    }
  })

  it('refuses forms of other sites, and pages of sign-ins that were begun in another browser', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const program = new Program(site.url)
    await program.register()
    const person = new Person(site.url)
    const page = await person.open(program.address())
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const foreign = await person.submit(page, { fields: bob, headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    expect((await new Person(site.url).open(page.url)).status).toBe(404)
    const wrong = await person.submit(page, { fields: { ...bob, password: 'another sentence' } })
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([401, true])
    for (const cookie of person.set) expect(cookie.toLowerCase()).toMatch(/httponly.*|samesite=lax/)
  })
})
