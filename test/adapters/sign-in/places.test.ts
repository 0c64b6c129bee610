import { Http } from 'rapport-crm'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { selfSigned } from '../../support/certificate.ts'
import { describeStorages } from '../../support/storages.ts'
import { invited, member, PASSWORD } from '../../platform/accounts/people.ts'
import { press } from './account-page.ts'
import { Person } from './person.ts'
import { callTool, getMe, Program, REDIRECT } from './program.ts'
import { openSite } from './site.ts'

const bob = { email: 'bob@acme.test', password: PASSWORD }
const jsonOf = async (url: string) => (await (await fetch(url)).json()) as Record<string, any>

describeStorages('a site below a path', (open) => {
  it('signs in programs, whose metadata are at the root of the host', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine, { path: '/crm/main' })
    const { origin } = new URL(site.url)
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      expect(await jsonOf(`${origin}/.well-known/${name}/crm/main`)).toMatchObject({
        issuer: site.url,
        authorization_endpoint: `${site.url}/oauth/authorize`,
        token_endpoint: `${site.url}/oauth/token`,
        jwks_uri: `${site.url}/oauth/keys`,
      })
    expect(await jsonOf(`${origin}/.well-known/oauth-protected-resource/crm/main/mcp`)).toMatchObject({
      resource: `${site.url}/mcp`,
      authorization_servers: [site.url],
    })
    const refused = await callTool(site.url, 'nonsense')
    expect(refused.headers.get('www-authenticate')).toContain(`${origin}/.well-known/oauth-protected-resource/crm/main/mcp`)
    const program = new Program(site.url)
    expect(await program.register()).toMatchObject({ status: 201, json: { registration_client_uri: expect.stringContaining(site.url) } })
    const person = new Person(site.url)
    const answer = await person.allow(program.address(), bob)
    expect(answer.searchParams.get('iss')).toBe(site.url)
    const tokens = await program.exchange(answer.searchParams.get('code')!)
    expect([(await callTool(site.url, tokens.access_token)).status, (await getMe(site.url, tokens.access_token)).status]).toEqual([
      200, 401,
    ])
    expect((await program.refresh(tokens.refresh_token)).status).toBe(200)
    const account = await person.open(`${site.url}/sign-in/account`)
    expect(account.text).toContain(`action="/crm/main/sign-in/account/end-program"`)
    expect((await press(person, account, /End what/)).text).toContain('You have allowed none.')
    expect(site.errors).toEqual([])
  })
})

describeStorages('a site behind a proxy with https', (open) => {
  it('keeps its cookies from other hosts, from scripts and from http', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine, { url: 'https://crm.test' })
    const named = (response: Response) => response.headers.getSetCookie().map((each) => each.toLowerCase())
    const program = new Program(site.at)
    await program.register()
    const began = await fetch(new URL(program.address({ resource: 'https://crm.test/mcp' })), { redirect: 'manual' })
    expect(began.headers.get('location')).toMatch(/^https:\/\/crm\.test\/sign-in\//)
    const short = named(began)
    expect(short.length).toBeGreaterThan(0)
    for (const cookie of short) expect(cookie).toMatch(/^__secure-rapport_\w+(\.sig)?=.*; samesite=lax; secure; httponly$/)
    const body = new URLSearchParams(bob).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://crm.test' }
    const entered = await fetch(`${site.at}/sign-in/account/login`, { method: 'POST', redirect: 'manual', headers, body })
    expect(entered.status).toBe(303)
    const long = named(entered).filter((each) => !each.includes('01 jan 1970'))
    expect(long.length).toBeGreaterThanOrEqual(2)
    for (const cookie of long) {
      expect(cookie).toMatch(/^__host-rapport_session(\.sig)?=.*; path=\/; .*samesite=lax; secure; httponly$/)
      expect(cookie).not.toContain('domain=')
    }
    const cookie = long.map((each) => each.split(';')[0]!.replace('__host-', '__Host-')).join('; ')
    // A name without the prefix is not read, so that no neighbour of the domain can set one.
    const whose = async (sent: string) =>
      (await (await fetch(`${site.at}/sign-in/account`, { headers: { cookie: sent } })).text()).includes(bob.email)
    const asSent = entered.headers
      .getSetCookie()
      .map((each) => each.split(';')[0]!)
      .filter((each) => !each.endsWith('='))
      .join('; ')
    expect([await whose(asSent), await whose(asSent.replaceAll('__Host-', '')), cookie.length]).toEqual([true, false, asSent.length])
    expect(site.errors).toEqual([])
  })
})

