import { Secret, TOTP } from 'otpauth'
import { scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages, type Open, type Opened } from '../../support/storages.ts'
import { member, PASSWORD, refused } from '../../platform/accounts/people.ts'
import { ACCOUNT, browser, press } from './account-page.ts'
import { Person } from './person.ts'
import { callTool, Program } from './program.ts'
import { openSite } from './site.ts'

const bob = { email: 'bob@acme.test', password: PASSWORD }
const DAY = 86_400_000

async function bobOf(open: Open) {
  const opened = await open()
  const account_id = await member(opened.engine, bob.email)
  const own = opened.engine.as({ organization: 'acme', user: bob.email, scopes: new Set(scopes) })
  const site = await openSite(opened.engine)
  return { ...opened, account_id, own, site }
}

const isIn = async (person: Person) => (await person.open(ACCOUNT)).text.includes('You are signed in as')
const actionsOf = async ({ api }: Opened) => (await api.audit.list({ object: 'user', limit: 100 })).audit_log.map(({ action }) => action)

describeStorages('the sessions of a person', (open) => {
  it('are listed with what began them, and each ends at once by its button', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const [first, second] = [await browser(site), await browser(site, 'curl/8.0')]
    const page = await first.open(ACCOUNT)
    expect(page.text).toContain('Firefox on Linux')
    expect(page.text).toContain('(this browser)')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const ended = await press(first, page, /End the session in curl/)
    expect(ended.text).toContain('The session has ended.')
    expect([await isIn(first), await isIn(second)]).toEqual([true, false])
    const again = await press(first, page, /End the session in curl/)
    expect([again.status, again.text.includes('It had ended already.')]).toEqual([200, true])
    expect(await actionsOf(opened)).toEqual(expect.arrayContaining(['signed_in', 'session_ended']))
    expect(site.errors).toEqual([])
  })

  it('are listed and ended over the API, all of them and by an administrator, who does not see them', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { own, api } = opened
    const people = [await browser(site), await browser(site, 'curl/8.0'), await browser(site, 'x'.repeat(300))]
    const { sessions } = await own.sessions.list({})
    expect(sessions.map(({ browser: agent, methods }) => [agent?.length, methods])).toEqual(
      expect.arrayContaining([
        [8, ['pwd']],
        [200, ['pwd']],
      ]),
    )
    expect((await api.sessions.list({})).sessions).toEqual([])
    expect((await refused(api.sessions.end({ id: sessions[0]!.id }))).code).toBe('not_found')
    await own.sessions.end({ id: sessions.find((each) => each.browser === 'curl/8.0')!.id })
    expect(await Promise.all(people.map(isIn))).toEqual([true, false, true])
    expect(await own.sessions.endAll({})).toEqual({ deleted: true })
    expect(await Promise.all(people.map(isIn))).toEqual([false, false, false])
    const last = await browser(site)
    const { id } = (await api.users.list({ email: bob.email })).users[0]!
    expect((await refused(own.sessions.endOfUser({ id }))).code).toBe('forbidden')
    await api.sessions.endOfUser({ id })
    expect(await isIn(last)).toBe(false)
    const { audit_log } = await api.audit.list({ object: 'user', record_id: id })
    expect(audit_log.filter(({ action }) => action === 'sessions_ended').map(({ actor }) => actor.label)).toEqual([
      'ada@acme.test',
      bob.email,
    ])
  })

  it('are signed out by an administrator of one organization for that one only', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { engine, api, account_id, clock } = opened
    await engine.access.createOrganization({ id: 'bolt', name: 'Bolt', admin: 'eve@bolt.test' })
    await engine.access.createUser({ organization: 'bolt', email: 'robert@bolt.test' })
    const { link } = await engine.accounts.invite({ organization: 'bolt', user: 'robert@bolt.test' })
    await engine.accounts.accept(link.slice(link.lastIndexOf('/') + 1), { password: PASSWORD, account_id })
    const person = await browser(site)
    const program = new Program(site.url)
    await program.register()
    const enter = async (organization: string) => {
      const consent = await person.open(program.address())
      const user = [...consent.text.matchAll(/name="user_id" value="([^"]+)"[^>]*>\s*<span>([^<]*?) </g)].find(
        ([, , name]) => name === organization,
      )
      return await person.submit(consent, { fields: { user_id: user![1]! }, button: 'Allow' })
    }
    expect((await enter('Acme')).status).toBe(0)
    const { grants } = await opened.own.grants.list({})
    clock.advance('1 minute')
    const { id } = (await api.users.list({ email: bob.email })).users[0]!
    await api.sessions.endOfUser({ id })
    expect((await enter('Bolt')).status).toBe(0)
    const stopped = await enter('Acme')
    expect([stopped.status, stopped.text.includes('has signed you out')]).toEqual([403, true])
    expect(await isIn(person)).toBe(true)
    expect((await opened.own.grants.list({})).grants).toEqual(grants)
    const eve = engine.as({ organization: 'bolt', user: 'eve@bolt.test', role: 'admin', scopes: new Set(scopes) })
    expect((await eve.audit.list({ object: 'user' })).audit_log.map(({ action }) => action)).not.toContain('sessions_ended')
    expect(await actionsOf(opened)).toContain('sessions_ended')
    clock.advance('1 minute')
    await person.submit(await person.submit(stopped), { fields: bob })
    expect((await enter('Acme')).status).toBe(0)
    expect(site.errors).toEqual([])
  })

  it('are those of no other account, whatever is sent', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    await member(opened.engine, 'eve@acme.test')
    const [his, hers] = [await browser(site), await browser(site, undefined, { ...bob, email: 'eve@acme.test' })]
    const [session] = (await opened.own.sessions.list({})).sessions
    const page = { ...(await hers.open(ACCOUNT)), text: `<form method="post" action="${ACCOUNT}/end-session"><button>End</button>` }
    for (const id of [session!.id, 'nonsense', ''])
      expect((await hers.submit(page, { fields: { id } })).text).toContain('It had ended already.')
    const program = { ...page, text: page.text.replace('end-session', 'end-program') }
    for (const id of [session!.id, 'nonsense'])
      expect((await hers.submit(program, { fields: { id } })).text).toContain('It had ended already.')
    expect((await hers.submit({ ...page, text: page.text.replace('end-session', 'constructor') })).status).toBe(404)
    const foreign = await hers.submit(page, { headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    expect([await isIn(his), await isIn(hers)]).toEqual([true, true])
  })

  it('end with a change of the password in the same instant, and with a reset, but not the one that begins after it', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const before = await browser(site)
    const next = 'a horse of another color'
    await opened.own.ownAccount.changePassword({ current_password: PASSWORD, new_password: next })
    const after = await browser(site, undefined, { ...bob, password: next })
    expect([await isIn(before), await isIn(after)]).toEqual([false, true])
    const { link } = await opened.engine.accounts.resetLink(bob.email)
    await opened.engine.accounts.reset(link.slice(link.lastIndexOf('/') + 1), PASSWORD)
    expect(await isIn(after)).toBe(false)
    expect((await opened.own.sessions.list({})).sessions).toEqual([])
  })

  it('end with a second factor that is added or removed, and with what the user may enter', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { own, api, clock } = opened
    const first = await browser(site)
    const { secret } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
    const code = () => new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp: clock.now().getTime() })
    expect(await isIn(first)).toBe(true)
    await own.ownAccount.confirmSecondFactor({ code: code() })
    expect(await isIn(first)).toBe(false)
    clock.advance(30_000)
    const person = new Person(site.url)
    const asked = await person.submit(await person.open(ACCOUNT), { fields: bob })
    expect([asked.status, asked.text.includes('code of your authenticator app')]).toEqual([401, true])
    expect((await person.submit(asked, { fields: { ...bob, code: code() } })).text).toContain('You are signed in as')
    expect((await own.sessions.list({})).sessions.map(({ methods }) => methods)).toEqual([['pwd', 'otp']])
    clock.advance(30_000)
    await own.ownAccount.removeSecondFactor({ password: PASSWORD, code: code() })
    expect(await isIn(person)).toBe(false)
    const last = await browser(site)
    const { id } = (await api.users.list({ email: bob.email })).users[0]!
    await api.users.update({ id, active: false })
    expect(await isIn(last)).toBe(false)
    await api.users.update({ id, active: true })
    expect(await isIn(last)).toBe(false)
  })

  it('end after two weeks without use and after a month in any case, and the oldest of too many', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { clock, own } = opened
    const [unused, used] = [await browser(site), await browser(site)]
    clock.advance(13 * DAY)
    expect(await isIn(used)).toBe(true)
    clock.advance(DAY)
    expect([await isIn(unused), await isIn(used)]).toEqual([false, true])
    clock.advance(13 * DAY)
    expect(await isIn(used)).toBe(true)
    clock.advance(3 * DAY)
    expect(await isIn(used)).toBe(false)
    const oldest = await browser(site)
    for (let at = 0; at < 20; at += 1) {
      clock.advance(1_000)
      await opened.engine.accounts.signIn(bob, { ip: '192.0.2.1', session: {} })
    }
    expect(await isIn(oldest)).toBe(false)
    expect((await own.sessions.list({})).sessions).toHaveLength(20)
  })

  it('ask who they are again before they end anything, once ten minutes have passed', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const [person, other] = [await browser(site), await browser(site, 'curl/8.0')]
    opened.clock.advance(600_000)
    const asked = await press(person, await person.open(ACCOUNT), /Sign out everywhere else/)
    expect(asked.text).toContain('Confirm that it is you')
    expect(await isIn(other)).toBe(true)
    const wrong = await person.submit(asked, { fields: { password: 'another sentence' } })
    expect([wrong.status, wrong.text.includes('role="alert"'), await isIn(other)]).toEqual([401, true, true])
    const done = await person.submit(wrong, { fields: { password: PASSWORD } })
    expect(done.text).toContain('Sessions that have ended: 1.')
    expect([await isIn(person), await isIn(other)]).toEqual([true, false])
    expect(await actionsOf(opened)).toEqual(expect.arrayContaining(['sign_in_refused', 'sessions_ended']))
  })

  it('end with sign-out for whoever has copied the cookie, too, and begin under another name', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const person = await browser(site)
    const cookie = person.set
      .filter((each) => /^rapport_session(\.sig)?=/.test(each))
      .map((each) => each.split(';')[0])
      .join('; ')
    const copy = async () => (await (await fetch(`${site.url}${ACCOUNT}`, { headers: { cookie } })).text()).includes('You are signed in as')
    expect(await copy()).toBe(true)
    const asked = await person.open('/sign-in/out')
    // Whoever only leads somebody there signs nobody out.
    expect(await copy()).toBe(true)
    await person.submit(asked)
    expect([await copy(), await isIn(person)]).toEqual([false, false])
    expect(await actionsOf(opened)).toContain('signed_out')
    const next = await browser(site)
    expect(next.set.some((each) => cookie.includes(each.split(';')[0]!))).toBe(false)
  })
})

