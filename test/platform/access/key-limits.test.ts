import type { Api, Scope } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages, type Open } from '../../support/storages.ts'

const DAY = '2026-01-16T09:00:00.000Z'
const LATER = '2026-01-17T09:00:00.000Z'
const refused = (path: string) => ({ code: 'forbidden', details: { errors: [{ path, code: 'not_allowed' }] } })
const lacking = (...missing: Scope[]) => ({ code: 'insufficient_scope', details: { scopes: missing } })

interface Limits {
  readonly scopes?: Scope[]
  readonly administration?: boolean
  readonly expires_at?: string | null
  readonly allowed_ips?: string[]
}

/** A key with administration and these limits, and the operations as its holder calls them. */
async function holder(open: Open, limits: Limits = {}) {
  const { engine, api, clock } = await open()
  const { key, ...made } = await api.apiKeys.create({ name: 'Limited', scopes: ['read', 'write'], administration: true, ...limits })
  const own = engine.as(await engine.authenticate(key!, { ip: '192.0.2.9' }))
  return { engine, api, clock, made, key: key!, own }
}
const add = (own: Api, limits: Limits) => own.apiKeys.create({ name: 'Child', scopes: ['read'], ...limits })

describeStorages('a key can never make a key wider than itself', (open) => {
  it('in scopes', async () => {
    const { own } = await holder(open)
    await expect(add(own, { scopes: ['read', 'delete', 'mcp'] })).rejects.toMatchObject(lacking('delete', 'mcp'))
    expect((await add(own, { scopes: ['write'] })).scopes).toEqual(['write'])
  })

  it('in its end, which is inherited', async () => {
    const { own } = await holder(open, { expires_at: DAY })
    for (const expires_at of [LATER, null]) await expect(add(own, { expires_at })).rejects.toMatchObject(refused('/expires_at'))
    expect(await add(own, {})).toMatchObject({ expires_at: DAY })
    expect(await add(own, { expires_at: '2026-01-15T10:00:00Z' })).toMatchObject({ expires_at: '2026-01-15T10:00:00.000Z' })
  })

  it('in its addresses, which are inherited', async () => {
    const { own } = await holder(open, { allowed_ips: ['192.0.2.0/24', '2001:db8::/32'] })
    const wider = [[], ['0.0.0.0/0'], ['192.0.2.0/23'], ['192.0.2.1', '198.51.100.1'], ['::/0'], ['2001::/16']]
    for (const allowed_ips of wider) await expect(add(own, { allowed_ips })).rejects.toMatchObject(refused('/allowed_ips'))
    expect(await add(own, {})).toMatchObject({ allowed_ips: ['192.0.2.0/24', '2001:db8::/32'] })
    const inside = ['192.0.2.128/25', '192.0.2.7/32', '2001:db8:1::/48']
    expect(await add(own, { allowed_ips: inside })).toMatchObject({ allowed_ips: inside })
  })

  it('in administration, which is given on purpose only, and without which no key makes any', async () => {
    const { engine, own } = await holder(open)
    const plain = await add(own, { scopes: ['read', 'write'] })
    expect(plain.administration).toBe(false)
    const caller = engine.as(await engine.authenticate(plain.key!))
    for (const attempt of [() => add(caller, {}), () => caller.users.invite({ email: 'eve@acme.test' }), () => caller.apiKeys.list()])
      await expect(attempt()).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('"administration": true') })
    expect((await caller.me.get()).key).toMatchObject({ administration: false })
    expect(await add(own, { administration: true })).toMatchObject({ administration: true })
  })

  it('by adding scopes, administration, time or addresses to one, itself or another', async () => {
    const { api, own, made } = await holder(open, { expires_at: DAY, allowed_ips: ['192.0.2.0/24'] })
    const within = { expires_at: DAY, allowed_ips: ['192.0.2.0/24'] }
    const other = await api.apiKeys.create({ name: 'Other', scopes: ['read', 'write'], ...within })
    const attempts: [Limits, object][] = [
      [{ scopes: ['read', 'write', 'webhooks'] }, lacking('webhooks')],
      [{ expires_at: null }, refused('/expires_at')],
      [{ expires_at: LATER }, refused('/expires_at')],
      [{ allowed_ips: [] }, refused('/allowed_ips')],
      [{ allowed_ips: ['192.0.0.0/16'] }, refused('/allowed_ips')],
    ]
    for (const [changes, refusal] of attempts)
      for (const id of [made.id, other.id]) await expect(own.apiKeys.update({ id, ...changes })).rejects.toMatchObject(refusal)
    expect(await own.apiKeys.update({ id: made.id, name: 'Renamed', allowed_ips: ['192.0.2.8/29'] })).toMatchObject({ name: 'Renamed' })
    // It is narrower by now, and may not go back.
    await expect(own.apiKeys.update({ id: made.id, allowed_ips: ['192.0.2.0/24'] })).rejects.toMatchObject(refused('/allowed_ips'))
  })

  it('by giving what it has to a key that has what it lacks', async () => {
    const { api, own } = await holder(open)
    const reader = await api.apiKeys.create({ name: 'Wide', scopes: ['read', 'delete', 'webhooks'] })
    await expect(own.apiKeys.update({ id: reader.id, administration: true })).rejects.toMatchObject(lacking('delete', 'webhooks'))
    await expect(own.apiKeys.update({ id: reader.id, scopes: ['read', 'write', 'delete'] })).rejects.toMatchObject(lacking('delete'))
    expect(await own.apiKeys.update({ id: reader.id, scopes: ['read', 'delete'] })).toMatchObject({ scopes: ['read', 'delete'] })
    expect(await own.apiKeys.update({ id: reader.id, expires_at: LATER })).toMatchObject({ expires_at: LATER })
  })

  it.each<[string, Limits, object]>([
    ['scopes', { scopes: ['read', 'delete'] }, lacking('delete')],
    ['a later end', { expires_at: LATER }, refused('/expires_at')],
    ['other addresses', { expires_at: DAY, allowed_ips: ['198.51.100.0/24'] }, refused('/allowed_ips')],
  ])('by taking over the new secret of one with %s', async (_, limits, refusal) => {
    const { api, own } = await holder(open, { expires_at: DAY, allowed_ips: ['192.0.2.0/24'] })
    const { id } = await api.apiKeys.create({ name: 'Wide', scopes: ['read'], ...limits })
    await expect(own.apiKeys.rotate({ id })).rejects.toMatchObject(refusal)
  })

  it('by giving itself a new secret from a former one, which ends with the grace period', async () => {
    const { engine, api, key, made, own } = await holder(open)
    const { key: current } = await api.apiKeys.rotate({ id: made.id, grace_seconds: 60 })
    const former = engine.as(await engine.authenticate(key))
    await expect(former.apiKeys.rotate({ id: made.id })).rejects.toMatchObject(refused('/expires_at'))
    await expect(own.apiKeys.rotate({ id: made.id })).rejects.toMatchObject(refused('/expires_at'))
    expect(await add(former, {})).toMatchObject({ expires_at: '2026-01-15T09:01:00.000Z' })
    const now = engine.as(await engine.authenticate(current!))
    expect((await now.apiKeys.rotate({ id: made.id })).key).toMatch(/^rk_/)
  })

  it('by an administrator whom it invites', async () => {
    const { own } = await holder(open, { expires_at: DAY })
    const eve = await own.users.invite({ email: 'eve@acme.test', role: 'admin' })
    const input = { name: 'As Eve', scopes: ['read' as const], user_id: eve.id, administration: true }
    await expect(own.apiKeys.create({ ...input, expires_at: LATER })).rejects.toMatchObject(refused('/expires_at'))
    expect(await own.apiKeys.create(input)).toMatchObject({ expires_at: DAY })
  })
})

