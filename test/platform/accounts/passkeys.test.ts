import { scopes } from 'rapport-crm'
import { Secret, TOTP } from 'otpauth'
import { expect, it, vi } from 'vitest'
import { Authenticator, bytes, type Faults, text } from '../../adapters/sign-in/authenticator.ts'
import { describeStorages, type Open } from '../../support/storages.ts'
import { member, PASSWORD, refused } from './people.ts'

const email = 'bob@acme.test'
const origin = 'https://crm.test'
const place = { origin, binding: 'one browser' }

async function bobOf(open: Open) {
  const opened = await open()
  const account_id = await member(opened.engine, email)
  const { passkeys } = opened.engine.accounts
  const device = new Authenticator(origin)
  const add = async (faults: Faults = {}, by = device, name = 'Phone') => {
    const options = JSON.parse(await passkeys.beginRegistration(account_id, place))
    await passkeys.register(account_id, place, by.create(options, faults), name)
  }
  const enter = async (faults: Faults = {}, by = device) =>
    await passkeys.signIn(place, by.get(JSON.parse(await passkeys.beginSignIn(place)), faults))
  return { ...opened, account_id, passkeys, device, add, enter }
}

const codesOf = async (call: Promise<unknown>) => (await refused(call)).code

describeStorages('a passkey', (open) => {
  it('signs in whoever it belongs to, without a password, also where a second factor is set up', async () => {
    const { engine, api, account_id, passkeys, add, enter, clock } = await bobOf(open)
    await add()
    expect(await passkeys.list(account_id)).toMatchObject([{ name: 'Phone', synced: false, last_used_at: null, created_at: clock.now() }])
    const own = engine.as({ organization: 'acme', user: email, scopes: new Set(scopes) })
    const { secret } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
    const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp: clock.now().getTime() })
    await own.ownAccount.confirmSecondFactor({ code })
    clock.advance(1_000)
    expect(await enter()).toEqual({ account_id, email, methods: ['pop', 'mfa'] })
    expect((await passkeys.list(account_id))[0]!.last_used_at).toEqual(clock.now())
    const { audit_log } = await api.audit.list({ object: 'user' })
    expect(audit_log.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey_added', 'signed_in']))
  })

  it('begins a session that is listed with how it was begun', async () => {
    const { engine, account_id, passkeys, device, add } = await bobOf(open)
    await add()
    const answer = device.get(JSON.parse(await passkeys.beginSignIn(place)))
    await passkeys.signIn(place, answer, { ip: '192.0.2.7', session: { browser: 'Firefox' } })
    expect(await engine.accounts.sessions.list(account_id)).toMatchObject([{ methods: ['pop', 'mfa'], address: '192.0.2.7' }])
  })

  it.each<[string, Faults]>([
    ['another site', { origin: 'https://evil.test' }],
    ['a site of another name', { site: 'evil.test' }],
    ['a device that did not ask its owner', { verified: false }],
    ['a registration instead of a sign-in, or the reverse', { type: 'webauthn.other' }],
  ])('is taken neither as new nor for sign-in from %s', async (_, faults) => {
    const { account_id, passkeys, add, enter } = await bobOf(open)
    expect(await codesOf(add(faults))).toBe('invalid_input')
    expect(await passkeys.list(account_id)).toEqual([])
    await add()
    expect(await codesOf(enter(faults))).toBe('unauthenticated')
    expect(await enter()).toMatchObject({ email })
  })

  it('answers each question once, in its own browser, and within five minutes', async () => {
    const { account_id, passkeys, device, add, clock } = await bobOf(open)
    await add()
    const question = async () => device.get(JSON.parse(await passkeys.beginSignIn(place)))
    const answer = await question()
    const both = await Promise.allSettled([passkeys.signIn(place, answer), passkeys.signIn(place, answer)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await codesOf(passkeys.signIn({ ...place, binding: 'another browser' }, await question()))).toBe('unauthenticated')
    const first = await question()
    await question()
    expect(await codesOf(passkeys.signIn(place, first))).toBe('unauthenticated')
    const late = await question()
    clock.advance(300_000)
    expect(await codesOf(passkeys.signIn(place, late))).toBe('unauthenticated')
    const options = JSON.parse(await passkeys.beginRegistration(account_id, place))
    const second = new Authenticator(origin)
    const created = second.create(options)
    expect(await codesOf(passkeys.signIn(place, second.get(options)))).toBe('unauthenticated')
    await passkeys.register(account_id, place, created, 'Key')
    expect(await codesOf(passkeys.register(account_id, place, created, 'Key'))).toBe('invalid_input')
    expect(await codesOf(passkeys.register(account_id, place, 'nonsense', 'Key'))).toBe('invalid_input')
  })

  it('is refused when its counter does not go on, as that of a copy, which the audit log tells', async () => {
    const { api, add, enter } = await bobOf(open)
    await add()
    expect(await enter({ counter: 7 })).toMatchObject({ email })
    for (const counter of [7, 6, 0]) expect(await codesOf(enter({ counter }))).toBe('unauthenticated')
    expect(await enter({ counter: 8 })).toMatchObject({ email })
    const { audit_log } = await api.audit.list({ object: 'user' })
    expect(audit_log.map(({ action }) => action)).toContain('sign_in_refused')
  })

  it('is taken from a device that does not count', async () => {
    const { add, enter } = await bobOf(open)
    await add({ counter: 0 })
    for (let at = 0; at < 2; at += 1) expect(await enter({ counter: 0 })).toMatchObject({ email })
  })

  it('is of the account that the device names, and of nobody when the user is not active', async () => {
    const { api, account_id, passkeys, add, enter } = await bobOf(open)
    await add()
    expect(await codesOf(enter({ userHandle: Buffer.from('somebody else').toString('base64url') }))).toBe('unauthenticated')
    expect(await codesOf(enter({ userHandle: null }))).toBe('unauthenticated')
    expect(await codesOf(enter({}, new Authenticator(origin)))).toBe('unauthenticated')
    for (const answer of ['', '{', 'null', '{"id":1}', '{"id":"x","response":{}}', '"'.repeat(20_000)]) {
      await passkeys.beginSignIn(place)
      expect(await codesOf(passkeys.signIn(place, answer))).toBe('unauthenticated')
    }
    const { id } = (await api.users.list({ email })).users[0]!
    await api.users.update({ id, active: false })
    expect(await codesOf(enter())).toBe('unauthenticated')
    expect(account_id).not.toBe('')
  })

  it('is not added with certificates, which the library would follow to whatever addresses they name', async () => {
    const { account_id, passkeys, add } = await bobOf(open)
    const statement = Buffer.concat([
      text('fmt'),
      text('packed'),
      text('attStmt'),
      Buffer.from([0xa1]),
      text('x5c'),
      Buffer.from([0x81]),
      bytes(Buffer.from('x')),
    ])
    expect(await codesOf(add({ attestation: statement }))).toBe('invalid_input')
    const android = Buffer.concat([text('fmt'), text('android-key'), text('attStmt'), Buffer.from([0xa0])])
    expect(await codesOf(add({ attestation: android }))).toBe('invalid_input')
    expect(await passkeys.list(account_id)).toEqual([])
  })

  it('is renamed and removed by its owner only, and removal ends the other sessions', async () => {
    const { engine, account_id, passkeys, add, enter } = await bobOf(open)
    const other = await member(engine, 'eve@acme.test')
    await add()
    const [{ id } = { id: '' }] = await passkeys.list(account_id)
    for (const each of [id, 'nonsense']) {
      expect(await codesOf(passkeys.rename(other, each, 'Mine'))).toBe('not_found')
      expect(await codesOf(passkeys.remove(other, each, undefined))).toBe('not_found')
    }
    expect(await codesOf(passkeys.rename(account_id, id, '  '))).toBe('invalid_input')
    await passkeys.rename(account_id, id, ` ${'x'.repeat(100)}`)
    expect((await passkeys.list(account_id))[0]!.name).toBe('x'.repeat(60))
    const session = async () => {
      const found = await engine.accounts.signIn({ email, password: PASSWORD }, { session: {} })
      return 'session_id' in found ? found.session_id : undefined
    }
    const [kept] = [await session(), await session()]
    await passkeys.remove(account_id, id, kept)
    expect((await engine.accounts.sessions.list(account_id)).map((each) => each.id)).toEqual([kept])
    expect(await codesOf(enter())).toBe('unauthenticated')
  })

  it('is one of ten at most, also where many are added at once, and none is added twice', async () => {
    const { account_id, passkeys, device, add } = await bobOf(open)
    await add()
    const again = JSON.parse(await passkeys.beginRegistration(account_id, place))
    expect(again.excludeCredentials).toHaveLength(1)
    expect(await codesOf(passkeys.register(account_id, place, device.create(again), 'Twice'))).toBe('already_exists')
    const places = Array.from({ length: 12 }, (_, at) => ({ origin, binding: `browser ${at}` }))
    const answers = await Promise.all(
      places.map(async (each) => new Authenticator(origin).create(JSON.parse(await passkeys.beginRegistration(account_id, each)))),
    )
    const added = await Promise.allSettled(places.map((each, at) => passkeys.register(account_id, each, answers[at]!, '')))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(await passkeys.list(account_id)).toHaveLength(10)
    expect(await codesOf(passkeys.beginRegistration(account_id, place))).toBe('conflict')
  })

  it('goes when the address is proved for the first time, and when the operator takes the second factor away, but stays with a reset', async () => {
    const { engine, account_id, passkeys, add, enter } = await bobOf(open)
    const reset = async (options = {}) => {
      const { link } = await engine.accounts.resetLink(email, options)
      await engine.accounts.reset(link.slice(link.lastIndexOf('/') + 1), PASSWORD)
    }
    await add()
    await reset()
    expect(await passkeys.list(account_id)).toEqual([])
    await add()
    await reset()
    expect(await enter()).toMatchObject({ email })
    await reset({ second_factor: 'remove' })
    expect(await passkeys.list(account_id)).toEqual([])
  })

  it('does not exist where the package is not installed, which is said', async () => {
    const { passkeys, account_id } = await bobOf(open)
    const missing = Object.assign(new Error("Cannot find package '@simplewebauthn/server'"), { code: 'ERR_MODULE_NOT_FOUND' })
    vi.doMock('@simplewebauthn/server', () => Promise.reject(missing))
    try {
      expect(await passkeys.arePossible(origin)).toBe(false)
      const error = await refused(passkeys.beginRegistration(account_id, place))
      expect([error.code, error.message]).toEqual(['unavailable', expect.stringContaining('@simplewebauthn/server')])
    } finally {
      vi.doUnmock('@simplewebauthn/server')
    }
    expect(await passkeys.arePossible(origin)).toBe(true)
  })

  it('exists for sites with https and a name only', async () => {
    const { passkeys, account_id } = await bobOf(open)
    for (const possible of ['https://crm.test', 'http://localhost:3000', 'http://crm.localhost'])
      expect(await passkeys.arePossible(possible)).toBe(true)
    for (const not of ['http://crm.test', 'https://192.0.2.1', 'https://[2001:db8::1]:8443']) {
      expect(await passkeys.arePossible(not)).toBe(false)
      expect(await codesOf(passkeys.beginRegistration(account_id, { origin: not, binding: 'x' }))).toBe('unavailable')
    }
  })
})
