import { expect, it } from 'vitest'
import { describeStorages, type Opened } from '../../support/storages.ts'
import { member, PASSWORD } from '../../platform/accounts/people.ts'
import { Person } from './person.ts'
import { callTool, getMe, Program, type Tokens } from './program.ts'
import { openSite, type TestSite } from './site.ts'

const bob = { email: 'bob@acme.test', password: PASSWORD }

async function signedIn({ engine }: Opened, scope = 'mcp read write', audience = 'mcp') {
  await member(engine, bob.email)
  const site = await openSite(engine)
  const program = new Program(site.url)
  await program.register()
  const person = new Person(site.url)
  const answer = await person.allow(program.address({ scope, resource: `${site.url}/${audience}` }), bob)
  const code = answer.searchParams.get('code')!
  return { site, program, person, code, tokens: await program.exchange(code) }
}

const statuses = async (site: TestSite, { access_token }: Tokens) => [
  (await callTool(site.url, access_token)).status,
  (await getMe(site.url, access_token)).status,
]

describeStorages('an access token', (open) => {
  it('of the tools is refused by REST, and the reverse', async () => {
    const opened = await open()
    const { site, tokens, person, program } = await signedIn(opened)
    await using _ = site
    expect(await statuses(site, tokens)).toEqual([200, 401])
    const answer = await person.allow(program.address({ resource: `${site.url}/api/v1`, scope: 'read' }), bob)
    const rest = await program.exchange(answer.searchParams.get('code')!)
    expect(rest).toMatchObject({ status: 200, scope: 'read' })
    expect(await statuses(site, rest)).toEqual([401, 200])
  })

  it('stops with its grant, its hour, its user and its organization, at the next call', async () => {
    const opened = await open()
    const { engine, api, clock } = opened
    const { site, tokens, program } = await signedIn(opened)
    await using _ = site
    const user = (await api.users.list({ email: bob.email })).users[0]!
    await api.users.update({ id: user.id, active: false })
    expect((await callTool(site.url, tokens.access_token)).status).toBe(401)
    expect(await program.refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    await api.users.update({ id: user.id, active: true })
    expect((await callTool(site.url, tokens.access_token)).status).toBe(200)
    await engine.access.suspendOrganization(user.user_from)
    expect((await callTool(site.url, tokens.access_token)).status).toBe(401)
    await engine.access.resumeOrganization(user.user_from)
    expect((await callTool(site.url, tokens.access_token)).status).toBe(200)
    clock.advance(3_600_000)
    expect((await callTool(site.url, tokens.access_token)).status).toBe(401)
    const next = await program.refresh(tokens.refresh_token)
    expect((await callTool(site.url, next.access_token)).status).toBe(200)
    const [grant] = (await api.grants.list({ user_id: user.id })).grants
    await api.grants.end({ id: grant!.id })
    expect((await callTool(site.url, next.access_token)).status).toBe(401)
    expect(await program.refresh(next.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await api.grants.list({ user_id: user.id, ended: true })).grants).toHaveLength(1)
    const audit = (await api.audit.list({ object: 'grant' })).audit_log
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['created', 'revoked', 'refused']))
  })

  it('sees what its user sees, and administrates only where that was allowed', async () => {
    const opened = await open()
    const { engine, api } = opened
    await member(engine, bob.email)
    const user = (await api.users.list({ email: bob.email })).users[0]!
    await api.users.update({ id: user.id, role: 'admin' })
    await using site = await openSite(engine)
    const program = new Program(site.url)
    await program.register()
    const rest = { resource: `${site.url}/api/v1`, scope: 'read write' }
    const person = new Person(site.url)
    const keys = async (administration: boolean) => {
      const answer = await person.allow(program.address(rest), { ...bob, administration })
      const { access_token } = await program.exchange(answer.searchParams.get('code')!)
      return (await fetch(`${site.url}/api/v1/api-keys`, { headers: { authorization: `Bearer ${access_token}` } })).status
    }
    expect(await keys(false)).toBe(403)
    expect(await keys(true)).toBe(200)
  })

  it('shows in the records that it makes by which grant they came', async () => {
    const opened = await open()
    const { site, tokens } = await signedIn(opened)
    await using _ = site
    const called = await callTool(site.url, tokens.access_token, 'create_contact', { email: 'eve@customer.test' })
    expect(called.status).toBe(200)
    const [contact] = (await opened.api.contacts.list({})).contacts
    expect(contact).toMatchObject({ created_by: bob.email, created_via: expect.stringMatching(/^grant:/) })
  })
})