describeStorages('the programs that a person allows', (open) => {
  it('are listed with their organization, and end by their button with their tokens', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const program = new Program(site.url)
    await program.register()
    const person = new Person(site.url)
    const answer = await person.allow(program.address(), bob)
    const { access_token, refresh_token } = await program.exchange(answer.searchParams.get('code')!)
    const page = await person.open(ACCOUNT)
    expect(page.text).toContain('<strong>Test program</strong>, in Acme')
    expect(page.text).toContain('Create and change records')
    const done = await press(person, page, /End what Test program may do in Acme/)
    expect(done.text).toContain('You have allowed none.')
    expect((await callTool(site.url, access_token)).status).toBe(401)
    expect(await program.refresh(refresh_token)).toMatchObject({ error: 'invalid_grant' })
    const { audit_log } = await opened.api.audit.list({ object: 'grant' })
    expect(audit_log.find(({ action }) => action === 'revoked')).toMatchObject({ actor: { type: 'user', label: bob.email } })
  })

  it('are asked for by a browser that is signed in without a password, and by none whose session has ended', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const program = new Program(site.url)
    await program.register()
    const person = await browser(site)
    const consent = await person.open(program.address())
    expect(consent.text).toContain('Allow Test program?')
    await opened.own.sessions.endAll({})
    const user = (await opened.api.users.list({ email: bob.email })).users[0]!
    const refusedPage = await person.submit(consent, { fields: { user_id: user.id }, button: 'Allow' })
    expect([refusedPage.status, refusedPage.text.includes('begin anew')]).toEqual([404, true])
    expect((await opened.api.grants.list({ user_id: user.id })).grants).toEqual([])
    expect((await person.open(program.address())).text).toContain('name="password"')
    expect(site.errors).toEqual([])
  })
})
