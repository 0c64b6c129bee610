import type { Api, CrmError, Engine } from 'rapport-crm'
import { afterEach, expect, test, vi } from 'vitest'
import { CallerAccess } from '../../../core/kernel/operation/caller-access.ts'
import { aContact } from '../../support/builders.ts'
import { describeStorages, type Open, type Opened } from '../../support/storages.ts'

type Stream = Awaited<ReturnType<Api['events']['stream']>>
type Change = (of: { api: Api; id: string; bob: string; team: string; engine: Engine }) => Promise<unknown>

const codeOf = (stream: Stream) =>
  stream.next().then(
    ({ done }) => (done ? 'over' : 'an event'),
    (error: CrmError) => error.code,
  )

// On SQLite only one process may use the file, so the change and the stream are of one engine.
describeStorages('a stream of events ends with the access of its caller', (open, name) => {
  afterEach(() => vi.restoreAllMocks())

  async function hosts(opening: Open) {
    const first = await opening()
    const second = name === 'PostgreSQL' ? await opening({ place: first.place, clock: first.clock }) : first
    const { api, engine } = first
    const team = await api.teams.create({ name: 'Sales' })
    const bob = await api.users.invite({ email: 'bob@acme.test', visibility: 'team', team_id: team.id })
    const eve = await api.users.invite({ email: 'eve@acme.test', team_id: team.id })
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'], user_id: bob.id })
    const actor = await second.engine.authenticate(key!, { ip: '192.0.2.9' })
    return { first, second, actor, bob, eve, change: { api, id, bob: bob.id, team: team.id, engine } }
  }

  const changes: [string, Change, string][] = [
    ['a key that is revoked', ({ api, id }) => api.apiKeys.revoke({ id }), 'unauthenticated'],
    ['a key that the installation revokes', ({ engine, id }) => engine.access.revokeKey(id), 'unauthenticated'],
    ['a key without the scope read', ({ api, id }) => api.apiKeys.update({ id, scopes: ['write'] }), 'insufficient_scope'],
    [
      'a key that is bound to other addresses',
      ({ api, id }) => api.apiKeys.update({ id, allowed_ips: ['198.51.100.0/24'] }),
      'unauthenticated',
    ],
    ['a user who is deactivated', ({ api, bob }) => api.users.deactivate({ id: bob }), 'unauthenticated'],
  ]

  test.each(changes)('%s: at once in the process that changes it, before the clock moves', async (_, change, code) => {
    const { first, change: of } = await hosts(open)
    const rotated = await of.api.apiKeys.rotate({ id: of.id, grace_seconds: 0 })
    const own = await first.engine.authenticate(rotated.key!, { ip: '192.0.2.9' })
    const stream = await first.engine.as(own).events.stream()
    const waiting = codeOf(stream)
    await change(of)
    expect(await waiting).toBe(code)
    expect(await codeOf(stream)).toBe('over')
  })

  test.each(changes)('%s: within a second in another process', async (_, change, code) => {
    const { second, actor, change: of } = await hosts(open)
    const stream = await second.engine.as(actor).events.stream()
    const waiting = codeOf(stream)
    await change(of)
    expect(await withinSecond(second, waiting)).toBe(code)
  })

  test('a key at its end, and a former secret at the end of its grace', async () => {
    const { second, actor, change } = await hosts(open)
    const expires_at = new Date(second.clock.now().getTime() + 3000).toISOString()
    const { key } = await change.api.apiKeys.create({ name: 'Short', scopes: ['read'], expires_at })
    const ending = codeOf(await second.engine.as(await second.engine.authenticate(key!)).events.stream())
    await change.api.apiKeys.rotate({ id: change.id, grace_seconds: 3 })
    const former = codeOf(await second.engine.as(actor).events.stream())
    second.clock.advance(2999)
    expect(await Promise.race([ending, former, idle(second, 20)])).toBeUndefined()
    expect(await withinSecond(second, Promise.all([ending, former]))).toEqual(['unauthenticated', 'unauthenticated'])
  })

  test('a user who sees fewer records goes on with those, and with more when they see more', async () => {
    const { first, second, actor, bob, eve, change } = await hosts(open)
    const stream = await second.engine.as(actor).events.stream({ type: 'contact.created' })
    const named = (first_name: string, owner_email: string) =>
      first.api.contacts.create(aContact({ first_name, last_name: 'X', email: `${first_name.toLowerCase()}@gmail.com`, owner_email }))
    const next = () =>
      withinSeconds(
        second,
        stream.next().then(({ value }) => value?.data.payload['name']),
      )
    await named('Hers', eve.email)
    expect(await next()).toBe('Hers X')
    await change.api.users.update({ id: change.bob, visibility: 'own' })
    second.clock.advance(1000)
    await idle(second, 20)
    await named('Hidden', eve.email)
    await named('His', bob.email)
    expect(await next()).toBe('His X')
    await change.api.users.update({ id: change.bob, visibility: 'all' })
    second.clock.advance(1000)
    await idle(second, 20)
    await named('Shown', eve.email)
    expect(await next()).toBe('Shown X')
    await stream.return?.()
  })

  test('gives its place back, also where its reader does not read', async () => {
    const { first, change } = await hosts(open)
    const { engine } = first
    const { id, key } = await change.api.apiKeys.create({ name: 'Second', user_id: change.bob, scopes: ['read'] })
    const events = engine.as(await engine.authenticate(key!)).events
    for (let at = 0; at < 10; at += 1) await events.stream()
    const spare = await change.api.apiKeys.create({ name: 'Third', user_id: change.bob, scopes: ['read'] })
    const others = engine.as(await engine.authenticate(spare.key!)).events
    await expect(others.stream()).rejects.toMatchObject({ code: 'rate_limited' })
    await change.api.apiKeys.revoke({ id })
    await idle(first, 20)
    await (await others.stream()).return?.()
  })

  test('costs one judgement for all streams of a key at each look', async () => {
    const { second, actor } = await hosts(open)
    const streams = await Promise.all(Array.from({ length: 10 }, () => second.engine.as(actor).events.stream()))
    const renew = vi.spyOn(CallerAccess.prototype, 'renew')
    for (let at = 0; at < 4; at += 1) {
      second.clock.advance(500)
      await idle(second, 10)
    }
    expect(renew.mock.calls.length).toBeGreaterThan(1)
    expect(renew.mock.calls.length).toBeLessThanOrEqual(4)
    for (const each of streams) await each.return?.()
  })
})

/** Lets everything happen that needs no time of the clock; answers nothing. */
async function idle({ api }: Opened, rounds: number): Promise<undefined> {
  for (let at = 0; at < rounds; at += 1) await api.events.list({ limit: 1 })
}

async function withinSecond<T>(lab: Opened, work: Promise<T>): Promise<T | 'goes on'> {
  for (let at = 0; at < 2; at += 1) {
    lab.clock.advance(500)
    const came = await Promise.race([work.then((value) => [value] as const), idle(lab, 50)])
    if (came) return came[0]
  }
  return 'goes on'
}

async function withinSeconds<T>(lab: Opened, work: Promise<T>): Promise<T> {
  for (;;) {
    const came = await Promise.race([work.then((value) => [value] as const), idle(lab, 5)])
    if (came) return came[0]
    lab.clock.advance(1000)
  }
}