describeStorages('the authorization server', (open) => {
  it('tells the program that it was denied, and the audit log who has denied it', async () => {
    const opened = await open()
    await member(opened.engine, bob.email)
    await using site = await openSite(opened.engine)
    const program = new Program(site.url)
    await program.register()
    const person = new Person(site.url)
    const consent = await person.submit(await person.open(program.address()), { fields: bob })
    const { url } = await person.submit(consent, { button: 'Deny' })
    expect(new URL(url).searchParams.get('error')).toBe('access_denied')
    const { audit_log } = await opened.api.audit.list({ action: 'consent_denied' })
    expect(audit_log.map(({ object, actor }) => [object, actor.label])).toEqual([['user', bob.email]])
  })

  it('refuses a request without PKCE or with a plain one, another redirect, an unknown resource and an unknown program', async () => {
    const opened = await open()
    const { site, program } = await signedIn(opened)
    await using _ = site
    const person = new Person(site.url)
    const errorOf = async (changes: Record<string, string | null>) => {
      const { url, status } = await person.open(program.address(changes))
      // Where a token was asked for, the answer is behind the hash.
      return status === 0 ? new URL(url.replace('#', '?')).searchParams.get('error') : status
    }
    expect(await errorOf({ code_challenge: null, code_challenge_method: null })).toBe('invalid_request')
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
    expect(await errorOf({ resource: 'https://elsewhere.test/mcp' })).toBe('invalid_target')
    expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type')
    expect(await errorOf({ redirect_uri: 'https://evil.test/callback' })).toBe(400)
    expect(await errorOf({ client_id: 'nobody' })).toBe(400)
    expect(await errorOf({ client_id: 'https://127.0.0.1/client.json' })).toBe(400)
    expect(await errorOf({ client_id: '\0' })).toBe(400)
    expect(site.errors).toEqual([])
  })

  it('stores no more of a program than it needs', async () => {
    await using site = await openSite((await open()).engine)
    const register = async (client_name: string) => {
      const body = JSON.stringify({ client_name, redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'none' })
      const answer = await fetch(`${site.url}/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return [answer.status, ((await answer.json()) as { error?: string }).error]
    }
    expect(await register('Notes')).toEqual([201, undefined])
    expect(await register('x'.repeat(9_000))).toEqual([400, 'invalid_client_metadata'])
    expect(site.errors).toEqual([])
  })

  it('refuses a code with another verifier or redirect, and ends the grant when a code comes twice', async () => {
    const opened = await open()
    const { site, program, person, code, tokens } = await signedIn(opened)
    await using _ = site
    const second = (await person.allow(program.address(), bob)).searchParams.get('code')!
    expect(await program.exchange(second, { code_verifier: 'x'.repeat(43) })).toMatchObject({ error: 'invalid_grant' })
    expect(await program.exchange(second, { redirect_uri: 'http://127.0.0.1:1/other' })).toMatchObject({ error: 'invalid_grant' })
    expect((await callTool(site.url, tokens.access_token)).status).toBe(200)
    expect(await program.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await callTool(site.url, tokens.access_token)).status).toBe(401)
    expect(await program.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a code that is a minute old', async () => {
    const opened = await open()
    const { site, program, person } = await signedIn(opened)
    await using _ = site
    const code = (await person.allow(program.address(), bob)).searchParams.get('code')!
    opened.clock.advance(60_000)
    expect(await program.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('takes a refresh token again for a minute, and ends the grant when it comes later', async () => {
    const opened = await open()
    const { site, program, tokens } = await signedIn(opened)
    await using _ = site
    const first = await program.refresh(tokens.refresh_token)
    expect(first).toMatchObject({ status: 200, scope: 'mcp read write' })
    expect(first.refresh_token).not.toBe(tokens.refresh_token)
    const again = await program.refresh(tokens.refresh_token)
    expect(again.status).toBe(200)
    opened.clock.advance(61_000)
    expect((await callTool(site.url, again.access_token)).status).toBe(200)
    expect(await program.refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
    for (const { access_token, refresh_token } of [first, again]) {
      expect((await callTool(site.url, access_token)).status).toBe(401)
      expect(await program.refresh(refresh_token)).toMatchObject({ error: 'invalid_grant' })
    }
  })

  it('keeps a program signed in for a day without asking the user again', async () => {
    const opened = await open()
    const { site, program, tokens } = await signedIn(opened)
    await using _ = site
    let { access_token, refresh_token } = tokens
    for (let hour = 0; hour < 24; hour += 1) {
      opened.clock.advance(3_600_000)
      expect((await callTool(site.url, access_token)).status).toBe(401)
      ;({ access_token, refresh_token } = await program.refresh(refresh_token))
      expect((await callTool(site.url, access_token)).status).toBe(200)
    }
  })

  it('asks the user again after a year, however often tokens were refreshed', async () => {
    const opened = await open()
    const { site, program, tokens } = await signedIn(opened)
    await using _ = site
    let { refresh_token } = tokens
    for (let day = 55; day < 365; day += 55) {
      opened.clock.advance(55 * 86_400_000)
      const next = await program.refresh(refresh_token)
      expect(next.status).toBe(200)
      ;({ refresh_token } = next)
    }
    opened.clock.advance(55 * 86_400_000)
    expect(await program.refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('ends the grant of a token that is revoked, by its own program only', async () => {
    const opened = await open()
    const { site, program, tokens } = await signedIn(opened)
    await using _ = site
    const other = new Program(site.url)
    await other.register()
    await other.revoke(tokens.access_token)
    expect((await callTool(site.url, tokens.access_token)).status).toBe(200)
    expect(await other.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await program.revoke(tokens.refresh_token)).toBe(200)
    expect((await callTool(site.url, tokens.access_token)).status).toBe(401)
    expect(await program.revoke('nonsense')).toBe(200)
  })

  it('answers a program that asks for no scope with the usual ones, and one that asks for a part with that part', async () => {
    const opened = await open()
    const { site, program, person, tokens } = await signedIn(opened, 'mcp read')
    await using _ = site
    expect(tokens.scope).toBe('mcp read')
    const answer = await person.allow(program.address({ scope: null, resource: null }), bob)
    expect(await program.exchange(answer.searchParams.get('code')!)).toMatchObject({ scope: 'mcp read write' })
  })
})

describeStorages('a body that is too large', (open) => {
  it.each([
    ['/oauth/register', 'application/json', JSON.stringify({ redirect_uris: ['http://127.0.0.1/'], client_name: 'x'.repeat(1_000_000) })],
    ['/oauth/token', 'application/x-www-form-urlencoded', `grant_type=authorization_code&code=${'x'.repeat(1_000_000)}`],
  ])('is called so (413), whether its length is announced or not: %s', async (path, type, body) => {
    const { engine } = await open()
    await using site = await openSite(engine)
    const announced = { body }
    const streamed = { body: new Blob([body]).stream(), duplex: 'half' as const }
    for (const sent of [announced, streamed]) {
      const answer = await fetch(`${site.url}${path}`, { method: 'POST', headers: { 'content-type': type }, ...sent })
      expect([answer.status, await answer.json()]).toEqual([
        413,
        { error: 'invalid_request', error_description: 'the body has more than 56 KiB' },
      ])
    }
  })
})
