import { type CrmError } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { tablesOf, withTables } from './tables.ts'

const GIVEN = 'rk_given-by-the-operator-0123456789'
const OTHER = 'rk_another-one-of-the-operator-98765'
const refused = { code: 'unauthenticated' }
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CrmError) => error.code,
  )

describeStorages('the first start (RAPPORT_BOOTSTRAP_KEY)', (open, storage) => {
  it('makes organization, administrator and a key with all scopes, taken as given', async () => {
    const { engine } = await open()
    expect(await engine.access.bootstrap({ key: GIVEN })).toEqual({ created: true, usable: true, key: GIVEN })
    expect(await engine.as(await engine.authenticate(GIVEN)).me.get()).toMatchObject({
      user: { email: 'admin@localhost', role: 'admin' },
      organization: { id: 'main' },
      scopes: ['read', 'write', 'delete', 'webhooks', 'mcp'],
      visibility: 'all',
    })
  })

  it('makes a random key where none is given, and none where there are keys', async () => {
    const { engine } = await open()
    const { key, ...made } = await engine.access.bootstrap()
    expect([key, made]).toEqual([expect.stringMatching(/^rk_[\w-]{43}$/), { created: true, usable: true }])
    expect(await engine.access.bootstrap()).toEqual({ created: false, usable: true })
    await engine.authenticate(key!)
  })

  it('with the same key again changes nothing', async () => {
    const { engine } = await open(withTables)
    await engine.access.bootstrap({ key: GIVEN })
    const { api_keys, api_key_secrets, users, organizations } = await tablesOf(engine)
    expect(await engine.access.bootstrap({ key: GIVEN })).toEqual({ created: false, usable: true })
    expect(await tablesOf(engine)).toMatchObject({ api_keys, api_key_secrets, users, organizations })
  })

  it('with another key gives that one too, so that an operator regains access; the others go on', async () => {
    const { engine } = await open()
    await engine.access.bootstrap({ key: GIVEN })
    expect(await engine.access.bootstrap({ key: OTHER })).toMatchObject({ created: true })
    expect((await engine.authenticate(OTHER)).user).toBe((await engine.authenticate(GIVEN)).user)
    expect(await engine.access.listKeys()).toHaveLength(2)
  })

  it('never brings back a key that was revoked or rotated away', async () => {
    const { engine, clock } = await open()
    await engine.access.bootstrap({ key: GIVEN })
    const admin = engine.as(await engine.access.administrator())
    const { id } = (await admin.apiKeys.list()).api_keys[0]!
    for (let turn = 0; turn < 2; turn += 1) await admin.apiKeys.rotate({ id, grace_seconds: 0 })
    clock.advance('1 day')
    expect(await engine.access.bootstrap({ key: GIVEN })).toMatchObject({ created: false })
    await expect(engine.authenticate(GIVEN)).rejects.toMatchObject(refused)
    await engine.access.bootstrap({ key: OTHER })
    await engine.access.revokeKey((await engine.authenticate(OTHER)).via!.id)
    expect(await engine.access.bootstrap({ key: OTHER })).toEqual({ created: false, usable: false })
    await expect(engine.authenticate(OTHER)).rejects.toMatchObject(refused)
  })

  it('refuses a key that could be guessed, and shows little of a short one', async () => {
    const { engine } = await open()
    for (const key of ['secret12', 'rk_0123456789abcdefgh', '='.repeat(30), 'with blanks in the middle of it'])
      expect(await codeOf(engine.access.bootstrap({ key }))).toBe('invalid_input')
    expect(await engine.access.listKeys()).toEqual([])
    await engine.access.bootstrap({ key: 'rk_0123456789abcdefghi' })
    expect((await engine.access.listKeys())[0]?.prefix).toBe('rk_01')
  })

  it.runIf(storage === 'PostgreSQL')('of two processes at once makes one organization, one administrator, one key', async () => {
    const first = await open(withTables)
    const second = await open({ place: first.place, clock: first.clock })
    const outcomes = await Promise.all([first, second, first, second].map(({ engine }) => engine.access.bootstrap({ key: GIVEN })))
    expect(outcomes.filter(({ created }) => created)).toHaveLength(1)
    const { api_keys, users, organizations } = await tablesOf(first.engine)
    expect([api_keys!.length, users!.length, organizations!.length]).toEqual([1, 1, 1])
  })
})

