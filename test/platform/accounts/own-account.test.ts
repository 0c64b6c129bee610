import { type Api, type Engine, scopes } from 'rapport-crm'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { TestClock } from '../../support/clock.ts'
import { ada, describeStorages, type Open } from '../../support/storages.ts'
import { member, PASSWORD, refused } from './people.ts'

const NEW = 'a horse of another color'
const email = 'bob@acme.test'

async function bobOf(open: Open) {
  const opened = await open()
  const account_id = await member(opened.engine, email)
  const own = opened.engine.as({ organization: 'acme', user: email, scopes: new Set(scopes) })
  const signIn = (code?: string, password = PASSWORD) => opened.engine.accounts.signIn({ email, password, code })
  return { ...opened, account_id, own, signIn }
}

const codeOf = (secret: string, clock: TestClock) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })

async function withFactor(own: Api, clock: TestClock) {
  const { secret, uri } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
  const { recovery_codes } = await own.ownAccount.confirmSecondFactor({ code: codeOf(secret!, clock) })
  clock.advance(30_000)
  return { secret: secret!, uri, recovery_codes }
}

const standing = async (engine: Engine, id: string) => (await engine.accounts.standing(id))!.credentials_changed_at

describeStorages('the own password', (open) => {
  it('is changed by whoever knows it, and ends all sessions', async () => {
    const { engine, own, signIn, account_id, clock } = await bobOf(open)
    const before = await standing(engine, account_id)
    clock.advance(1_000)
    expect(await own.ownAccount.changePassword({ current_password: PASSWORD, new_password: NEW })).toEqual({ changed: true })
    expect(await standing(engine, account_id)).toEqual(clock.now())
    expect(before < clock.now()).toBe(true)
    expect((await refused(signIn())).code).toBe('unauthenticated')
    expect(await signIn(undefined, NEW)).toMatchObject({ email })
  })

  it('is not changed by whoever has a key only, who is slowed down as at sign-in', async () => {
    const { own, signIn } = await bobOf(open)
    const change = (current_password: string) => refused(own.ownAccount.changePassword({ current_password, new_password: NEW }))
    for (let at = 0; at < 5; at += 1) expect((await change('another sentence')).code).toBe('forbidden')
    expect((await change(PASSWORD)).code).toBe('rate_limited')
    expect((await refused(signIn())).code).toBe('rate_limited')
  })

  it.each([
    ['too short', 'elevenchars', 'too_short'],
    ['common, but for a few characters', 'Iloveyou12345', 'not_allowed'],
    ['common as it is', '1qaz2wsx3edc', 'not_allowed'],
    ['the name of the organization', 'Acme-Acme-Acme-2026', 'not_allowed'],
  ])('is not changed to one that is %s', async (_, new_password, code) => {
    const { own, signIn } = await bobOf(open)
    const error = await refused(own.ownAccount.changePassword({ current_password: PASSWORD, new_password }))
    expect(error.details.errors).toMatchObject([{ path: '/new_password', code }])
    expect(await signIn()).toMatchObject({ email })
  })

  it('is nothing for a teammate who cannot sign in yet', async () => {
    const { api } = await open()
    expect((await refused(api.ownAccount.beginSecondFactor({ password: PASSWORD }))).code).toBe('conflict')
  })
})

