import { Logger, Mailer, type MailEnvelope, type MailOutcome, type MailRoute } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Credentials } from '../../../core/platform/accounts/credentials.ts'
import { describeStorages, type Opened } from '../../support/storages.ts'
import { invited, member, PASSWORD, refused } from './people.ts'

class Postbox extends Mailer {
  readonly sent: { to: readonly string[]; text: string }[] = []
  override async send(_route: MailRoute, { to }: MailEnvelope, message: Buffer): Promise<MailOutcome> {
    this.sent.push({ to, text: message.toString() })
    return { kind: 'accepted', answer: '', queueId: null, refused: [] }
  }
}

const links = ({ sent }: Postbox) => sent.map(({ text }) => /\/sign-in\/reset\/([\w-]+)/.exec(text.replaceAll('=\r\n', ''))![1]!)
const mailing = (mailer: Mailer) => ({
  ports: [mailer],
  mail: { url: 'smtps://mail.test', from: 'crm@crm.test' },
  publicUrl: 'https://crm.test',
})

describeStorages('sign-in', (open) => {
  it('takes e-mail and password of whoever accepted an invitation, and says what they may enter', async () => {
    const { engine } = await open()
    await member(engine, 'bob@acme.test')
    const found = await engine.accounts.signIn({ email: ' Bob@acme.test', password: PASSWORD })
    expect(found).toMatchObject({ email: 'bob@acme.test' })
    const { account_id } = found as { account_id: string }
    expect(await engine.accounts.memberships(account_id)).toMatchObject([
      { organization: 'acme', name: 'Acme', role: 'member', email: 'bob@acme.test' },
    ])
  })

  it('knows nobody before an invitation is accepted', async () => {
    const { engine } = await open()
    for (const email of ['ada@acme.test', 'admin', 'root', 'admin@localhost', ''])
      for (const password of ['admin', 'password', 'rapport', '', PASSWORD])
        expect((await refused(engine.accounts.signIn({ email, password }, { ip: `${email}${password}` }))).code).toBe('unauthenticated')
  })

  it('takes a password for as long as nobody changes it', async () => {
    const { engine, clock } = await open()
    await member(engine, 'bob@acme.test')
    clock.advance(5 * 365 * 86_400_000)
    expect(await engine.accounts.signIn({ email: 'bob@acme.test', password: PASSWORD })).toMatchObject({ email: 'bob@acme.test' })
  })

  it('refuses a wrong password, an unknown address and a deactivated teammate with the same words', async () => {
    const { engine, api } = await open()
    await member(engine, 'bob@acme.test')
    const wrong = await refused(engine.accounts.signIn({ email: 'bob@acme.test', password: 'another sentence' }))
    const unknown = await refused(engine.accounts.signIn({ email: 'eve@acme.test', password: PASSWORD }))
    const [bob] = (await api.users.list({ email: 'bob@acme.test' })).users
    await api.users.update({ id: bob!.id, active: false })
    const left = await refused(engine.accounts.signIn({ email: 'bob@acme.test', password: PASSWORD }))
    expect(wrong).toMatchObject({ code: 'unauthenticated' })
    expect([unknown, left]).toEqual([wrong, wrong])
  })

  it('pauses after five failures of one account from one network, and nobody else', async () => {
    const { engine, clock } = await open()
    await member(engine, 'bob@acme.test')
    const tries = (ip: string, password = 'another sentence') => engine.accounts.signIn({ email: 'bob@acme.test', password }, { ip })
    for (let at = 0; at < 5; at += 1) expect((await refused(tries('192.0.2.1'))).code).toBe('unauthenticated')
    expect(await refused(tries('192.0.2.1', PASSWORD))).toMatchObject({ code: 'rate_limited', details: { retry_after: 1 } })
    expect(await tries('192.0.2.2', PASSWORD)).toMatchObject({ email: 'bob@acme.test' })
    clock.advance(1_000)
    expect((await refused(tries('192.0.2.1'))).code).toBe('unauthenticated')
    expect(await refused(tries('192.0.2.1'))).toMatchObject({ code: 'rate_limited', details: { retry_after: 2 } })
    clock.advance(2_000)
    expect(await tries('192.0.2.1', PASSWORD)).toMatchObject({ email: 'bob@acme.test' })
  })

  it('counts attempts before they are made, so that many at once are no faster', async () => {
    const { engine } = await open()
    await member(engine, 'bob@acme.test')
    const all = Array.from({ length: 20 }, () =>
      refused(engine.accounts.signIn({ email: 'bob@acme.test', password: 'x' }, { ip: '192.0.2.1' })),
    )
    const codes = (await Promise.all(all)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(5)
  })

  it('pauses a network that tries many accounts, but not those that have signed in from it', async () => {
    const { engine } = await open()
    await member(engine, 'bob@acme.test')
    await member(engine, 'carol@acme.test')
    const signIn = (email: string, password = PASSWORD) => engine.accounts.signIn({ email, password }, { ip: '2001:db8::1' })
    await signIn('bob@acme.test')
    for (let at = 0; at < 30; at += 1) await refused(signIn(`guess-${at}@acme.test`))
    expect((await refused(signIn('carol@acme.test'))).code).toBe('rate_limited')
    expect(await signIn('bob@acme.test')).toMatchObject({ email: 'bob@acme.test' })
    // The whole network of IPv6 is one caller.
    const beside = engine.accounts.signIn({ email: 'dave@acme.test', password: PASSWORD }, { ip: '2001:db8::2' })
    expect((await refused(beside)).code).toBe('rate_limited')
  })

  it('is in the audit log, with refusals once an hour', async () => {
    const { engine, api, clock } = await open()
    await member(engine, 'bob@acme.test')
    await engine.accounts.signIn({ email: 'bob@acme.test', password: PASSWORD }, { ip: '192.0.2.1' })
    for (let at = 0; at < 3; at += 1) await refused(engine.accounts.signIn({ email: 'bob@acme.test', password: 'x' }))
    clock.advance(3_600_000)
    await refused(engine.accounts.signIn({ email: 'bob@acme.test', password: 'x' }))
    await engine.accounts.settled()
    const { audit_log } = await api.audit.list({ object: 'user' })
    const actions = audit_log.map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(['sign_in_refused', 'sign_in_refused', 'signed_in'])
    expect(audit_log[2]).toMatchObject({ actor: { label: 'bob@acme.test' }, changes: [{ field: 'address', to: '192.0.2.1' }] })
  })
})

it('a sign-in is refused before the audit log is written, so that the time does not tell who has an account', async () => {
  const written = Promise.withResolvers<void>()
  const parts = {
    store: { ofAddress: async () => [{ id: 'account', password_hash: 'x', totp_secret: null }], now: new Date(0) },
    memberships: { note: () => written.promise },
    passwords: { verify: async () => false },
    attempts: { admit: async () => ({}) },
    logger: new Logger(),
  }
  // What a refusal needs of them.
  const credentials = new Credentials(parts as never)
  expect((await refused(credentials.signIn({ email: 'bob@acme.test', password: 'x' }, {}))).code).toBe('unauthenticated')
  let isNoted = false
  const settled = credentials.settled().then(() => (isNoted = true))
  await Promise.resolve()
  expect(isNoted).toBe(false)
  written.resolve()
  await settled
})

describeStorages('an invitation', (open) => {
  it('says who is invited where, works once, and ends after seven days', async () => {
    const { engine, clock } = await open()
    const token = await invited(engine, 'bob@acme.test')
    expect(await engine.accounts.invitation(token)).toMatchObject({ email: 'bob@acme.test', organization: 'acme', name: 'Acme' })
    const both = await Promise.allSettled([
      engine.accounts.accept(token, { password: PASSWORD }),
      engine.accounts.accept(token, { password: PASSWORD }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await refused(engine.accounts.invitation(token))).code).toBe('not_found')
    const late = await invited(engine, 'carol@acme.test')
    clock.advance(7 * 86_400_000)
    expect((await refused(engine.accounts.accept(late, { password: PASSWORD }))).code).toBe('not_found')
  })

  it('of one organization gives nothing of another one, though both have invited the same address', async () => {
    const { engine } = await open()
    await member(engine, 'bob@acme.test')
    await engine.access.createOrganization({ id: 'evil', admin: 'eve@evil.test' })
    const token = await invited(engine, 'bob@acme.test', 'evil')
    const { account_id } = await engine.accounts.accept(token, { password: 'what eve has chosen' })
    expect((await engine.accounts.memberships(account_id)).map(({ organization }) => organization)).toEqual(['evil'])
    const bob = (await engine.accounts.signIn({ email: 'bob@acme.test', password: PASSWORD })) as { account_id: string }
    expect((await engine.accounts.memberships(bob.account_id)).map(({ organization }) => organization)).toEqual(['acme'])
  })

  it('is accepted by the account that is signed in, with its password', async () => {
    const { engine } = await open()
    const account_id = await member(engine, 'bob@acme.test')
    await engine.access.createOrganization({ id: 'club', name: 'Club', admin: 'eve@club.test' })
    const token = await invited(engine, 'robert@club.test', 'club')
    const wrong = await refused(engine.accounts.accept(token, { password: 'another sentence', account_id }))
    expect(wrong.code).toBe('unauthenticated')
    expect(await engine.accounts.accept(token, { password: PASSWORD, account_id })).toEqual({ account_id })
    expect((await engine.accounts.memberships(account_id)).map(({ name }) => name)).toEqual(['Acme', 'Club'])
  })

  it.each([
    ['too short', 'elevenchars'],
    ['near at hand', 'Bob@acme.test1'],
    ['near at hand', 'Rapport-Acme-2026'],
  ])('refuses a password that is %s', async (_, password) => {
    const { engine } = await open()
    const token = await invited(engine, 'bob@acme.test')
    expect(await refused(engine.accounts.accept(token, { password }))).toMatchObject({ code: 'invalid_input' })
    expect((await engine.accounts.invitation(token)).email).toBe('bob@acme.test')
  })

  it('takes a password of any characters exactly as it is', async () => {
    const { engine } = await open()
    const password = ` Ünïcödé 🔑\t${'x'.repeat(100)} `
    await engine.accounts.accept(await invited(engine, 'bob@acme.test'), { password })
    expect((await refused(engine.accounts.signIn({ email: 'bob@acme.test', password: password.trim() }))).code).toBe('unauthenticated')
    expect(await engine.accounts.signIn({ email: 'bob@acme.test', password })).toMatchObject({ email: 'bob@acme.test' })
  })
})

describeStorages('a new password', (open) => {
  const NEW = 'a horse of another color'

  it('is set by a link that was sent to the address, once and within an hour', async () => {
    const mailer = new Postbox()
    const { engine, clock } = await open(mailing(mailer))
    await member(engine, 'bob@acme.test')
    await forgotten({ engine }, 'bob@acme.test')
    await forgotten({ engine }, 'bob@acme.test')
    expect(mailer.sent.map(({ to }) => to)).toEqual([['bob@acme.test'], ['bob@acme.test']])
    const [first, second] = links(mailer)
    expect((await refused(engine.accounts.reset(first!, NEW))).code).toBe('not_found')
    await engine.accounts.reset(second!, NEW)
    expect((await refused(engine.accounts.reset(second!, NEW))).code).toBe('not_found')
    expect((await refused(engine.accounts.signIn({ email: 'bob@acme.test', password: PASSWORD }))).code).toBe('unauthenticated')
    expect(await engine.accounts.signIn({ email: 'bob@acme.test', password: NEW })).toMatchObject({ email: 'bob@acme.test' })
    await forgotten({ engine }, 'bob@acme.test')
    clock.advance(3_600_000)
    expect((await refused(engine.accounts.reset(links(mailer)[2]!, NEW))).code).toBe('not_found')
  })

  it('is offered to nobody unknown, with the same answer, and to one address three times an hour', async () => {
    const mailer = new Postbox()
    const { engine } = await open(mailing(mailer))
    await member(engine, 'bob@acme.test')
    expect(await forgotten({ engine }, 'eve@acme.test')).toBe(await forgotten({ engine }, 'bob@acme.test'))
    for (let at = 0; at < 4; at += 1) await forgotten({ engine }, 'bob@acme.test')
    expect(mailer.sent).toHaveLength(3)
  })

  it('makes one account of those that several organizations have made for the address', async () => {
    const mailer = new Postbox()
    const { engine } = await open(mailing(mailer))
    await member(engine, 'bob@acme.test')
    await engine.access.createOrganization({ id: 'club', name: 'Club', admin: 'eve@club.test' })
    await engine.accounts.accept(await invited(engine, 'bob@acme.test', 'club'), { password: 'what eve has chosen' })
    await forgotten({ engine }, 'bob@acme.test')
    await engine.accounts.reset(links(mailer)[0]!, NEW)
    const { account_id } = (await engine.accounts.signIn({ email: 'bob@acme.test', password: NEW })) as { account_id: string }
    expect((await engine.accounts.memberships(account_id)).map(({ name }) => name)).toEqual(['Acme', 'Club'])
  })
})

async function forgotten({ engine }: Pick<Opened, 'engine'>, email: string): Promise<unknown> {
  const answer = await engine.accounts.requestReset(email)
  await engine.accounts.settled()
  return answer
}
