import { type CrmError, type Engine, Reply } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

async function holder(engine: Engine, organization = 'acme') {
  await engine.as({ ...ada, organization }).organization.update({ name: organization })
  await engine.access.createUser({ organization, email: ada.user, role: 'admin' })
  const { key } = await engine.access.createKey({ organization, user: ada.user, name: 'ERP', scopes: ['read'] })
  const actor = await engine.authenticate(key)
  return { key, actor, api: engine.as(actor) }
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    ({ code }: CrmError) => code,
  )
const times = (count: number, call: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, () => outcome(call())))
const count = (outcomes: readonly string[], code: string) => outcomes.filter((each) => each === code).length

describeStorages('120 requests per minute and key', (open, storage) => {
  it('the 120th call is answered, the 121st refused until the minute is over', async () => {
    const { engine, clock } = await open()
    const { api } = await holder(engine)
    expect(await times(119, () => api.me.get())).not.toContain('rate_limited')
    clock.advance(12_345)
    expect((await api.me.get()).rate_limit).toEqual({ limit: 120, remaining: 0, reset: 48 })
    await expect(api.me.get()).rejects.toMatchObject({ code: 'rate_limited', status: 429, details: { retry_after: 48 } })
    clock.advance(47_654)
    await expect(api.me.get()).rejects.toMatchObject({ code: 'rate_limited', details: { retry_after: 1 } })
    clock.advance(1)
    expect((await api.me.get()).rate_limit).toEqual({ limit: 120, remaining: 119, reset: 60 })
  })

  it('refused calls do not make the wait longer', async () => {
    const { engine, clock } = await open({ rateLimit: 2 })
    const { api } = await holder(engine)
    expect(count(await times(50, () => api.me.get()), 'ok')).toBe(2)
    clock.advance('1 minute')
    expect(await outcome(api.me.get())).toBe('ok')
  })

  it('calls at the same moment share the budget exactly', async () => {
    const { engine } = await open()
    const { api } = await holder(engine)
    const outcomes = await times(200, () => api.me.get())
    expect([count(outcomes, 'ok'), count(outcomes, 'rate_limited')]).toEqual([120, 80])
  })

  it('every key has a budget of its own, shared by all transports; a key that was rotated keeps it', async () => {
    const { engine, api } = await open({ rateLimit: 3 })
    const { fetch } = http(engine)
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    const other = await api.apiKeys.create({ name: 'Shop', scopes: ['read'] })
    const call = (token: string) => fetch(new Request('http://localhost/api/v1/me', { headers: { authorization: `Bearer ${token}` } }))
    await engine.as(await engine.authenticate(key!)).me.get()
    const answered = await call(key!)
    expect(answered.status).toBe(200)
    expect(answered.headers.get('ratelimit-remaining')).toBe('1')
    const rotated = await api.apiKeys.rotate({ id })
    expect((await call(rotated.key!)).status).toBe(200)
    const refused = await call(rotated.key!)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 })
    expect((await call(other.key!)).status).toBe(200)
  })

  it('input that is refused is counted, calls without a key are not', async () => {
    const { engine, api } = await open({ rateLimit: 2 })
    const { actor } = await holder(engine)
    const read = engine.registry.byId.get('getContact')!
    expect(await times(3, () => engine.call(read, { id: 'no id' }, actor))).toEqual(['invalid_input', 'invalid_input', 'rate_limited'])
    expect(await times(10, () => api.me.get())).not.toContain('rate_limited')
    const reply = new Reply()
    await api.me.get({}, { reply })
    expect(reply.rateLimit).toBeUndefined()
  })

  it('does not count an answer 304 and says so; only the quota of the plan counts it', async () => {
    const { engine, api, clock } = await open({ rateLimit: 3 })
    const { key } = await holder(engine)
    await engine.access.setPlan('acme', 'free')
    const { id } = await api.contacts.create({ last_name: 'Lovelace' })
    const { fetch } = http(engine)
    const get = async (headers: Record<string, string>, query = '') => {
      const request = new Request(`http://localhost/api/v1/contacts/${id}${query}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
      })
      const { status, headers: answered } = await fetch(request)
      return [status, answered.get('ratelimit-remaining'), answered.get('ratelimit')]
    }
    const known = { 'if-none-match': '"1"' }
    expect(await get({})).toEqual([200, '2', '"minute";r=2;t=60'])
    clock.advance(10_000)
    for (let call = 0; call < 5; call += 1) expect(await get(known)).toEqual([304, '2', '"minute";r=2;t=50'])
    expect((await Promise.all([get(known), get(known)])).map(([status]) => status)).toEqual([304, 304])
    expect(await get({ 'if-none-match': '"7"' })).toEqual([200, '1', '"minute";r=1;t=50'])
    expect(await get(known, '?include=company')).toEqual([200, '0', '"minute";r=0;t=50'])
    expect(await get(known)).toEqual([429, '0', '"minute";r=0;t=50'])
    expect((await api.me.get()).quota).toMatchObject({ used: 10 })
    clock.advance('1 minute')
    expect(await get(known)).toEqual([304, '3', '"minute";r=3;t=60'])
  })

  it.runIf(storage === 'PostgreSQL')('processes on one database share the budget exactly', async () => {
    const first = await open()
    const second = await open({ place: first.place, clock: first.clock })
    const { key, api } = await holder(first.engine)
    const there = second.engine.as(await second.engine.authenticate(key))
    const outcomes = await Promise.all([times(100, () => api.me.get()), times(100, () => there.me.get())])
    expect(count(outcomes.flat(), 'ok')).toBe(120)
    first.clock.advance('1 minute')
    expect((await there.me.get()).rate_limit?.remaining).toBe(119)
    expect((await api.me.get()).rate_limit?.remaining).toBe(118)
  })
})