describeStorages(
  'the host administers the installation',
  (open) => {
    it('makes organizations with their administrator, and teammates', async () => {
      const { engine } = await open()
      const made = await engine.access.createOrganization({
        id: 'acme',
        name: 'Acme',
        plan: 'growth',
        admin: 'Ada@Acme.test',
        timezone: 'Europe/Berlin',
      })
      expect(made).toEqual({ organization: 'acme', user: 'ada@acme.test' })
      await engine.access.createUser({ organization: 'acme', email: 'bob@acme.test', name: 'Bob' })
      const { key } = await engine.access.createKey({ organization: 'acme', user: 'bob@acme.test', name: 'Bob' })
      expect(await engine.as(await engine.authenticate(key)).me.get()).toMatchObject({
        user: { email: 'bob@acme.test', name: 'Bob', role: 'member' },
        organization: { id: 'acme', name: 'Acme', plan: 'growth', timezone: 'Europe/Berlin' },
        scopes: ['read', 'write'],
      })
    })

    it('refuses what is there already, what is not there, and what is none', async () => {
      const { engine } = await open()
      expect(await codeOf(engine.access.administrator())).toBe('not_found')
      expect(await codeOf(engine.access.createKey({ name: 'x' }))).toBe('not_found')
      await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
      expect(await codeOf(engine.access.createOrganization({ id: 'acme', admin: 'eve@evil.test' }))).toBe('already_exists')
      for (const input of [{ id: 'a b' }, { id: '..' }, { id: 'ab', name: 'a\0b' }, { id: 'ab', name: '\ud800' }])
        expect(await codeOf(engine.access.createOrganization({ admin: 'eve@evil.test', ...input }))).toBe('invalid_input')
      expect(await codeOf(engine.access.createUser({ organization: 'acme', email: 'bob@acme.test', name: 'a\0b' }))).toBe('invalid_input')
      expect(await codeOf(engine.access.createUser({ organization: 'acme', email: 'ADA@acme.test' }))).toBe('already_exists')
      expect(await codeOf(engine.access.createUser({ organization: 'acme', email: 'nobody' }))).toBe('invalid_input')
      expect(await codeOf(engine.access.createUser({ organization: 'nowhere', email: 'bob@acme.test' }))).toBe('not_found')
      expect(await codeOf(engine.access.createKey({ user: 'bob@acme.test', name: 'x' }))).toBe('not_found')
      expect(await codeOf(engine.access.createKey({ name: 'x', scopes: ['everything'] as never }))).toBe('invalid_input')
      expect(await codeOf(engine.access.createKey({ name: ' ' }))).toBe('invalid_input')
      expect(await codeOf(engine.access.createKey({ name: 'x', expires_at: new Date('2020-01-01') }))).toBe('invalid_input')
    })

    it('lists keys without secrets, and ends them at once', async () => {
      const { engine } = await open()
      await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
      await engine.access.createOrganization({ id: 'other', admin: 'eve@other.test' })
      const { key, record } = await engine.access.createKey({ name: 'ERP', scopes: ['read'] })
      await engine.access.createKey({ organization: 'other', name: 'Shop' })
      expect(await engine.access.listKeys({ organization: 'acme' })).toEqual([record])
      expect((await engine.access.listKeys()).map(({ name }) => name)).toEqual(['Shop', 'ERP'])
      expect(JSON.stringify(await engine.access.listKeys())).not.toContain(key)
      await engine.authenticate(key)
      await engine.access.revokeKey(record.id)
      await expect(engine.authenticate(key)).rejects.toMatchObject(refused)
      expect((await engine.access.listKeys({ organization: 'acme' }))[0]?.status).toBe('revoked')
      for (const id of [record.id, 'nonsense']) expect(await codeOf(engine.access.revokeKey(id))).toBe('not_found')
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
