import { Secret, TOTP } from 'otpauth'
import { scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { member, PASSWORD, refused } from '../../platform/accounts/people.ts'
import type { TestClock } from '../../support/clock.ts'
import { describeStorages, type Open } from '../../support/storages.ts'
import { ACCOUNT, browser, press } from './account-page.ts'
import { Authenticator } from './authenticator.ts'
import { Person, type Seen } from './person.ts'
import { callTool, Program } from './program.ts'
import { openSite } from './site.ts'

const bob = { email: 'bob@acme.test', password: PASSWORD }
const NEW = 'a horse of another color'
const SITE = { origin: 'https://crm.acme.test', binding: 'here' }

async function bobOf(open: Open) {
  const opened = await open()
  const account_id = await member(opened.engine, bob.email)
  const own = opened.engine.as({ organization: 'acme', user: bob.email, scopes: new Set(scopes) })
  const site = await openSite(opened.engine)
  const program = new Program(site.url)
  await program.register()
  return { ...opened, account_id, own, site, program }
}

const codeOf = (secret: string, clock: TestClock) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
const secretOn = ({ text }: Seen) => /<code id="secret">([A-Z2-7 ]+)</.exec(text)![1]!.replaceAll(' ', '')
const userOn = ({ text }: Seen) => /name="user_id" value="([^"]+)"/.exec(text)![1]!
const linkOn = ({ text }: Seen, words: RegExp) =>
  [...text.matchAll(/<a href="([^"]+)">([^<]*)</g)].find(([, , said]) => words.test(said!))![1]!

/** Sets an app up on the page of the account that is open; answers its secret and the page with the recovery codes. */
async function setUp(person: Person, page: Seen, clock: TestClock) {
  const begun = await press(person, page, /Set up an authenticator app/)
  const secret = secretOn(begun)
  return { secret, done: await person.submit(begun, { fields: { app_code: codeOf(secret, clock) } }) }
}

/** Adds a passkey as the page does, by the engine. */
async function addPasskey(
  { engine, account_id }: Awaited<ReturnType<typeof bobOf>>,
  session?: Parameters<typeof engine.accounts.passkeys.register>[4],
) {
  const { passkeys } = engine.accounts
  const device = new Authenticator(SITE.origin)
  await passkeys.register(account_id, SITE, device.create(JSON.parse(await passkeys.beginRegistration(account_id, SITE))), 'Key', session)
  return device
}