describeStorages(
  'administration',
  (open) => {
    it('has the first key, and one that the host makes only if it says so', async () => {
      const { engine } = await open()
      const { key = '' } = await engine.access.bootstrap()
      expect(await engine.authenticate(key)).toMatchObject({ role: 'admin', administration: true })
      const { record } = await engine.access.createKey({ name: 'ERP' })
      expect(record.administration).toBe(false)
      expect((await engine.access.createKey({ name: 'Ops', administration: true })).record.administration).toBe(true)
    })

    it('is nothing without the role', async () => {
      const { engine, api } = await open()
      const bob = await api.users.invite({ email: 'bob@acme.test' })
      const { key } = await api.apiKeys.create({ name: 'As Bob', scopes: ['read'], user_id: bob.id, administration: true })
      const his = engine.as(await engine.authenticate(key!))
      await expect(his.apiKeys.list()).rejects.toMatchObject({ code: 'forbidden', message: 'listApiKeys needs an administrator' })
    })

    it('cannot be that of a widget-only key', async () => {
      const { api } = await open()
      const fault = { details: { errors: [{ path: '/administration', code: 'not_allowed' }] } }
      await expect(api.apiKeys.create({ name: 'Form', widget: true, administration: true })).rejects.toMatchObject(fault)
      const { id } = await api.apiKeys.create({ name: 'Form', widget: true })
      await expect(api.apiKeys.update({ id, administration: true })).rejects.toMatchObject(fault)
    })

    it('ends at once when it is taken away', async () => {
      const { api, own, made } = await holder(open)
      await api.apiKeys.update({ id: made.id, administration: false })
      await expect(own.apiKeys.list()).rejects.toMatchObject({ code: 'forbidden' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