describeStorages(
  'a server that starts anew',
  (open) => {
    it('goes on with a sign-in that was begun before it, with sessions, codes, and tokens', async () => {
      const first = await open()
      await member(first.engine, bob.email)
      const before = await openSite(first.engine)
      const [port, url] = [Number(new URL(before.url).port), before.url]
      const program = new Program(url)
      await program.register()
      const person = new Person(url)
      const page = await person.open(program.address())
      const again = async () => {
        const { engine } = await open({ place: first.place, clock: first.clock })
        return { engine, site: await openSite(engine, { port, url }) }
      }
      await before[Symbol.asyncDispose]()
      await first.engine.close()
      const second = await again()
      const consent = await person.submit(page, { fields: bob })
      expect(consent.text).toContain('Allow Test program?')
      await second.site[Symbol.asyncDispose]()
      await second.engine.close()
      const third = await again()
      const user_id = /name="user_id" value="([^"]+)"/.exec(consent.text)![1]!
      const { searchParams } = new URL((await person.submit(consent, { fields: { user_id }, button: 'Allow' })).url)
      await third.site[Symbol.asyncDispose]()
      await third.engine.close()
      const fourth = await again()
      await using site = fourth.site
      const tokens = await program.exchange(searchParams.get('code')!)
      expect(tokens).toMatchObject({ status: 200, scope: 'mcp read write' })
      expect((await callTool(url, tokens.access_token)).status).toBe(200)
      expect((await person.open(`${url}/sign-in/account`)).text).toContain('You are signed in as')
      expect(site.errors).toEqual([])
    })
  },
  ['SQLite file', 'PostgreSQL'],
)