describeStorages('a second factor that an organization demands', (open) => {
  it.each(['administrators', 'everybody'] as const)('of %s is set up before a program gets in', async (second_factor) => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { api, program, clock, engine, account_id } = opened
    const { id, version } = (await api.users.list({ email: bob.email })).users[0]!
    await api.organization.update({ second_factor })
    expect(await api.organization.get({})).toMatchObject({ second_factor })
    if (second_factor === 'administrators') {
      await new Person(site.url).allow(program.address(), bob)
      await api.users.update({ id, role: 'admin' }, { ifMatch: version })
    }
    expect(await engine.accounts.memberships(account_id)).toMatchObject([{ second_factor: true }])
    const person = new Person(site.url)
    const consent = await person.submit(await person.open(program.address()), { fields: bob })
    const stopped = await person.submit(consent, { fields: { user_id: userOn(consent) }, button: 'Allow' })
    expect([stopped.status, stopped.text.includes('lets you in with a second factor only')]).toEqual([403, true])
    const account = await person.open(linkOn(stopped, /Set up/))
    expect(account.text).toContain('lets you in with a second factor only')
    const { done } = await setUp(person, account, clock)
    expect(done.text.match(/<code>([0-9a-f]{6}-){5}[0-9a-f]{2}</g)).toHaveLength(8)
    const back = await person.open(linkOn(done, /written them down/))
    const again = await person.open(linkOn(back, /Go on with the program/))
    const answered = await person.submit(again, { fields: { user_id: userOn(again) }, button: 'Allow' })
    const { access_token } = await program.exchange(new URL(answered.url).searchParams.get('code')!)
    expect((await callTool(site.url, access_token!, 'crm_get_me')).status).toBe(200)
    expect(site.errors).toEqual([])
  })

  it('ends what was allowed without one when its token is refreshed, and goes on with one', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { api, program, own, clock } = opened
    const code = (await new Person(site.url).allow(program.address(), bob)).searchParams.get('code')!
    const { refresh_token } = await program.exchange(code)
    await api.organization.update({ second_factor: 'everybody' })
    expect(await program.refresh(refresh_token!)).toMatchObject({ status: 400, error: 'invalid_grant' })
    const { secret } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
    await own.ownAccount.confirmSecondFactor({ code: codeOf(secret!, clock) })
    expect(await program.refresh(refresh_token!)).toMatchObject({ status: 200 })
  })

  it('is the one that is there, not a further one that is added by the password alone', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { api, program, own, engine, account_id } = opened
    await addPasskey(opened)
    const person = await browser(site)
    await api.organization.update({ second_factor: 'everybody' })
    const consent = await person.open(program.address())
    const stopped = await person.submit(consent, { fields: { user_id: userOn(consent) }, button: 'Allow' })
    expect([stopped.status, stopped.text.includes('you have signed in here without it')]).toEqual([403, true])
    const tried = await press(person, await person.open(ACCOUNT), /Set up an authenticator app/)
    expect([tried.status, tried.text.includes('sign in with the one that you have')]).toEqual([422, true])
    expect((await refused(own.ownAccount.beginSecondFactor({ password: PASSWORD }))).code).toBe('conflict')
    const [session] = await engine.accounts.sessions.list(account_id)
    expect((await refused(addPasskey(opened, { session }))).code).toBe('conflict')
    const proved = { ...session!, methods: ['pop', 'mfa'] }
    await addPasskey(opened, { session: proved })
    expect((await own.passkeys.list({})).passkeys).toHaveLength(2)
    expect((await person.submit(stopped)).text).toContain('name="password"')
  })

  it('counts in the session in which the first was added, and is not removed as the last', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { api, program, own, engine, account_id, clock } = opened
    await api.organization.update({ second_factor: 'everybody' })
    const person = await browser(site)
    const [session] = await engine.accounts.sessions.list(account_id)
    await addPasskey(opened, { session })
    expect(await engine.accounts.sessions.list(account_id)).toMatchObject([{ methods: ['pwd', 'pop', 'mfa'] }])
    expect((await person.allow(program.address(), bob)).searchParams.get('code')).toBeTruthy()
    const [passkey] = (await own.passkeys.list({})).passkeys
    expect((await refused(own.passkeys.remove({ id: passkey!.id }))).code).toBe('conflict')
    const { secret } = await setUp(person, await person.open(ACCOUNT), clock)
    await own.passkeys.remove({ id: passkey!.id })
    expect((await own.passkeys.list({})).passkeys).toEqual([])
    clock.advance(30_000)
    const last = { password: PASSWORD, code: codeOf(secret, clock) }
    expect((await refused(own.ownAccount.removeSecondFactor(last))).code).toBe('conflict')
    await api.organization.update({ second_factor: 'optional' })
    clock.advance(30_000)
    expect(await own.ownAccount.removeSecondFactor({ ...last, code: codeOf(secret, clock) })).toEqual({ changed: true })
  })

  it('keeps one of two that are removed at once', async () => {
    const opened = await bobOf(open)
    await using _ = opened.site
    const { api, own, clock } = opened
    const { secret } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
    await own.ownAccount.confirmSecondFactor({ code: codeOf(secret!, clock) })
    await addPasskey(opened)
    await api.organization.update({ second_factor: 'everybody' })
    clock.advance(30_000)
    const [passkey] = (await own.passkeys.list({})).passkeys
    const removed = await Promise.allSettled([
      own.passkeys.remove({ id: passkey!.id }),
      own.ownAccount.removeSecondFactor({ password: PASSWORD, code: codeOf(secret!, clock) }),
    ])
    expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describeStorages('the page of an account', (open) => {
  it('changes the password by the present one, and ends the other sessions', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { clock, engine, api } = opened
    const [person, other] = [await browser(site), await browser(site)]
    // The present password is the proof, however long ago the person has signed in.
    clock.advance(3_600_000)
    const change = async (current_password: string, new_password: string) =>
      await press(person, await person.open(ACCOUNT), /Change the password/, { current_password, new_password })
    const wrong = await change('another sentence', NEW)
    expect([wrong.status, wrong.text.includes('The password is not right')]).toEqual([422, true])
    const easy = await change(PASSWORD, 'acme acme acme')
    expect([easy.status, easy.text.includes('easy to guess')]).toEqual([422, true])
    const done = await change(PASSWORD, NEW)
    expect([done.status, done.text.includes('Your new password works')]).toEqual([200, true])
    for (const page of [wrong, easy, done]) expect(page.text).not.toContain(NEW)
    expect((await person.open(ACCOUNT)).text).toContain('You are signed in as')
    expect((await other.open(ACCOUNT)).text).not.toContain('You are signed in as')
    expect((await refused(engine.accounts.signIn(bob))).code).toBe('unauthenticated')
    expect(await engine.accounts.signIn({ ...bob, password: NEW })).toMatchObject({ email: bob.email })
    expect((await api.audit.list({ object: 'user' })).audit_log.map(({ action }) => action)).toContain('password_changed')
  })

  it('sets up and removes an authenticator app, whose secret it shows once more after a wrong code', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { clock, engine } = opened
    const [person, other] = [await browser(site), await browser(site)]
    clock.advance(3_600_000)
    const asked = await press(person, await person.open(ACCOUNT), /Set up an authenticator app/)
    expect(asked.text).toContain('Confirm that it is you')
    const begun = await person.submit(asked, { fields: { password: PASSWORD } })
    expect(begun.text).toContain('href="otpauth://totp/Rapport:bob%40acme.test')
    expect(begun.headers.get('cache-control')).toBe('no-store')
    const wrong = await person.submit(begun, { fields: { app_code: '000000' } })
    expect([wrong.status, secretOn(wrong)]).toEqual([422, secretOn(begun)])
    const foreign = await person.submit(wrong, { headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    const done = await person.submit(wrong, { fields: { app_code: codeOf(secretOn(wrong), clock) } })
    expect(done.text).toContain('Your recovery codes')
    expect((await other.open(ACCOUNT)).text).not.toContain('You are signed in as')
    expect(await engine.accounts.signIn(bob)).toEqual({ second_factor: 'totp' })
    const page = await person.open(ACCOUNT)
    expect(page.text).not.toContain(secretOn(begun))
    expect((await press(person, page, /Remove the authenticator app/, { app_code: '000000' })).status).toBe(422)
    const code = /<code>([0-9a-f-]{30,})</.exec(done.text)![1]!
    expect((await press(person, page, /Remove the authenticator app/, { app_code: code })).text).toContain('was removed')
    expect(await engine.accounts.signIn(bob)).toMatchObject({ email: bob.email })
  })
})

describeStorages('the passkeys of a person', (open) => {
  it('are listed and removed over the API by their owner only, which ends the sessions', async () => {
    const opened = await bobOf(open)
    await using site = opened.site
    const { api, own } = opened
    await addPasskey(opened)
    const person = await browser(site)
    const { passkeys } = await own.passkeys.list({})
    expect(passkeys).toEqual([{ id: expect.any(String), name: 'Key', synced: false, created_at: expect.any(String), last_used_at: null }])
    expect(await api.passkeys.list({})).toEqual({ passkeys: [] })
    expect((await refused(api.passkeys.remove({ id: passkeys[0]!.id }))).code).toBe('not_found')
    expect(await own.passkeys.remove({ id: passkeys[0]!.id })).toEqual({ deleted: true })
    expect((await refused(own.passkeys.remove({ id: passkeys[0]!.id }))).code).toBe('not_found')
    expect((await person.open(ACCOUNT)).text).not.toContain('You are signed in as')
  })
})
