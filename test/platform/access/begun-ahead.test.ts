import { Type } from '@sinclair/typebox'
import { type Actor, type Api, CrmError, CurrentActor, operation, plugin } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CrmError) => error.code,
  )

/** A read that says how often it was begun and for whom, and fails if it is told to. */
function counting() {
  const seen: (readonly string[] | undefined)[] = []
  const mood = { fails: false }
  const peek = operation({
    id: 'peek',
    summary: 'Says whose records the caller sees',
    scope: 'read',
    route: 'GET /probe/peek',
    input: Type.Object({}),
    output: Type.Object({ sees: Type.Array(Type.String()) }),
    uses: { caller: CurrentActor },
    handle: async (_, { caller }) => {
      seen.push(caller.sees)
      if (mood.fails) throw new CrmError('not_found', 'There is nothing to see')
      return { sees: [...(caller.sees ?? ['all'])] }
    },
  })
  const left = operation({
    id: 'left',
    summary: 'Says how many calls its caller has left',
    scope: 'read',
    route: 'GET /probe/left',
    tellsLimits: true,
    input: Type.Object({}),
    output: Type.Object({ left: Type.Union([Type.Number(), Type.Null()]) }),
    uses: {},
    handle: async (_, { reply }) => ({ left: reply.rateLimit?.remaining ?? null }),
  })
  return { seen, mood, plugin: plugin({ name: 'counting', version: '1.0.0', operations: { probe: { peek, left } } }) }
}

// On PostgreSQL a read begins beside the question what its caller may do now; on SQLite the answer is in memory, so there is nothing to show.
describeStorages(
  'a read that begins before it is known what its caller may do now',
  (open) => {
    async function hosts(rateLimit?: number) {
      const probe = counting()
      const plugins = [probe.plugin]
      const first = await open({ plugins })
      const second = await open({ place: first.place, clock: first.clock, plugins, ...(rateLimit !== undefined && { rateLimit }) })
      const bob = await first.api.users.invite({ email: 'bob@acme.test' })
      const made = await first.api.apiKeys.create({ name: 'ERP', scopes: ['read'], user_id: bob.id })
      const peek = (actor: Actor) => second.engine.call(second.engine.registry.byId.get('peek')!, {}, actor)
      return { api: first.api as Api, second, probe, bob: bob.id, id: made.id, key: made.key!, peek }
    }

    it('is repeated with what they may do, where that has changed', async () => {
      const { api, second, probe, bob, key, peek } = await hosts()
      const held = await second.engine.authenticate(key)
      const own = { organization: held.organization, user: 'bob@acme.test', scopes: new Set(['read'] as const) }
      for (const actor of [held, own]) expect(await peek(actor)).toEqual({ sees: ['all'] })
      await api.users.update({ id: bob, visibility: 'own' })
      probe.seen.length = 0
      for (const actor of [own, held]) expect(await peek(actor)).toEqual({ sees: ['bob@acme.test'] })
      expect(probe.seen).toEqual([undefined, ['bob@acme.test'], undefined, ['bob@acme.test']])
    })

    it('is counted first where it says what is left to its caller', async () => {
      const { second, key } = await hosts(10)
      const held = await second.engine.authenticate(key)
      const left = () => second.engine.call(second.engine.registry.byId.get('left')!, {}, held)
      expect([await left(), await left(), await left()]).toEqual([{ left: 9 }, { left: 8 }, { left: 7 }])
    })

    it('says nothing of what it found to whom may no longer ask, not even that there is nothing', async () => {
      const { api, second, probe, id, key, peek } = await hosts()
      const held = await second.engine.authenticate(key)
      await peek(held)
      probe.mood.fails = true
      expect(await codeOf(peek(held))).toBe('not_found')
      await api.apiKeys.revoke({ id })
      expect(await codeOf(peek(held))).toBe('unauthenticated')
    })

    it('does not begin for each of many calls at once, most of which are refused', async () => {
      const { second, probe, key, peek } = await hosts(4)
      const held = await second.engine.authenticate(key)
      await peek(held)
      const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(peek(held))))
      expect(codes.filter((code) => code === 'done')).toHaveLength(3)
      expect(probe.seen).toHaveLength(4)
    })

    it('does not begin for a key that has used up its calls', async () => {
      const { second, probe, key, peek } = await hosts(4)
      const held = await second.engine.authenticate(key)
      const codes = []
      for (let call = 1; call <= 7; call += 1) codes.push(await codeOf(peek(held)))
      expect(codes).toEqual(['done', 'done', 'done', 'done', 'rate_limited', 'rate_limited', 'rate_limited'])
      expect(probe.seen).toHaveLength(4)
    })
  },
  ['PostgreSQL'],
)

// A write looks up what it needs beside the question; what it writes waits for the answer.
describeStorages(
  'a write that begins before it is known what its caller may do now',
  (open) => {
    async function hosts(rateLimit: number) {
      const first = await open()
      const second = await open({ place: first.place, clock: first.clock, rateLimit })
      const made = await first.api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
      const held = await second.engine.authenticate(made.key!)
      const create = (email: string) => second.engine.call(second.engine.registry.byId.get('createContact')!, { email }, held)
      const stored = async () => (await first.api.contacts.list()).contacts.map(({ email }) => email)
      return { api: first.api as Api, id: made.id, create, stored }
    }

    it('stores what is within the limit of its key, and nothing beyond', async () => {
      const { create, stored } = await hosts(4)
      await create('first@acme.test')
      const codes = await Promise.all(Array.from({ length: 20 }, (_, at) => codeOf(create(`number${at}@acme.test`))))
      expect(codes.filter((code) => code === 'done')).toHaveLength(3)
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(17)
      expect(await stored()).toHaveLength(4)
    })

    it('stores nothing, and tells of nothing that is there, for a key that has lost its scope or was revoked', async () => {
      const { api, id, create, stored } = await hosts(1000)
      await create('first@acme.test')
      await api.apiKeys.update({ id, scopes: ['read'] })
      for (const email of ['first@acme.test', 'second@acme.test']) expect(await codeOf(create(email))).toBe('insufficient_scope')
      await api.apiKeys.revoke({ id })
      for (const email of ['first@acme.test', 'second@acme.test']) expect(await codeOf(create(email))).toBe('unauthenticated')
      expect(await stored()).toEqual(['first@acme.test'])
    })

    it('is carried out as its caller is now, where they may do it all the same', async () => {
      const { api, id, create, stored } = await hosts(1000)
      await create('first@acme.test')
      await api.apiKeys.update({ id, name: 'ERP, second' })
      expect(await codeOf(create('second@acme.test'))).toBe('done')
      expect(await stored()).toHaveLength(2)
    })
  },
  ['PostgreSQL'],
)