describeStorages('a second factor', (open) => {
  it('is asked for at sign-in once it is confirmed, and each code works once', async () => {
    const { own, signIn, clock } = await bobOf(open)
    const { secret } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
    expect(await signIn()).toMatchObject({ email })
    const wrong = await refused(own.ownAccount.confirmSecondFactor({ code: '000000' }))
    expect(wrong.code).toBe('forbidden')
    await own.ownAccount.confirmSecondFactor({ code: codeOf(secret!, clock) })
    expect(await signIn()).toEqual({ second_factor: 'totp' })
    expect((await refused(signIn(codeOf(secret!, clock)))).code).toBe('unauthenticated')
    clock.advance(30_000)
    const code = codeOf(secret!, clock)
    const both = await Promise.allSettled([signIn(code), signIn(code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    clock.advance(90_000)
    expect((await refused(signIn(code))).code).toBe('unauthenticated')
  })

  it('is not asked for before the password is right', async () => {
    const { own, signIn, clock } = await bobOf(open)
    await withFactor(own, clock)
    expect((await refused(signIn(undefined, 'another sentence'))).code).toBe('unauthenticated')
  })

  it('is stood for by recovery codes, each once', async () => {
    const { own, signIn, clock } = await bobOf(open)
    const { recovery_codes } = await withFactor(own, clock)
    expect(new Set(recovery_codes).size).toBe(8)
    expect(recovery_codes[0]).toMatch(/^([0-9a-f]{6}-){5}[0-9a-f]{2}$/)
    expect(await signIn(recovery_codes[0]!.toUpperCase().replaceAll('-', ' '))).toMatchObject({ email })
    expect((await refused(signIn(recovery_codes[0]))).code).toBe('unauthenticated')
    expect(await signIn(recovery_codes[1])).toMatchObject({ email })
  })

  it('stays when the password is reset by mail, and goes by a code or by the installation only', async () => {
    const { engine, own, signIn, clock } = await bobOf(open)
    const { secret } = await withFactor(own, clock)
    const reset = async (options = {}) => {
      const { link } = await engine.accounts.resetLink(email, options)
      await engine.accounts.reset(link.slice(link.lastIndexOf('/') + 1), PASSWORD)
    }
    await reset()
    expect(await signIn()).toEqual({ second_factor: 'totp' })
    const wrong = await refused(own.ownAccount.removeSecondFactor({ password: PASSWORD, code: '000000' }))
    expect(wrong.code).toBe('forbidden')
    await own.ownAccount.removeSecondFactor({ password: PASSWORD, code: codeOf(secret, clock) })
    expect(await signIn()).toMatchObject({ email })
    clock.advance(30_000)
    await withFactor(own, clock)
    await reset({ second_factor: 'remove' })
    expect(await signIn()).toMatchObject({ email })
  })

  it('is in the audit log, and nothing that it consists of is shown or stored as it is', async () => {
    const { api, own, clock } = await bobOf(open)
    const { secret, recovery_codes, uri } = await withFactor(own, clock)
    expect(uri).toContain('otpauth://totp/Rapport:bob%40acme.test')
    const { audit_log } = await api.audit.list({ object: 'user' })
    expect(audit_log.map(({ action }) => action)).toContain('second_factor_added')
    const shown = JSON.stringify([audit_log, await api.users.list(), await api.audit.listCalls()])
    for (const each of [secret, ...recovery_codes, PASSWORD]) expect(shown).not.toContain(each)
  })
})

describeStorages('an invitation of a teammate', (open) => {
  it('is made, renewed and withdrawn by administrators; its link is in the answer and works once', async () => {
    const { engine, api } = await open({ publicUrl: 'https://crm.test/' })
    const { id } = await api.users.invite({ email })
    const first = await api.invitations.create({ id })
    expect(first).toMatchObject({ user_id: id, email, created_by: ada.user, expires_at: '2026-01-22T09:00:00.000Z' })
    expect(first.link).toMatch(/^https:\/\/crm\.test\/sign-in\/invitation\/[\w-]{43}$/)
    const tokenOf = ({ link }: { link: string | null }) => link!.slice(link!.lastIndexOf('/') + 1)
    const second = await api.invitations.create({ id })
    expect((await refused(engine.accounts.invitation(tokenOf(first)))).code).toBe('not_found')
    await api.invitations.withdraw({ id })
    expect((await refused(engine.accounts.invitation(tokenOf(second)))).code).toBe('not_found')
    expect((await refused(api.invitations.withdraw({ id }))).code).toBe('not_found')
    await engine.accounts.accept(tokenOf(await api.invitations.create({ id })), { password: PASSWORD })
    const { audit_log } = await api.audit.list({ object: 'user', record_id: id })
    expect(audit_log.map(({ action }) => action)).toEqual([
      'invitation_accepted',
      'invited',
      'invitation_withdrawn',
      'invited',
      'invited',
      'created',
    ])
  })

  it('is not made by members, nor for users of another organization or deactivated ones', async () => {
    const { engine, api } = await open()
    const { id } = await api.users.invite({ email })
    const member = engine.as({ ...ada, user: email, role: 'member' })
    expect((await refused(member.invitations.create({ id }))).code).toBe('forbidden')
    const other = engine.as({ ...ada, organization: 'evil', user: 'eve@evil.test' })
    expect((await refused(other.invitations.create({ id }))).code).toBe('not_found')
    await api.users.update({ id, active: false })
    expect((await refused(api.invitations.create({ id }))).code).toBe('conflict')
  })
})