describeStorages('the document of a program', (open) => {
  it('is read from the address that was judged, whatever the name leads to afterwards', async () => {
    const certificate = selfSigned({ hosts: ['client.test'] })
    let asked = 0
    const server = createServer(certificate, (req, res) => {
      asked += 1
      const client_id = `https://client.test:${port}${req.url}`
      const client = { client_id, client_name: 'Documented', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(client))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    let [answers, lookups] = [[] as string[], 0]
    const lookup = async () => [{ address: answers[Math.min(lookups++, answers.length - 1)]!, family: 4 }]
    const reaching = new Http({ ca: certificate.cert, allow: ['127.0.0.1'], lookup })
    const { engine } = await open({ ports: [reaching] })
    await using site = await openSite(engine)
    const openFrom = async (path: string, addresses: string[]) => {
      ;[answers, lookups] = [addresses, 0]
      const program = new Program(site.url)
      program.clientId = `https://client.test:${port}/${path}`
      const { status, text } = await new Person(site.url).open(program.address())
      return { status, signsIn: text.includes('name="password"'), lookups }
    }
    expect(await openFrom('first.json', ['127.0.0.1', '10.0.0.1'])).toEqual({ status: 200, signsIn: true, lookups: 1 })
    expect(asked).toBe(1)
    // A connection that is kept is one to the address that was judged.
    server.closeAllConnections()
    expect(await openFrom('second.json', ['10.0.0.1'])).toMatchObject({ status: 400, signsIn: false })
    expect(asked).toBe(1)
    await new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
  })
})

describeStorages('the pages of an account', (open) => {
  it('take an invitation once, with a new password or as the one who is signed in', async () => {
    const { engine, api } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const token = await invited(engine, 'eve@acme.test')
    const eve = new Person(site.url)
    const page = await eve.open(`/sign-in/invitation/${token}`)
    expect(page.text).toContain('<strong>Acme</strong> invites eve@acme.test')
    const easy = await eve.submit(page, { fields: { password: 'acme-acme-acme' } })
    expect([easy.status, easy.text.includes('role="alert"')]).toEqual([422, true])
    expect((await eve.submit(easy, { fields: { password: PASSWORD } })).text).toContain('Welcome to Acme')
    expect((await eve.open(`/sign-in/invitation/${token}`)).status).toBe(404)
    expect((await eve.open('/sign-in/invitation/nonsense')).status).toBe(404)

    await api.users.invite({ email: 'robert@acme.test' })
    const { link } = await engine.accounts.invite({ organization: 'acme', user: 'robert@acme.test' })
    const path = new URL(link, site.url).pathname
    const person = new Person(site.url)
    await person.submit(await person.open('/sign-in/account'), { fields: bob })
    const known = await person.open(path)
    expect(known.text).toContain('You are signed in as bob@acme.test')
    expect((await person.submit(known, { fields: { password: 'another sentence' } })).status).toBe(401)
    expect((await person.submit(known, { fields: { password: PASSWORD } })).text).toContain('Welcome to Acme')
    const { account_id } = (await engine.accounts.signIn(bob)) as { account_id: string }
    expect((await engine.accounts.memberships(account_id)).map(({ email }) => email).toSorted()).toEqual([bob.email, 'robert@acme.test'])
    expect(site.errors).toEqual([])
  })

  it('set a new password by a link that is sent, once, and tell nobody who has an account', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const person = new Person(site.url)
    const ask = async (email: string) => await person.submit(await person.open('/sign-in/forgotten'), { fields: { email } })
    const [known, unknown] = [await ask(bob.email), await ask('nobody@acme.test')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    await engine.accounts.settled()
    const { link } = await engine.accounts.resetLink(bob.email)
    const path = new URL(link, site.url).pathname
    const page = await person.open(path)
    expect((await person.submit(page, { fields: { password: 'short' } })).status).toBe(422)
    expect((await person.submit(page, { fields: { password: 'a horse of another color' } })).text).toContain('Password set')
    expect((await person.submit(page, { fields: { password: PASSWORD } })).status).toBe(404)
    const entered = await person.submit(await person.open('/sign-in/account'), { fields: { ...bob, password: 'a horse of another color' } })
    expect(entered.text).toContain('You are signed in as')
    expect(site.errors).toEqual([])
  })
})

describeStorages('what is no token of this server', (open) => {
  it.each([
    ['an unsigned JWT', `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ sub: 'bob@acme.test', scope: 'mcp read' })}.`],
    ['a JWT signed by nobody', `${part({ alg: 'ES256' })}.${part({ iss: 'https://crm.test' })}.${'A'.repeat(86)}`],
    ['a refresh token by its look', `rr_${'a'.repeat(43)}`],
    ['an access token by its look', `ra_${'a'.repeat(43)}`],
    ['a very long text', 'a'.repeat(5_000)],
  ])('is refused by MCP and by REST: %s', async (_, token) => {
    const { engine } = await open()
    await using site = await openSite(engine)
    expect([(await callTool(site.url, token)).status, (await getMe(site.url, token)).status]).toEqual([401, 401])
    expect(site.errors).toEqual([])
  })

  it('is what a program may not use it as: a code, a refresh token or an id token in place of an access token', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const program = new Program(site.url)
    await program.register()
    const person = new Person(site.url)
    const answer = await person.allow(program.address({ scope: 'openid offline_access mcp read' }), bob)
    const code = answer.searchParams.get('code')!
    expect((await callTool(site.url, code)).status).toBe(401)
    const tokens = (await program.exchange(code)) as unknown as Record<string, string>
    expect(tokens['id_token']).toMatch(/^ey/)
    for (const each of [code, tokens['refresh_token']!, tokens['id_token']!])
      expect([(await callTool(site.url, each)).status, (await getMe(site.url, each)).status]).toEqual([401, 401])
    expect(await program.refresh(tokens['access_token']!)).toMatchObject({ status: 400, error: 'invalid_grant' })
    const [head, claims] = tokens['id_token']!.split('.')
      .slice(0, 2)
      .map((each) => JSON.parse(Buffer.from(each, 'base64url').toString()))
    expect(head).toMatchObject({ alg: 'ES256' })
    expect(claims).toMatchObject({ iss: site.url, aud: program.clientId })
  })

  it('is given to no program for another grant, method or resource than it may have', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const program = new Program(site.url)
    await program.register()
    expect(await program.token({ grant_type: 'password', username: bob.email, password: PASSWORD })).toMatchObject({
      error: 'unsupported_grant_type',
    })
    expect((await program.token({ grant_type: 'client_credentials' })).status).toBeGreaterThanOrEqual(400)
    expect((await new Program(site.url).register({ redirect_uris: ['javascript:alert(1)'] })).status).toBe(400)
    expect((await new Program(site.url).register({ grant_types: ['implicit'], response_types: ['token'] })).status).toBe(400)
    const secret = new Program(site.url)
    const { json } = await secret.register({ token_endpoint_auth_method: 'client_secret_post' })
    const person = new Person(site.url)
    const answer = await person.allow(secret.address(), bob)
    const code = answer.searchParams.get('code')!
    expect(await secret.exchange(code)).toMatchObject({ status: 401, error: 'invalid_client' })
    expect(await secret.exchange(code, { client_secret: 'x'.repeat(43) })).toMatchObject({ status: 401, error: 'invalid_client' })
    expect(await secret.exchange(code, { client_secret: json['client_secret'] })).toMatchObject({ status: 200 })
    const wider = (await person.allow(program.address(), bob)).searchParams.get('code')!
    expect(await program.exchange(wider, { resource: `${site.url}/api/v1` })).toMatchObject({ status: 400, error: 'invalid_target' })
    expect(site.errors).toEqual([])
  })
})

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
