import { type CrmError, Logger, type LogFields } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { tablesOf, withTables } from './tables.ts'

const refusal = { code: 'unauthenticated', message: 'The API key is not valid' }
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CrmError) => error.code,
  )

describeStorages('API keys', (open) => {
  it('act as the teammate who created them, in that workspace', async () => {
    const { engine, api } = await open()
    const { key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
    const actor = await engine.authenticate(key!)
    expect(actor).toMatchObject({ organization: 'acme', user: 'ada@acme.test', role: 'admin', widget: false })
    const contact = await engine.as(actor).contacts.create({ email: 'bob@example.com' })
    expect(contact).toMatchObject({ user_from: 'acme', created_by: 'ada@acme.test', created_via: `api_key:${actor.via!.id}` })
  })

  it('act as another teammate where an administrator says so, and see no more than that one', async () => {
    const { engine, api } = await open()
    const eve = await api.users.invite({ email: 'eve@acme.test', visibility: 'own' })
    await api.contacts.create({ email: 'bob@example.com' })
    const { key, ...made } = await api.apiKeys.create({ name: 'As Eve', scopes: ['read', 'write'], user_id: eve.id })
    expect(made).toMatchObject({ user_id: eve.id, created_by: 'ada@acme.test' })
    const actor = await engine.authenticate(key!)
    expect(actor).toMatchObject({ user: 'eve@acme.test', role: 'member', visibility: 'own' })
    const hers = engine.as(actor)
    expect((await hers.contacts.list()).contacts).toEqual([])
    expect(await hers.contacts.create({ first_name: 'Her' })).toMatchObject({ created_by: 'eve@acme.test' })
    await expect(hers.apiKeys.create({ name: 'Mine', scopes: ['read'] })).rejects.toMatchObject({ code: 'forbidden' })
    await api.users.deactivate({ id: eve.id })
    await expect(api.apiKeys.create({ name: 'As Eve', scopes: ['read'], user_id: eve.id })).rejects.toMatchObject({
      details: { errors: [{ path: '/user_id', code: 'unknown_record' }] },
    })
  })

  it('show their secret once, `rk_` and 256 random bits, and never again', async () => {
    const { api } = await open()
    const { key, ...created } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    expect(key).toMatch(/^rk_[\w-]{43}$/)
    expect(key!.startsWith(created.prefix)).toBe(true)
    expect(created).toMatchObject({ name: 'ERP', scopes: ['read'], status: 'active', created_by: 'ada@acme.test', last_used_at: null })
    const { api_keys } = await api.apiKeys.list()
    expect(api_keys).toEqual([created])
  })

  it('are stored as hashes: no row of any table holds one, made, rotated, given or answered again', async () => {
    const { engine, api } = await open(withTables)
    const made = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] }, { idempotencyKey: 'once' })
    const rotated = await api.apiKeys.rotate({ id: made.id }, { idempotencyKey: 'twice' })
    const { key: hosted } = await engine.access.createKey({ organization: 'acme', name: 'Host' })
    const given = 'rk_given-by-the-operator-0123456789'
    await engine.access.bootstrap({ key: given })
    await engine.as(await engine.authenticate(given)).me.get()
    await api.audit.listCalls()
    const stored = JSON.stringify(await tablesOf(engine))
    expect(stored).toContain(made.prefix)
    for (const secret of [made.key, rotated.key, hosted, given]) expect(stored.includes(secret!)).toBe(false)
  })

  it('are not shown again by the repetition of an idempotent call', async () => {
    const { api } = await open()
    const input = { name: 'ERP', scopes: ['read' as const] }
    const first = await api.apiKeys.create(input, { idempotencyKey: 'once' })
    const again = await api.apiKeys.create(input, { idempotencyKey: 'once' })
    expect(first.key).not.toBeNull()
    expect(again).toEqual({ ...first, key: null })
  })

  it('end at the very next call when they are revoked, and for good', async () => {
    const { engine, api } = await open()
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    await engine.authenticate(key!)
    expect(await api.apiKeys.revoke({ id })).toEqual({ deleted: true })
    await expect(engine.authenticate(key!)).rejects.toMatchObject(refusal)
    for (const again of [() => api.apiKeys.revoke({ id }), () => api.apiKeys.rotate({ id }), () => api.apiKeys.update({ id, name: 'x' })])
      await expect(again()).rejects.toMatchObject({ code: 'not_found' })
    expect((await api.apiKeys.list()).api_keys).toEqual([])
    expect((await api.apiKeys.list({ revoked: true })).api_keys).toMatchObject([{ id, status: 'revoked' }])
  })

  it('stay as they are when the revocation does not commit', async () => {
    const { engine, api } = await open()
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    await expect(api.apiKeys.revoke({ id }, { ifMatch: 7 })).rejects.toMatchObject({ code: 'version_mismatch' })
    expect(await engine.authenticate(key!)).toMatchObject({ user: 'ada@acme.test' })
  })

  it('get a new secret by rotation, beside which the old one works until the grace ends', async () => {
    const { engine, api, clock } = await open()
    const { id, key: old } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    await engine.authenticate(old!)
    const rotated = await api.apiKeys.rotate({ id, grace_seconds: 60 })
    expect(rotated).toMatchObject({ id, previous_until: '2026-01-15T09:01:00.000Z', version: 2 })
    for (const each of [old, rotated.key]) expect((await engine.authenticate(each!)).via!.id).toBe(id)
    clock.advance(59_999)
    await engine.authenticate(old!)
    clock.advance(1)
    await expect(engine.authenticate(old!)).rejects.toMatchObject(refusal)
    expect((await engine.authenticate(rotated.key!)).via!.id).toBe(id)
  })

  it('keep the old secret for a day where nothing is said, and end it at once with a grace of 0, older ones too', async () => {
    const { engine, api, clock } = await open()
    const first = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    const second = await api.apiKeys.rotate({ id: first.id })
    clock.advance('23 hours')
    await engine.authenticate(first.key!)
    const third = await api.apiKeys.rotate({ id: first.id, grace_seconds: 0 })
    expect(third.previous_until).toBeNull()
    for (const each of [first, second]) await expect(engine.authenticate(each.key!)).rejects.toMatchObject(refusal)
    await engine.authenticate(third.key!)
  })

  it('expire at their time and not a millisecond later', async () => {
    const { engine, api, clock } = await open()
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'], expires_at: '2026-01-15T09:00:00.500Z' })
    await engine.authenticate(key!)
    clock.advance(499)
    await engine.authenticate(key!)
    clock.advance(1)
    await expect(engine.authenticate(key!)).rejects.toMatchObject(refusal)
    expect((await api.apiKeys.list()).api_keys).toMatchObject([{ id, status: 'expired' }])
    await expect(api.apiKeys.rotate({ id })).rejects.toMatchObject({ code: 'conflict' })
    await api.apiKeys.update({ id, expires_at: null })
    await engine.authenticate(key!)
  })

  it('work from the addresses that they allow only, however a socket writes them', async () => {
    const { engine, api } = await open()
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'], allowed_ips: ['192.0.2.0/24', '2001:db8::7'] })
    for (const ip of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:0:0::7']) await engine.authenticate(key!, { ip })
    for (const ip of ['192.0.3.9', '::ffff:192.0.3.9', '2001:db8::8', 'unknown', undefined])
      await expect(engine.authenticate(key!, { ip })).rejects.toMatchObject(refusal)
    await engine.authenticate(key!)
    await api.apiKeys.update({ id, allowed_ips: [] })
    await engine.authenticate(key!, { ip: undefined })
    for (const malformed of ['10.0.0.1/8', ' '])
      await expect(api.apiKeys.update({ id, allowed_ips: [malformed] })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/allowed_ips', code: 'invalid_format' }] },
      })
  })

  it('change name, scopes and expiry, with a version to guard against lost updates', async () => {
    const { engine, api } = await open()
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    const changed = await api.apiKeys.update({ id, name: 'Shop', scopes: ['read', 'write'] }, { ifMatch: 1 })
    expect(changed).toMatchObject({ id, name: 'Shop', scopes: ['read', 'write'], version: 2 })
    expect([...(await engine.authenticate(key!)).scopes]).toEqual(['read', 'write'])
    await expect(api.apiKeys.update({ id, name: 'Late' }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
  })

  it('tell nothing of what is wrong with a key, and the log of the operator everything but the key', async () => {
    const said: { message: string; fields: LogFields | undefined }[] = []
    class Told extends Logger {
      override info(message: string, fields?: LogFields): void {
        said.push({ message, fields })
      }
    }
    const { engine, api } = await open({ ports: [new Told()] })
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    await api.apiKeys.revoke({ id })
    const messages = await Promise.all(
      [key!, 'rk_unknown', '', 'x'.repeat(10_000)].map((token) => engine.authenticate(token).catch((error: CrmError) => error.message)),
    )
    expect(new Set(messages)).toEqual(new Set(['The API key is not valid']))
    expect(said).toEqual([{ message: 'API key refused', fields: { reason: 'revoked', organization: 'acme', api_key_id: id } }])
  })

  it('belong to one organization: no other one lists, changes, rotates or revokes them', async () => {
    const { engine, api } = await open()
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    const eve = engine.as({ ...ada, organization: 'evil', user: 'eve@evil.test' })
    expect((await eve.apiKeys.list()).api_keys).toEqual([])
    const attempts = [
      () => eve.apiKeys.revoke({ id }),
      () => eve.apiKeys.rotate({ id }),
      () => eve.apiKeys.update({ id, name: 'x' }),
      () => eve.apiKeys.usage({ id }),
    ]
    for (const attempt of attempts) expect(await codeOf(attempt())).toBe('not_found')
    expect((await engine.authenticate(key!)).organization).toBe('acme')
  })
})

describeStorages(
  'a widget-only key',
  (open) => {
    it('has no scopes and reaches nothing that is not made for it', async () => {
      const { engine, api } = await open()
      const { key, ...made } = await api.apiKeys.create({ name: 'Form', widget: true })
      expect(made).toMatchObject({ widget: true, scopes: [] })
      const actor = await engine.authenticate(key!)
      const closed = engine.registry.list.filter(({ scope, widget }) => scope !== 'public' && !widget)
      const answers = await Promise.all(closed.map((operation) => codeOf(engine.call(operation, {}, actor))))
      expect(closed.length).toBeGreaterThan(20)
      expect(new Set(answers)).toEqual(new Set(['insufficient_scope']))
    })

    it('takes no scopes, and any other key needs one', async () => {
      const { api } = await open()
      const { id } = await api.apiKeys.create({ name: 'Form', widget: true })
      const attempts = [
        () => api.apiKeys.create({ name: 'x', widget: true, scopes: ['read'] }),
        () => api.apiKeys.create({ name: 'x', scopes: [] }),
        () => api.apiKeys.create({ name: 'x' }),
        () => api.apiKeys.update({ id, scopes: ['read'] }),
      ]
      for (const attempt of attempts)
        await expect(attempt()).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/scopes' }] } })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
