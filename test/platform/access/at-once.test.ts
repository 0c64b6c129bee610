import type { Api, CrmError, Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { describe, expect, it } from 'vitest'
import { AccessGeneration } from '../../../core/platform/access/access-generation.ts'
import { describeStorages, type Open } from '../../support/storages.ts'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CrmError) => error.code,
  )
type Change = (of: { api: Api; id: string; bob: string; team: string; engine: Engine }) => Promise<unknown>

// On SQLite only one process may use the file, so the change and the call are of one engine.
describeStorages('a change of access holds for the next call, on every host of the database', (open, name) => {
  async function hosts(opening: Open) {
    const first = await opening()
    const second = name === 'PostgreSQL' ? await opening({ place: first.place, clock: first.clock }) : first
    const { api } = first
    const team = await api.teams.create({ name: 'Sales' })
    const bob = await api.users.invite({ email: 'bob@acme.test', visibility: 'team', team_id: team.id })
    const eve = await api.users.invite({ email: 'eve@acme.test', team_id: team.id })
    await api.contacts.create({ first_name: 'Hers', assigned_to: eve.email })
    await api.contacts.create({ first_name: 'His', assigned_to: bob.email })
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'], user_id: bob.id })
    // The second host knows the key, and a caller in its process holds the actor.
    const origin = { ip: '192.0.2.9' }
    const held = second.engine.as(await second.engine.authenticate(key!, origin))
    expect((await held.contacts.list()).contacts).toHaveLength(2)
    const again = async () => second.engine.as(await second.engine.authenticate(key!, origin))
    const asked = async (work: (own: Api) => Promise<unknown>) => [await codeOf(work(held)), await codeOf(again().then(work))]
    return { first, second, key: key!, held, asked, change: { api, id, bob: bob.id, team: team.id, engine: first.engine } }
  }
  const read = (own: Api) => own.contacts.list()
  const write = (own: Api) => own.contacts.create({ first_name: 'New' })
  const known = async (held: Api) => (await held.contacts.list()).contacts.map(({ first_name }) => first_name).toSorted()

  it.each<[string, Change, (own: Api) => Promise<unknown>, string]>([
    ['a key that is revoked', ({ api, id }) => api.apiKeys.revoke({ id }), write, 'unauthenticated'],
    ['a key that the installation revokes', ({ engine, id }) => engine.access.revokeKey(id), read, 'unauthenticated'],
    ['a key without the scope', ({ api, id }) => api.apiKeys.update({ id, scopes: ['read'] }), write, 'insufficient_scope'],
    [
      'a key that is bound to other addresses',
      ({ api, id }) => api.apiKeys.update({ id, allowed_ips: ['198.51.100.0/24'] }),
      read,
      'unauthenticated',
    ],
    ['a user who is deactivated', ({ api, bob }) => api.users.deactivate({ id: bob }), write, 'unauthenticated'],
    [
      'a user who no longer sees all',
      ({ api, bob }) => api.users.update({ id: bob, visibility: 'own' }),
      (own) => own.organization.usage(),
      'forbidden',
    ],
  ])('%s', async (_, change, work, code) => {
    const { asked, change: of } = await hosts(open)
    await change(of)
    expect(new Set(await asked(work))).toEqual(new Set([code]))
  })

  it('a user who sees fewer records', async () => {
    const { held, change } = await hosts(open)
    await change.api.users.update({ id: change.bob, visibility: 'own' })
    expect(await known(held)).toEqual(['His'])
  })

  it('a team without the member', async () => {
    const { held, change } = await hosts(open)
    await change.api.teams.update({ id: change.team, member_ids: [] })
    expect(await known(held)).toEqual(['His'])
    await change.api.users.update({ id: change.bob, visibility: 'all' })
    expect(await known(held)).toEqual(['Hers', 'His'])
  })

  it('a key that gets a scope', async () => {
    const { asked, change } = await hosts(open)
    await change.api.apiKeys.update({ id: change.id, scopes: ['read', 'write', 'delete'] })
    expect(await asked(async (own) => own.contacts.delete({ id: (await own.contacts.create({ first_name: 'Gone' })).id }))).toEqual([
      'done',
      'done',
    ])
  })

  it('a key that is rotated: its former secret ends with the grace period, also for who holds its actor', async () => {
    const { held, first, change } = await hosts(open)
    await change.api.apiKeys.rotate({ id: change.id, grace_seconds: 10 })
    expect(await codeOf(read(held))).toBe('done')
    first.clock.advance(9_999)
    expect(await codeOf(read(held))).toBe('done')
    first.clock.advance(1)
    expect(await codeOf(read(held))).toBe('unauthenticated')
  })

  it('a key that ends at its time', async () => {
    const { held, first, change } = await hosts(open)
    const expires_at = new Date(first.clock.now().getTime() + 300).toISOString()
    await change.api.apiKeys.update({ id: change.id, expires_at })
    first.clock.advance(299)
    expect(await codeOf(read(held))).toBe('done')
    first.clock.advance(1)
    expect(await codeOf(read(held))).toBe('unauthenticated')
  })

  it('a user of the embedding app, who has no key', async () => {
    const { first, change } = await hosts(open)
    const second = name === 'PostgreSQL' ? await open({ place: first.place, clock: first.clock }) : first
    const own = second.engine.as({ organization: 'acme', user: 'bob@acme.test', scopes: new Set(['read']) })
    expect(await known(own)).toEqual(['Hers', 'His'])
    await change.api.teams.update({ id: change.team, member_ids: [] })
    expect(await known(own)).toEqual(['His'])
  })

  it('over HTTP: reads and writes that come in after the answer to the revocation are refused, all of them', async () => {
    const { first, second, key, change } = await hosts(open)
    const [revoking, calling] = [http(first.engine), http(second.engine)]
    const { key: admin } = await change.api.apiKeys.create({ name: 'Ops', scopes: ['delete'], administration: true })
    const send = async (host: typeof calling, method: string, path: string, token: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await host.fetch(new Request(`http://crm.test/api/v1${path}`, init))).status
    }
    const burst = () =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          at % 2 ? send(calling, 'POST', '/contacts', key, { first_name: `No. ${at}` }) : send(calling, 'GET', '/contacts', key),
        ),
      )
    expect(new Set(await burst())).toEqual(new Set([200, 201]))
    expect(await send(revoking, 'DELETE', `/api-keys/${change.id}`, admin!)).toBe(200)
    expect(new Set(await burst())).toEqual(new Set([401]))
  })

  it('a body that is sent slowly, which began before the change and ends after it', async () => {
    const { first, second, key, change } = await hosts(open)
    const slowly = async () => {
      await change.api.apiKeys.revoke({ id: change.id })
      first.clock.advance(101)
      return { first_name: 'Late' }
    }
    const create = second.engine.registry.byId.get('createContact')!
    expect(await codeOf(second.engine.call(create, slowly, await second.engine.authenticate(key)))).toBe('unauthenticated')
    expect(await known(change.api)).toEqual(['Hers', 'His'])
  })

  it('a change that does not commit changes nothing', async () => {
    const { asked, change } = await hosts(open)
    await expect(change.api.apiKeys.revoke({ id: change.id }, { ifMatch: 7 })).rejects.toMatchObject({ code: 'version_mismatch' })
    expect(await asked(read)).toEqual(['done', 'done'])
  })
})

describe('the number of access changes', () => {
  /** A database that answers when it is told to. */
  function slow() {
    const answers: ((number: number) => void)[] = []
    const read = { executeTakeFirst: () => new Promise((resolve) => answers.push((number) => resolve({ number }))) }
    // The one query of the number.
    const database = { dialect: 'postgresql', tables: () => ({ selectNoFrom: () => read }) }
    return { answers, generation: new AccessGeneration({ database: database as never }) }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('is read once for all who ask in one turn, and once more for all who ask while it is read', async () => {
    const { answers, generation } = slow()
    const first = Promise.all(Array.from({ length: 20 }, () => generation.current()))
    await turn()
    expect(answers).toHaveLength(1)
    const later = Promise.all(Array.from({ length: 20 }, () => generation.current()))
    await turn()
    expect(answers).toHaveLength(1)
    answers[0]!(7)
    await turn()
    expect(answers).toHaveLength(2)
    answers[1]!(8)
    expect(new Set(await first)).toEqual(new Set([7]))
    expect(new Set(await later)).toEqual(new Set([8]))
  })
})
